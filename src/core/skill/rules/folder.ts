import { showName } from '../../text/visible';
import { folderRefusal, SKILL_FILE, sourceRefusal } from '../refusals';
import { type Found, remembered, type SkillRule, type SkillSubject } from '../subject';
import type { WalkEvent } from '../walk';

/** What the walk met of one type, each as a finding in Murmur's words. */
function met(type: WalkEvent['type'], hint?: string) {
  return function* ({ walked, shown }: SkillSubject): Iterable<Found> {
    for (const event of walked.events) {
      const refusal = event.type === type ? (folderRefusal(event, shown, null) ?? sourceRefusal(event, shown)) : null;
      if (refusal === null) continue;
      yield { message: showName(refusal.message), at: { path: event.path }, ...(hint === undefined ? {} : { hint }) };
    }
  };
}

/** Whether the walk met anything but one SKILL.md and files beside it. */
const hasMoreThanFiles = remembered(
  ({ walked }) =>
    walked.events.length > 1 ||
    walked.skill === null ||
    walked.skill.entry.kind !== 'file' ||
    walked.events[0]?.type !== 'skill-md',
);

/** Refusals of Murmur's folder walk (3.2, 2.5), all of them and not only the first. */
export const folderRules: readonly SkillRule[] = [
  {
    id: 'missing-skill-md',
    ruleSets: ['agent-skills', 'murmur-0.9', 'murmur-0.10'],
    severity: 'error',
    title: 'No SKILL.md',
    why: 'A skill is a folder with a SKILL.md at its root; without one nothing takes it for a skill.',
    action: 'Write a SKILL.md at the root of the folder.',
    when: ({ skill }) => skill === null,
    *find({ walked, skill, shown }) {
      // A link that is not followed says nothing about what it leads to.
      if (skill !== null || walked.events.some(({ type, path }) => type === 'symlink' && path === '')) return;
      const folder = walked.skipped.length + walked.supporting.length;
      yield {
        message: showName(`SKILL.md not found in ${shown} (case-insensitive search found no match)`),
        ...(folder === 0 ? { hint: 'The folder holds no files that a skill would pack.' } : {}),
      };
    },
  },
  {
    id: 'skill-md-no-file',
    ruleSets: ['agent-skills', 'murmur-0.9'],
    severity: 'warning',
    title: 'SKILL.md is no regular file',
    why: 'A folder, pipe or device of that name is not read as the skill.',
    action: 'Put a regular file named SKILL.md in its place.',
    *find({ walked }) {
      for (const { path, kind } of walked.skipped)
        if (path.toLowerCase() === 'skill.md' && kind !== 'file' && kind !== 'symlink')
          yield { message: `${showName(path)} is a ${kind}, not a file; Murmur passes it over`, at: { path } };
      const folder = walked.supporting.find(
        ({ path }) => path[SKILL_FILE.length] === '/' && path.slice(0, SKILL_FILE.length).toLowerCase() === 'skill.md',
      );
      if (folder !== undefined)
        yield {
          message: `${showName(folder.path.slice(0, SKILL_FILE.length))} is a folder; its files pack as supporting files`,
          at: { path: folder.path.slice(0, SKILL_FILE.length) },
        };
    },
  },
  {
    id: 'duplicate-skill-md',
    ruleSets: ['murmur-0.9'],
    severity: 'error',
    title: 'Two spellings of SKILL.md',
    why: 'Both would pack as skill.md, so Murmur 0.9 refuses the folder.',
    action: 'Keep the one named SKILL.md and delete the other.',
    when: hasMoreThanFiles,
    *find({ walked, shown }) {
      let first: string | null = null;
      for (const event of walked.events) {
        if (event.type !== 'skill-md') continue;
        const refusal = folderRefusal(event, shown, first);
        if (refusal !== null) yield { message: showName(refusal.message), at: { path: event.path } };
        first ??= event.path;
      }
    },
  },
  {
    id: 'skill-md-case',
    ruleSets: ['agent-skills', 'murmur-0.10'],
    severity: 'error',
    title: 'SKILL.md in another casing',
    why: 'The public format and Murmur 0.10 take SKILL.md and nothing else; clients on Linux do not find the file.',
    action: 'Rename it to SKILL.md.',
    when: ({ skill, walked }) => skill?.path !== SKILL_FILE || walked.events.length > 1,
    *find({ walked }) {
      const names = walked.events.flatMap((event) => (event.type === 'skill-md' ? [event.path] : []));
      const linked = walked.skipped.flatMap(({ path, kind }) =>
        kind === 'symlink' && path.toLowerCase() === 'skill.md' ? [path] : [],
      );
      const all = [...names, ...linked];
      for (const name of all) {
        if (name === SKILL_FILE) continue;
        yield {
          message: `a skill's file is named SKILL.md, exactly; this one is ${showName(name)}`,
          at: { path: name },
          hint: `Rename ${showName(name)} to SKILL.md.`,
          ...(all.includes(SKILL_FILE) ? { ruleSets: ['murmur-0.10'] as const } : {}),
        };
      }
    },
  },
  {
    id: 'symlink',
    ruleSets: ['murmur-0.9', 'murmur-0.10'],
    severity: 'error',
    title: 'A link in the folder',
    why: 'A skill folder packs regular files only; Murmur refuses a folder with a link anywhere in it.',
    action: 'Put the file itself where the link is, or delete the link.',
    when: hasMoreThanFiles,
    *find({ walked, shown }) {
      for (const event of walked.events) {
        if (event.type !== 'symlink') continue;
        const message = folderRefusal(event, shown, null)?.message ?? '';
        const target = event.target === null ? '' : ` (it leads to ${showName(event.target)})`;
        yield { message: showName(message) + target, at: { path: event.path } };
      }
    },
  },
  {
    id: 'reserved-build-info',
    ruleSets: ['murmur-0.9', 'murmur-0.10'],
    severity: 'error',
    title: 'A file that mur build writes itself',
    why: "Every package ends with mur build's own murmur-build.json, so a skill may not bring one.",
    action: 'Delete it: mur build writes murmur-build.json.',
    when: hasMoreThanFiles,
    find: met('build-info'),
  },
  {
    id: 'murmur-yaml-beside',
    ruleSets: ['murmur-0.10'],
    severity: 'error',
    title: 'A murmur.yaml beside SKILL.md',
    why: 'Murmur 0.9 takes it as the manifest and does not pack it; Murmur 0.10 refuses the folder.',
    action: 'Put what it says into the front block, then delete murmur.yaml.',
    when: hasMoreThanFiles,
    find: met('manifest'),
  },
  {
    id: 'io',
    ruleSets: ['murmur-0.9', 'murmur-0.10'],
    severity: 'error',
    title: 'Something cannot be read',
    why: 'Murmur gives the folder up at the first entry that it cannot look at.',
    action: 'Check the permissions, and that nothing changes the folder meanwhile.',
    when: hasMoreThanFiles,
    find: met('io'),
  },
  {
    id: 'unreadable',
    ruleSets: ['agent-skills', 'murmur-0.10', 'murmur-0.9'],
    severity: 'error',
    title: 'A file cannot be read',
    why: 'The folder is accepted by its names, but neither packing nor installing gets at the content.',
    action: 'Check the permissions of the file.',
    *find({ walked, skill, unread }) {
      if (skill !== null && unread !== null)
        yield {
          message: `${showName(skill.path)} is not read: ${unread.message}`,
          at: { path: skill.path },
          // Murmur refuses a link for what it is.
          ...(skill.entry.kind === 'symlink' ? { ruleSets: ['agent-skills'] as const } : {}),
        };
      for (const { path, unreadable } of walked.supporting)
        if (unreadable !== null)
          yield {
            message: `${showName(path)} cannot be read: ${unreadable.message}`,
            at: { path },
            ruleSets: ['murmur-0.10', 'murmur-0.9'],
          };
    },
  },
];
