import type { Finding } from '../../shared/models/finding';
import type { SourceRefusal } from '../../shared/models/skill';
import { err, ok, type Result } from '../../shared/result';
import type { LaunchManifest } from '../manifest/launch';
import { hostPath, locate, type ManifestBase, OUTSIDE_PACKAGE, unopenedText } from '../manifest/paths';
import type { Archive } from '../package/archive';
import { ceilingFailure } from '../package/entry-data';
import { readEntry } from '../package/read';
import { missingSource, SKILL_FILE, unreadableSource } from '../skill/refusals';
import {
  type EntrySource,
  type LocalSkill,
  readEntrySkillSource,
  readHostSkillSource,
  type SourceEntry,
} from '../skill/source';
import { showName } from '../text/visible';
import { modelFinding } from './findings';
import type { ManifestAt } from './manifest';

/** What a local-source skill installs, from a folder or a package, or why a launch refuses it (S1, spec 2.5). */
export function readSkillSource(
  base: ManifestBase,
  source: string,
  ceiling: number,
): Result<LocalSkill, SourceRefusal> {
  return skillSource(base, source, ceiling, readEntry);
}

type Read = (archive: Archive, index: number, options: { readonly limit: number }) => Result<Uint8Array>;

function skillSource(
  base: ManifestBase,
  source: string,
  ceiling: number,
  read: Read,
): Result<LocalSkill, SourceRefusal> {
  const { location, resolved } = locate(base, source);
  if (location.at === 'host') return readHostSkillSource(hostPath(base.cwd, location.path), resolved);
  if (location.at === 'outside' || base.kind === 'folder') return err(unreadableSource(resolved, OUTSIDE_PACKAGE));
  if (location.name === '') return err(missingSource(resolved));
  const { archive } = base;
  if (archive === null || base.refusal !== null) return err(unreadableSource(resolved, unopenedText(base)));
  const given: EntrySource<number> = {
    entries: fileEntries(archive),
    prefix: location.name,
    shown: resolved,
    ceiling,
    read: (index, limit) => read(archive, index, { limit }),
  };
  return readEntrySkillSource(given);
}

const entries = new WeakMap<Archive, readonly SourceEntry<number>[]>();

/** The files that Murmur sees, in archive order; made once an archive. */
function fileEntries(archive: Archive): readonly SourceEntry<number>[] {
  const known = entries.get(archive);
  if (known) return known;
  const made: SourceEntry<number>[] = [];
  for (const index of archive.seen) {
    const kind = archive.kindOf(index);
    const name = kind === 'directory' ? null : archive.safeNameOf(index);
    if (name) made.push({ name, symlink: kind === 'symlink', ref: index });
  }
  entries.set(archive, made);
  return made;
}

/** Sources of one manifest that are judged; a capsule names a few. */
const JUDGED = 200;

/**
 * Findings about the skills that a package's manifest names inside the package. Of these only SKILL.md is read; files
 * beside it count as large as they say they are.
 */
export function skillSourceFindings(
  base: ManifestBase,
  launch: LaunchManifest,
  ceiling: number,
  at: ManifestAt,
): Finding[] {
  const findings: Finding[] = [];
  const sources = launch.files.filter(({ wanted }) => wanted === 'file-or-folder').slice(0, JUDGED);
  for (const { key, declared, place } of sources) {
    // A host path is only looked up, and what is not there has a finding of its own.
    if (locate(base, declared).location.at !== 'entry') continue;
    const read = skillSource(base, declared, ceiling, sizesOnly());
    if (read.ok || read.error.kind === 'not-found') continue;
    const { message, hint } = read.error;
    const more = { ...at, place, ...(hint ? { hint: sentence(hint) } : {}) };
    findings.push(modelFinding('skill-refused', `${showName(key)}: ${showName(message)}.`, more));
  }
  return findings;
}

const sentence = (hint: string) => `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`;

/** Reads SKILL.md and takes every other file at its word, so that a large skill costs nothing to judge. */
function sizesOnly(): Read {
  let claimed = 0;
  return (archive, index, { limit }) => {
    if (archive.safeNameOf(index)?.split('/').at(-1) === SKILL_FILE) return readEntry(archive, index, { limit });
    claimed += archive.sizeOf(index);
    return claimed > limit ? err(ceilingFailure(archive.nameOf(index), limit)) : ok(new Uint8Array(0));
  };
}
