import type { FolderRefusal, SourceRefusal } from '../../shared/models/skill';
import { joinShown } from './tree';
import type { WalkEvent } from './walk';

/** The one spelling of a skill's file that Murmur 0.10 and the public format take. */
export const SKILL_FILE = 'SKILL.md';
/** Murmur's codes: a break with the public format, and what no artifact packs. */
const NOT_STANDARD = 'E-BLD-009';
const NOT_PACKED = 'E-BLD-002';

const symlinkText = (path: string) => `${path} is a symlink; a skill folder packs regular files only`;
const buildInfoText = (path: string) =>
  `${path} packs as the archive entry 'murmur-build.json', which is reserved for mur build`;

/**
 * What Murmur 0.9 says about one thing its walk meets, null where it goes on (S2).
 * @param first the root's skill.md that was met before, if any
 */
export function folderRefusal(event: WalkEvent, shown: string, first: string | null): FolderRefusal | null {
  const path = event.path === '' ? shown : joinShown(shown, event.path);
  switch (event.type) {
    case 'io':
      return { kind: 'io', message: `cannot read ${path}: ${event.failure.message}` };
    case 'symlink':
      return { kind: 'symlink', message: symlinkText(path) };
    case 'build-info':
      return { kind: 'reserved-build-info', message: buildInfoText(path) };
    case 'skill-md':
      if (first === null) return null;
      return {
        kind: 'duplicate-skill-md',
        message: `${shown} holds both ${first} and ${event.path}; a skill has one skill.md`,
      };
    case 'manifest':
      return null;
  }
}

/** Murmur 0.9's refusal of a walked folder: the first thing met, else a missing skill.md; null where it packs (S2). */
export function refusalOf09(events: readonly WalkEvent[], shown: string): FolderRefusal | null {
  let first: string | null = null;
  for (const event of events) {
    const refusal = folderRefusal(event, shown, first);
    if (refusal !== null) return refusal;
    if (event.type === 'skill-md') first = event.path;
  }
  if (first !== null) return null;
  const message = `SKILL.md not found in ${shown} (case-insensitive search found no match)`;
  return { kind: 'missing-skill-md', message };
}

/** What Murmur 0.10 says about one thing its walk of a local-source skill meets, null where it goes on (S1). */
export function sourceRefusal(event: WalkEvent, shown: string): SourceRefusal | null {
  const path = event.path === '' ? shown : joinShown(shown, event.path);
  switch (event.type) {
    case 'io':
      return unreadableSource(path, event.failure.message);
    case 'symlink':
      return {
        kind: 'refused',
        code: NOT_PACKED,
        message: symlinkText(path),
        hint: 'put the file itself where the link is',
      };
    case 'build-info':
      return {
        kind: 'refused',
        code: NOT_PACKED,
        message: buildInfoText(path),
        hint: 'remove it: mur build writes murmur-build.json itself',
      };
    case 'skill-md':
      return event.path === SKILL_FILE ? null : misspelledSource(path);
    case 'manifest':
      return notStandard(
        `${path}: a skill folder holds no murmur.yaml beside SKILL.md`,
        'put what it says into the front block, then delete murmur.yaml',
      );
  }
}

/** Murmur 0.10's refusal of a walked folder by its names alone; null where its files would be read (S1). */
export function walkRefusalOf10(events: readonly WalkEvent[], shown: string): SourceRefusal | null {
  for (const event of events) {
    const refusal = sourceRefusal(event, shown);
    if (refusal !== null) return refusal;
  }
  if (events.some((event) => event.type === 'skill-md')) return null;
  return { kind: 'missing-skill-md', code: null, message: `skill source directory '${shown}' contains no SKILL.md` };
}

/** A break with the public format, which Murmur 0.10 refuses. */
export function notStandard(message: string, hint: string): SourceRefusal {
  return { kind: 'not-standard', code: NOT_STANDARD, message, hint };
}

/** A file that a `source:` names and that is not spelled `SKILL.md` (S1). */
export function misspelledSource(shown: string): SourceRefusal {
  const name = shown.slice(shown.lastIndexOf('/') + 1);
  return notStandard(`${shown}: a skill's file is named SKILL.md, exactly`, `rename ${name} to SKILL.md`);
}

export function missingSource(shown: string): SourceRefusal {
  return { kind: 'not-found', code: null, message: `skill source path not found: ${shown}` };
}

export function unreadableSource(shown: string, why: string): SourceRefusal {
  return { kind: 'read', code: null, message: `failed to read skill source at ${shown}: ${why}` };
}

/** What the front-block check of a local-source skill compares (S1). */
export interface CheckedFront {
  readonly name: string | null;
  readonly description: string | null;
}

/**
 * Murmur 0.10's check of a skill's text: a front block with both values, and a name equal to the folder's (S1). The
 * wording of the first three is ours.
 * @param shown the SKILL.md as Murmur prints it
 * @param front null where the text has no front block
 * @param folder the folder's name, null where the file is in none
 */
export function frontRefusal(shown: string, front: CheckedFront | null, folder: string | null): SourceRefusal | null {
  if (front === null)
    return notStandard(`${shown}: has no front block`, 'start it with ---, name:, description: and ---');
  const { name, description } = front;
  if (name === null) return notStandard(`${shown}: front block has no name`, `set name: ${folder ?? 'the-skill'}`);
  if (description === null)
    return notStandard(
      `${shown}: front block has no description`,
      'say in description: what it does and when to use it',
    );
  if (folder === null)
    return notStandard(
      `${shown}: is not inside a folder, so front block name '${name}' has no folder name to match`,
      `move SKILL.md into a folder named ${name}`,
    );
  if (name === folder) return null;
  return notStandard(
    `${shown}: front block name '${name}' differs from the folder name '${folder}'`,
    `set name: ${folder}, or rename the folder to ${name}`,
  );
}

/** A SKILL.md that is no text: Murmur 0.10 finds no front block in it. */
export function notTextRefusal(shown: string): SourceRefusal {
  return notStandard(`${shown}: is not UTF-8 text`, 'save it as UTF-8');
}
