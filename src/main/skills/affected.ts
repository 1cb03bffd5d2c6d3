import { lstatSync } from 'node:fs';
import { atRoot, belowRoot, type SkillRoot } from './places';
import type { ListedSkill } from './table';

/** What must be looked at again: everything, or parts in which skills may have come or gone, and known skills. */
export type Looks =
  | 'all'
  | {
      readonly parts: ReadonlyArray<{ readonly below: string; readonly inside: string | null }>;
      /** Paths of skills. */
      readonly again: readonly string[];
    };

/** Parts that are looked at one by one; more of them are everything. */
const PARTS = 50;

export const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

type Kind = 'folder' | 'file' | 'link' | null;

function kindAt(path: string): Kind {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    return stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'file';
  } catch {
    return null;
  }
}

/**
 * What a set of changed paths means for the list: the skills they lie in are judged again; where a SKILL.md or a folder
 * came or went, that part is searched again.
 * @param changed relative to the root, none of them ''
 */
export function affectedBy(
  changed: ReadonlySet<string>,
  skills: ReadonlyMap<string, ListedSkill>,
  root: SkillRoot,
  kindOf: (path: string) => Kind = kindAt,
): Looks {
  const byBelow = new Map<string, ListedSkill>();
  const holding = new Set<string>();
  for (const skill of skills.values()) {
    byBelow.set(skill.below, skill);
    for (let up = skill.below; up !== ''; up = parentOf(up)) holding.add(up);
  }
  const parts = new Set<string>();
  const again = new Set<string>();
  for (const path of changed) {
    for (let up = path; ; up = parentOf(up)) {
      const skill = byBelow.get(up);
      if (skill !== undefined) again.add(skill.scanned.path);
      if (up === '') break;
    }
    const kind = kindOf(atRoot(root, path));
    if (kind === 'link') return 'all';
    if (nameOf(path).toLowerCase() === 'skill.md' && kind !== 'folder') {
      const folder = parentOf(path);
      if ((byBelow.get(folder)?.scanned.holds ?? false) !== (kind !== null)) parts.add(folder);
    } else if (kind === 'folder' || holding.has(path)) parts.add(path);
  }
  if (parts.size > 0 && (parts.size > PARTS || parts.has('') || needsWhole(skills.values()))) return 'all';
  const outermost = [...parts].filter((part) => ![...parts].some((other) => other !== part && isBelow(part, other)));
  return {
    parts: outermost.map((below) => ({ below, inside: insideOf(below, byBelow) })),
    again: [...again].filter((path) => !outermost.some((part) => isBelow(belowRoot(root, path), part))),
  };
}

/** Where links lead, and that nothing is there, can only be told from the whole. */
function needsWhole(skills: Iterable<ListedSkill>): boolean {
  for (const { scanned } of skills) if (scanned.linked || !scanned.holds) return true;
  return false;
}

/** The innermost skill that a folder lies in, by its path. */
function insideOf(below: string, byBelow: ReadonlyMap<string, ListedSkill>): string | null {
  for (let up = parentOf(below); ; up = parentOf(up)) {
    const skill = byBelow.get(up);
    if (skill !== undefined) return skill.scanned.path;
    if (up === '') return null;
  }
}
