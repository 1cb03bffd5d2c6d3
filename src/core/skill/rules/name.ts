import { showName } from '../../text/visible';
import { codePointLength, trim } from '../../text/white';
import { artifactNameProblem } from '../artifact-name';
import {
  asPlain,
  blockStart,
  type Found,
  frontPair,
  frontView,
  quoted,
  remembered,
  replace,
  type SkillRule,
  type SkillSubject,
} from '../subject';

const NAME_LIMIT = 64;
/** What the text of the format allows, and what its reference program takes beyond that. */
const PLAIN_NAME = /^[a-z0-9-]*$/;
const WIDE_NAME = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}-]*$/u;

/** The name as the public format reads it, trimmed; null where it is no text or blank. */
function nameOf(subject: SkillSubject): string | null {
  const value = frontPair(subject, 'name')?.value;
  const name = value?.kind === 'string' ? trim(value.text) : '';
  return name === '' ? null : name;
}

/** A check of a name that is there, at its place. */
function checked(check: (name: string, subject: SkillSubject) => string | null) {
  return function* (subject: SkillSubject): Iterable<Found> {
    const name = nameOf(subject);
    const message = name === null ? null : check(name, subject);
    if (name === null || message === null) return;
    const span = frontPair(subject, 'name')?.value.span ?? blockStart(subject);
    yield { message, at: span, ...toFolderName(subject, name) };
  };
}

/** The name may be set to the folder's where that is a good one. */
function toFolderName(subject: SkillSubject, name: string) {
  const { folderName } = subject;
  const value = frontPair(subject, 'name')?.value;
  if (folderName === null || value === undefined || value.style === 'block' || folderName === name) return {};
  const { start, end } = value.span;
  // Readers that take an anchor for the name have no place for it, and where it stands already nothing is mended.
  if (start === end || subject.reading?.source.text.slice(start, end) === asPlain(folderName)) return {};
  if (!PLAIN_NAME.test(folderName) || artifactNameProblem(folderName) !== null || folderName.includes('--')) return {};
  return replace(subject, `Set name: ${folderName}`, value.span, asPlain(folderName));
}

/** Whether anything about the name may be wrong: most skills have a plain one that is the folder's, for both readers. */
const isOdd = remembered((subject) => {
  const { folderName, reading } = subject;
  const value = frontPair(subject, 'name')?.value;
  const name = value?.kind === 'string' ? value.text : '';
  const isPlain = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= NAME_LIMIT;
  return !isPlain || name !== folderName || reading?.front?.name !== name;
});

