import { DEFAULT_CEILING } from '../../package/ceiling';
import { isVisible, showName } from '../../text/visible';
import type { SkillRule, SkillSubject } from '../subject';
import type { TreeEntryKind } from '../tree';
import { skipReason, WALK_LIMIT } from '../walk';

/** A skill whose files come to more bytes is worth a word: every install carries them. */
const LARGE = 50 * 1024 * 1024;
/** Files of one kind that are named one by one. */
const NAMED = 50;

/** What Murmur passes over although its name does not say so. */
const SPECIAL: ReadonlySet<TreeEntryKind> = new Set(['pipe', 'socket', 'device', 'other'] as const);
const hasSkipped = ({ walked }: SkillSubject) => walked.skipped.length > 0;
const hasSupporting = ({ walked }: SkillSubject) => walked.supporting.length > 0;

/** What the files of a folder are and are called, beyond what Murmur refuses. */
export const fileRules: readonly SkillRule[] = [
  {
    id: 'special-file',
    ruleSets: ['murmur-0.9', 'murmur-0.10'],
    severity: 'warning',
    title: 'A pipe, socket or device',
    why: 'Murmur passes it over without a word, so the package lacks it. It is never opened here.',
    action: 'Delete it, or put a regular file in its place.',
    when: hasSkipped,
    *find({ walked }) {
      for (const { path, kind, why } of walked.skipped.slice(0, 10_000))
        if (SPECIAL.has(kind) && skipReason(path.slice(path.lastIndexOf('/') + 1)) === null)
          yield { message: `${showName(path)} is not packed: ${why}`, at: { path } };
    },
  },
  {
    id: 'file-name-not-utf8',
    ruleSets: ['murmur-0.9', 'murmur-0.10'],
    severity: 'warning',
    title: 'A file name that is not UTF-8',
    why: 'Murmur packs it under a name with U+FFFD in it, which no link in the skill can mean.',
    action: 'Rename the file.',
    when: hasSupporting,
    *find({ walked }) {
      for (const { path, entry } of walked.supporting)
        if (typeof entry.at !== 'number' && typeof entry.at !== 'string')
          yield { message: `the name of ${showName(path)} is not UTF-8; it packs with U+FFFD in it`, at: { path } };
    },
  },
  {
    id: 'file-name-hidden',
    ruleSets: ['murmur-0.9', 'agent-skills'],
    severity: 'warning',
    title: 'A file name with invisible characters',
    why: 'Control, reordering or invisible characters make a name read as another one.',
    action: 'Rename the file.',
    when: hasSupporting,
    *find({ walked }) {
      let named = 0;
      for (const { path } of walked.supporting) {
        if (isVisible(path) || named++ >= NAMED) continue;
        yield { message: `the name ${showName(path)} holds characters that do not show`, at: { path } };
      }
    },
  },
  {
    id: 'too-many-files',
    ruleSets: ['murmur-0.9', 'murmur-0.10'],
    severity: 'warning',
    title: 'Too many files to look at all',
    why: `The walk stops after ${WALK_LIMIT} entries, so nothing is said about the rest.`,
    action: 'Check that this is the folder of one skill.',
    *find({ walked, shown }) {
      if (walked.cut)
        yield { message: `${showName(shown)} holds more than ${WALK_LIMIT} entries; the rest was not looked at` };
    },
  },
  {
    id: 'folder-too-large',
    ruleSets: ['murmur-0.9', 'murmur-0.10'],
    severity: 'warning',
    title: 'A large skill',
    why: `Every install carries all files; over ${DEFAULT_CEILING} bytes Murmur does not unpack it at all.`,
    action: 'Leave out what the skill does not need.',
    *find({ walked, skill }) {
      const total = walked.supporting.reduce((sum, file) => sum + file.bytes, skill?.bytes ?? 0);
      if (total <= LARGE || skill === null) return;
      const largest = walked.supporting.reduce((most, file) => (file.bytes > most.bytes ? file : most), skill);
      const over = total > DEFAULT_CEILING ? `, over Murmur's ceiling of ${DEFAULT_CEILING}` : '';
      yield {
        message: `the files come to ${total} bytes${over}; the largest is ${showName(largest.path)} with ${largest.bytes}`,
        at: { path: largest.path },
      };
    },
  },
  {
    id: 'nested-skill',
    ruleSets: ['murmur-0.9', 'murmur-0.10'],
    severity: 'info',
    title: 'A skill within a skill',
    why: 'Murmur packs its files as supporting files of the outer skill; on its own it is a skill as well.',
    action: 'Move it out if it is meant to be installed on its own.',
    when: ({ inside }) => inside !== null,
    *find({ inside, shown }) {
      if (inside !== null)
        yield {
          message: `${showName(shown)} lies in the skill ${showName(inside)}, which packs it as supporting files`,
        };
    },
  },
  {
    id: 'linked-folder',
    ruleSets: ['murmur-0.9', 'murmur-0.10'],
    severity: 'info',
    title: 'A linked skill folder',
    why: 'The folder is a link; it is judged under the real name of what it leads to, as Murmur does.',
    action: 'Nothing, unless the name of the link was meant to be the name of the skill.',
    when: ({ linkedTo }) => linkedTo !== null,
    *find({ linkedTo, shown }) {
      if (linkedTo !== null) yield { message: `${showName(shown)} is a link to ${showName(linkedTo)}` };
    },
  },
];
