import { basename, dirname } from 'node:path';
import type { SkillPlace } from '../../core/skill/check';
import { discoverSkills, folderPlace } from '../../core/skill/discover';
import { diskTree } from '../../core/skill/disk-tree';
import type { SkillTree } from '../../core/skill/tree';
import { err, failure, type Result } from '../../shared/result';

/** What was opened: where it is for the system, and how what is found in it is named. */
export interface SkillRoot {
  readonly at: string;
  /** Its last part; of a SKILL.md the folder's too. Paths of skills begin with it. */
  readonly shown: string;
  readonly kind: SkillPlace['kind'];
}

/** A skill that was found, so that it can be looked at again without a search. Paths are exact. */
export interface SkillRef {
  readonly path: string;
  readonly inside: string | null;
  /** Where a link leads out of what was opened; null for anything else. */
  readonly closed: string | null;
}

/** The root behind a path that a person opened. */
export function skillRoot(path: string, kind: SkillRoot['kind']): SkillRoot {
  const at = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const name = basename(at) || at;
  return { at, kind, shown: kind === 'file' ? `${basename(dirname(at)) || '.'}/${name}` : name };
}

/** A skill's path below what was opened; '' for that itself. */
export function belowRoot({ shown }: SkillRoot, path: string): string {
  return path === shown ? '' : path.slice(shown.endsWith('/') ? shown.length : shown.length + 1);
}

/** Where a path below what was opened is for the system. */
export const atRoot = ({ at }: SkillRoot, below: string): string => (below === '' ? at : `${at}/${below}`);

export const shownAt = ({ shown }: SkillRoot, below: string): string =>
  below === '' ? shown : `${shown.endsWith('/') ? shown : `${shown}/`}${below}`;

/** A skill of a folder as a place to judge. */
export function diskPlace(root: SkillRoot, { path, inside, closed }: SkillRef): SkillPlace {
  const at = atRoot(root, belowRoot(root, path));
  if (closed === null) return { ...folderPlace(at, path, root.at), inside };
  const tree: SkillTree = { ...diskTree(at, path), folderName: basename(closed) };
  return { tree, kind: 'folder', path, inside, closed: { target: closed } };
}

const gone = failure('not-there', 'This skill is no longer there.', 'Look at the list again.');

/** Runs `work` on one skill. The files of an archive are open only meanwhile. */
export async function onPlace<T>(
  root: SkillRoot,
  ref: SkillRef,
  work: (place: SkillPlace) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (root.kind === 'folder') return work(diskPlace(root, ref));
  for await (const found of discoverSkills(root.shown, { at: root.at, env: process.env })) {
    if (found.type === 'skill' && found.place.path === ref.path) return work(found.place);
    if (found.type === 'unreadable' || found.type === 'unusable') return err(found.failure);
  }
  return err(gone);
}