/** The rules about the name: of the public format, of Murmur 0.10, and of mur build's artifact names. */
export const nameRules: readonly SkillRule[] = [
  {
    id: 'name-missing',
    ruleSets: ['agent-skills', 'murmur-0.10'],
    severity: 'error',
    title: 'No name',
    why: 'The format requires a name; Murmur 0.10 does not install a skill without one.',
    action: "Set name: to the folder's name.",
    when: isOdd,
    *find(subject) {
      const front = subject.reading?.front;
      if (front == null || front.way === 'too-long') return;
      const view = frontView(subject);
      const pair = frontPair(subject, 'name');
      const absent = view?.way === 'yaml' && (pair === null || pair.value.kind === 'null' || isBlankText(pair.value));
      const unread = front.name === null;
      const isOther = pair !== null && pair.value.kind !== 'null' && pair.value.kind !== 'string';
      if (isOther || (!absent && !unread)) return;
      yield {
        message: pair === null ? 'the front block has no name' : 'the name is blank',
        at: pair?.keySpan ?? front.places.opening,
        ...(unread && !absent ? { ruleSets: ['murmur-0.10'] as const } : {}),
        ...(absent && !unread ? { ruleSets: ['agent-skills'] as const } : {}),
      };
    },
  },
  {
    id: 'name-not-string',
    ruleSets: ['agent-skills', 'murmur-0.10'],
    severity: 'error',
    title: 'A name that is no text',
    why: 'YAML reads it as a number, a boolean or a collection; Murmur then sees no name.',
    action: 'Put the name in quotes.',
    when: isOdd,
    *find(subject) {
      const pair = frontPair(subject, 'name');
      if (pair === null || pair.value.kind === 'string' || pair.value.kind === 'null') return;
      const { value } = pair;
      const isScalar = value.kind === 'number' || value.kind === 'bool';
      yield {
        message: `the name is a ${value.kind}, not a text`,
        at: value.span,
        ...(isScalar ? replace(subject, 'Quote the name', value.span, quoted(value.text)) : {}),
        ...(subject.reading?.front?.name == null ? {} : { ruleSets: ['agent-skills'] as const }),
      };
    },
  },
  {
    id: 'name-too-long',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A name that is too long',
    why: `The format allows ${NAME_LIMIT} characters; codex refuses more.`,
    action: 'Choose a shorter name, and name the folder alike.',
    when: isOdd,
    find: checked((name) => {
      const length = codePointLength(name);
      return length > NAME_LIMIT ? `the name has ${length} characters, over the ${NAME_LIMIT} that are allowed` : null;
    }),
  },
  {
    id: 'name-characters',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'Characters that no name may have',
    why: 'A name is lower-case letters, digits and hyphens, so that it can be a folder and a command.',
    action: 'Write it in lower case, with hyphens between words.',
    when: isOdd,
    find: checked((name) => {
      if (PLAIN_NAME.test(name) || WIDE_NAME.test(name.normalize('NFKC'))) return null;
      const char = [...name].find((one) => !WIDE_NAME.test(one)) ?? '';
      return `the name may hold lower-case letters, digits and hyphens only (found '${showName(char)}')`;
    }),
  },
  {
    id: 'name-letters',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'Letters outside a to z',
    why: 'The text of the format says a–z, its reference program takes any lower-case letter: clients may go either way.',
    action: 'Keep to a–z if the skill is for everyone.',
    when: isOdd,
    find: checked((name) => {
      if (PLAIN_NAME.test(name) || !WIDE_NAME.test(name.normalize('NFKC'))) return null;
      const char = [...name].find((one) => !PLAIN_NAME.test(one)) ?? '';
      return `'${showName(char)}' is outside a–z, which the text of the format asks for; its reference program takes it`;
    }),
  },
  {
    id: 'name-hyphens',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A hyphen at an end, or two in a row',
    why: 'The format allows single hyphens between other characters only.',
    action: 'Delete the hyphen.',
    when: isOdd,
    find: checked((name) => {
      if (name.startsWith('-') || name.endsWith('-')) return 'the name must not start or end with a hyphen';
      return name.includes('--') ? 'the name must not hold two hyphens in a row' : null;
    }),
  },
  {
    id: 'name-folder-mismatch',
    ruleSets: ['agent-skills', 'murmur-0.10'],
    severity: 'error',
    title: "A name that differs from the folder's",
    why: 'The format wants them equal; Murmur 0.10 does not install the skill, VS Code drops it.',
    action: 'Set one to the other.',
    when: isOdd,
    *find(subject) {
      const { folderName, reading } = subject;
      if (folderName === null) return;
      const name = nameOf(subject);
      const format = name !== null && name.normalize('NFC') !== folderName.normalize('NFC');
      const murmurs = reading?.front?.name ?? null;
      const murmur = murmurs !== null && murmurs !== folderName;
      if (!format && !murmur) return;
      const shown = format ? name : murmurs;
      const onlyForm = !format && murmurs?.normalize('NFC') === folderName.normalize('NFC');
      yield {
        message: onlyForm
          ? `the name '${showName(shown ?? '')}' and the folder's are the same letters, stored differently (NFC and NFD)`
          : `the name '${showName(shown ?? '')}' differs from the folder name '${showName(folderName)}'`,
        at: frontPair(subject, 'name')?.value.span ?? blockStart(subject),
        hint: `Set name: ${showName(folderName)}, or rename the folder to ${showName(shown ?? '')}.`,
        ...toFolderName(subject, shown ?? ''),
        ...(format && !murmur ? { ruleSets: ['agent-skills'] as const } : {}),
        ...(murmur && !format ? { ruleSets: ['murmur-0.10'] as const } : {}),
      };
    },
  },
  {
    id: 'no-folder-name',
    ruleSets: ['murmur-0.10'],
    severity: 'error',
    title: 'A SKILL.md in no folder',
    why: 'Murmur 0.10 compares the name with the folder that holds SKILL.md; at the root of an archive there is none.',
    action: 'Put the skill into a folder of its name.',
    when: isOdd,
    *find({ folderName, reading }) {
      const front = reading?.front;
      if (folderName !== null || front?.name == null || front.description === null) return;
      yield { message: `it is not inside a folder, so the name '${showName(front.name)}' has no folder name to match` };
    },
  },
  {
    id: 'artifact-name',
    ruleSets: ['murmur-0.9'],
    severity: 'error',
    title: 'A name that mur build refuses',
    why: 'The package takes its name from the front block, else from the folder, and artifact names are strict.',
    action: 'Change the name, or give another one when packing.',
    when: isOdd,
    *find(subject) {
      const { reading, folderName, skill } = subject;
      if (skill === null) return;
      const name = reading?.front?.name ?? folderName;
      const message = name === null ? null : artifactNameProblem(name);
      if (name === null || message === null) return;
      yield {
        message: showName(message),
        ...(reading?.front?.name == null ? {} : { at: frontPair(subject, 'name')?.value.span ?? blockStart(subject) }),
        ...(reading?.front?.name == null ? {} : toFolderName(subject, name)),
      };
    },
  },
];

const isBlankText = (value: { kind: string; text: string }) => value.kind === 'string' && trim(value.text) === '';
