import { type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { SourceRefusal } from '../../shared/models/skill';
import { err, ok, type Result } from '../../shared/result';
import { compareBytes } from '../text/order';
import { diskTree, readDiskHead, realName } from './disk-tree';
import { readFrontBlock } from './front-block';
import {
  frontRefusal,
  missingSource,
  misspelledSource,
  notTextRefusal,
  SKILL_FILE,
  sourceRefusal,
  unreadableSource,
  walkRefusalOf10,
} from './refusals';
import { readSkillText, SKILL_TEXT_LIMIT } from './text';
import { joinShown } from './tree';
import { BUILD_INFO, skipReason, type WalkEvent, walkSkill } from './walk';

/** What a local-source skill installs (S1): each file as its path under the skill's folder, `SKILL.md` first. */
export interface LocalSkill {
  readonly files: ReadonlyArray<{ readonly path: string; readonly bytes: number }>;
  /** The front block's. */
  readonly description: string;
}

/**
 * A skill that `source:` names on the host: a file named SKILL.md, installed alone, or a folder by the walk of 3.2
 * (S1). Contents but SKILL.md's are not read, only whether they can be.
 * @param path for the system
 * @param shown the path as Murmur prints it
 */
export function readHostSkillSource(path: string, shown: string = path): Result<LocalSkill, SourceRefusal> {
  const stat = statOf(path);
  if (stat === null) return err(missingSource(shown));
  if (!stat.isDirectory()) {
    if (basename(path) !== SKILL_FILE || path.endsWith('/')) return err(misspelledSource(shown));
    return hostFile(path, shown);
  }
  const tree = diskTree(path, shown);
  const walked = walkSkill(tree);
  const refusal = walkRefusalOf10(walked.events, shown);
  if (refusal !== null || walked.skill === null) return err(refusal ?? missingSource(shown));
  const skillShown = joinShown(shown, SKILL_FILE);
  const head = tree.head(walked.skill.entry, SKILL_TEXT_LIMIT);
  if (!head.ok) return err(unreadableSource(skillShown, head.error.message));
  for (const { path: file, unreadable } of walked.supporting)
    if (unreadable !== null) return err(unreadableSource(joinShown(shown, file), unreadable.message));
  const checked = checkedDescription(skillShown, head.value.bytes, tree.folderName);
  if (!checked.ok) return checked;
  const files = [walked.skill, ...walked.supporting].map((file) => ({ path: file.path, bytes: file.bytes }));
  return ok({ files, description: checked.value });
}

/** As `Path::exists`: whatever goes wrong, the path is not there. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function hostFile(path: string, shown: string): Result<LocalSkill, SourceRefusal> {
  const slash = path.lastIndexOf('/');
  const folder = slash < 0 ? '.' : path.slice(0, slash) || '/';
  // A file that is named is read through a link, unlike one that is met in a folder (S1).
  const head = readDiskHead(path, SKILL_TEXT_LIMIT, 'follow');
  if (!head.ok) return err(unreadableSource(shown, head.error.message));
  const checked = checkedDescription(shown, head.value.bytes, realName(folder));
  if (!checked.ok) return checked;
  return ok({ files: [{ path: SKILL_FILE, bytes: head.value.size }], description: checked.value });
}

/** The front block's description of a SKILL.md that passes Murmur 0.10's check. */
function checkedDescription(shown: string, bytes: Uint8Array, folder: string | null): Result<string, SourceRefusal> {
  const text = readSkillText(bytes);
  if (!text.utf8) return err(notTextRefusal(shown));
  const front = readFrontBlock(text.text);
  const refusal = frontRefusal(shown, front, folder);
  return refusal === null ? ok(front?.description ?? '') : err(refusal);
}

/** One file entry of a package, in archive order. */
export interface SourceEntry<Ref> {
  /** The safe name; entries without one are left out. */
  readonly name: string;
  readonly symlink: boolean;
  /** What `read` is asked with. */
  readonly ref: Ref;
}

export interface EntrySource<Ref> {
  /** Files only, no folders, in archive order. */
  readonly entries: readonly SourceEntry<Ref>[];
  /** The declared path without `.` and empty components; '' for the package itself. */
  readonly prefix: string;
  /** `<scope>/<name>@<version>!/<prefix>` */
  readonly shown: string;
  /** Bytes that all files together may give. */
  readonly ceiling: number;
  /** Reads one entry up to `limit` bytes; a failure's message is Murmur's reason. */
  readonly read: (ref: Ref, limit: number) => Result<Uint8Array>;
}

/** A skill that `source:` names in an installed package: the entry of that name, or the entries under it (S1). */
export function readEntrySkillSource<Ref>(source: EntrySource<Ref>): Result<LocalSkill, SourceRefusal> {
  const { entries, prefix, shown } = source;
  if (prefix === '') return err(missingSource(shown));
  const file = entries.find((entry) => entry.name === prefix);
  if (file !== undefined) return entryFile(source, file);
  const found = entriesBelow(entries, `${prefix}/`);
  if (found === null) return err(missingSource(shown));
  const refusal = walkRefusalOf10(found.events, shown);
  if (refusal !== null || found.skill === null) return err(refusal ?? missingSource(shown));
  const supporting = [...found.supporting].sort((a, b) => compareBytes(a.path, b.path));
  const files: Array<{ path: string; bytes: number }> = [];
  let [total, skill] = [0, new Uint8Array(0)];
  for (const { path, entry } of [{ path: SKILL_FILE, entry: found.skill }, ...supporting]) {
    const read = source.read(entry.ref, Math.max(0, source.ceiling - total));
    if (!read.ok) return err(unreadableSource(`${shown}/${path}`, read.error.message));
    if (files.length === 0) skill = new Uint8Array(read.value);
    total += read.value.length;
    files.push({ path, bytes: read.value.length });
  }
  const checked = checkedDescription(`${shown}/${SKILL_FILE}`, skill, lastPart(prefix));
  return checked.ok ? ok({ files, description: checked.value }) : checked;
}

function entryFile<Ref>(source: EntrySource<Ref>, entry: SourceEntry<Ref>): Result<LocalSkill, SourceRefusal> {
  const { prefix, shown } = source;
  if (lastPart(prefix) !== SKILL_FILE) return err(misspelledSource(shown));
  const read = source.read(entry.ref, source.ceiling);
  if (!read.ok) return err(unreadableSource(shown, read.error.message));
  const above = prefix.slice(0, Math.max(0, prefix.length - SKILL_FILE.length - 1));
  const checked = checkedDescription(shown, read.value, above === '' ? null : lastPart(above));
  if (!checked.ok) return checked;
  return ok({ files: [{ path: SKILL_FILE, bytes: read.value.length }], description: checked.value });
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);

interface Below<Ref> {
  readonly events: readonly WalkEvent[];
  /** The last of several, as Murmur has it. */
  readonly skill: SourceEntry<Ref> | null;
  readonly supporting: ReadonlyArray<{ readonly path: string; readonly entry: SourceEntry<Ref> }>;
}

/** The entries under a folder in archive order, as the walk of a folder would meet them; null where there are none. */
function entriesBelow<Ref>(entries: readonly SourceEntry<Ref>[], under: string): Below<Ref> | null {
  const events: WalkEvent[] = [];
  const supporting: Array<{ path: string; entry: SourceEntry<Ref> }> = [];
  let skill: SourceEntry<Ref> | null = null;
  let isThere = false;
  for (const entry of entries) {
    if (!entry.name.startsWith(under)) continue;
    isThere = true;
    const path = entry.name.slice(under.length);
    if (path.split('/').some((part) => skipReason(part) !== null)) continue;
    const event = eventOf(path, entry.symlink);
    if (event !== null) events.push(event);
    if (event === null) supporting.push({ path, entry });
    else if (event.type === 'skill-md') skill = entry;
    // Nothing behind a refusal is looked at.
    if (event !== null && sourceRefusal(event, '') !== null) break;
  }
  return isThere ? { events, skill, supporting } : null;
}

/** What an entry is for the walk, null for a supporting file. */
function eventOf(path: string, symlink: boolean): WalkEvent | null {
  if (symlink) return { type: 'symlink', path, target: null };
  if (path.includes('/')) return null;
  const lower = path.toLowerCase();
  if (lower === 'skill.md') return { type: 'skill-md', path };
  if (lower === 'murmur.yaml') return { type: 'manifest', path };
  return path === BUILD_INFO ? { type: 'build-info', path } : null;
}
