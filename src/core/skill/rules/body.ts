import { showName } from '../../text/visible';
import { codePointLength } from '../../text/white';
import { localLinks, type SkillLink } from '../links';
import type { FileRange } from '../places';
import type { SkillReading } from '../reading';
import { type Found, remembered, type SkillRule, type SkillSubject } from '../subject';

const LINES_LIMIT = 500;
const TOKENS_LIMIT = 5_000;
/** Folders below the root that a reference may lie in. */
const DEPTH_LIMIT = 2;

const NONE: readonly SkillLink[] = [];

/** Whether a text holds what every link has. */
function mayLink(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  return bytes.includes('](') || bytes.includes(']:');
}

/** The links of the text after the front block. */
const linksOf = remembered(({ reading }): readonly SkillLink[] => {
  if (reading === null || !reading.source.utf8) return NONE;
  const { content } = reading.source;
  return mayLink(content) ? localLinks(content, reading.bodyByte) : NONE;
});

/** Paths of a folder with the folders above them: packed, and passed over. */
interface Holdings {
  readonly packed: ReadonlySet<string>;
  readonly skipped: ReadonlySet<string>;
}

const holdingsOf = remembered(({ walked }): Holdings => {
  const [packed, skipped] = [new Set<string>(), new Set<string>()];
  for (const { path } of walked.supporting) {
    packed.add(path);
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) packed.add(path.slice(0, at));
  }
  for (const { path } of walked.skipped) skipped.add(path);
  return { packed, skipped };
});

/** What the folder holds under a path: packed, passed over (also what lies below that), or nothing. */
function lookUp(subject: SkillSubject, path: string): 'packed' | 'skipped' | 'none' {
  const { skill, exists } = subject;
  const { packed, skipped } = holdingsOf(subject);
  if (path === '' || path === skill?.path || packed.has(path)) return 'packed';
  for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1))
    if (skipped.has(path.slice(0, at))) return 'skipped';
  return exists?.(path) ? 'packed' : 'none';
}

/** Links that lead to what the wanted answer says. */
function linked(wanted: 'skipped' | 'none', message: (link: string) => string) {
  return function* (subject: SkillSubject): Iterable<Found> {
    if (subject.walked.cut) return;
    for (const link of linksOf(subject))
      if (link.path !== null && lookUp(subject, link.path) === wanted)
        yield { message: message(showName(link.target)), ...placed(subject, link) };
  };
}

/** Lines of a text from a byte on, the last one with or without its line feed. */
function countLines(content: Uint8Array, from: number): number {
  let count = content.length > from && content[content.length - 1] !== 0x0a ? 1 : 0;
  for (let at = content.indexOf(0x0a, from); at >= 0; at = content.indexOf(0x0a, at + 1)) count++;
  return count;
}

/** The line of this number, counted from the start of what follows the front block. */
function lineOf({ source, places, body, bodyByte }: SkillReading, number: number): FileRange {
  const { content } = source;
  let start = bodyByte;
  for (let left = number - 1; left > 0; left--) start = content.indexOf(0x0a, start) + 1;
  const end = content.indexOf(0x0a, start);
  const text = Buffer.from(content.subarray(start, end < 0 ? content.length : end)).toString('utf8');
  const line = places.range({ start: body, end: body }).line + number - 1;
  return { line, column: 1, endLine: line, endColumn: codePointLength(text) + 1 };
}

/** Where a link stands. */
function placed({ reading }: SkillSubject, { bytes }: SkillLink): Pick<Found, 'at'> {
  return reading === null ? {} : { at: reading.places.byteRange(bytes) };
}

/** The rules about the text after the front block (3.3, SHOULD). */
export const bodyRules: readonly SkillRule[] = [
  {
    id: 'body-too-long',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'A long text',
    why: `The format asks for under ${LINES_LIMIT} lines: the whole text is read whenever the skill is used.`,
    action: 'Move what is not always needed into files of its own and link them.',
    *find({ reading }) {
      if (reading === null || !reading.source.utf8) return;
      const { content } = reading.source;
      const from = reading.bodyByte;
      if (content.length - from < LINES_LIMIT) return;
      const count = countLines(content, from);
      if (count >= LINES_LIMIT)
        yield {
          message: `the text has ${count} lines, not under ${LINES_LIMIT}`,
          at: lineOf(reading, LINES_LIMIT),
        };
    },
  },
  {
    id: 'body-too-many-tokens',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'A text of many tokens',
    why: `The format asks for under ${TOKENS_LIMIT} tokens. The count is an estimate: bytes divided by 4.`,
    action: 'Move what is not always needed into files of its own and link them.',
    *find({ reading }) {
      if (reading === null || !reading.source.utf8) return;
      const { source, body } = reading;
      // A text that was cut counts with what was not read.
      const tokens = Math.ceil((source.bytes - source.bom - reading.bodyByte) / 4);
      if (tokens >= TOKENS_LIMIT)
        yield {
          message: `the text has about ${tokens} tokens (an estimate: bytes / 4), not under ${TOKENS_LIMIT}`,
          at: { start: body, end: body },
        };
    },
  },
  {
    id: 'link-missing',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'A link to a file that is not there',
    why: 'An agent that follows it finds nothing.',
    action: 'Correct the link, or add the file.',
    when: (subject) => linksOf(subject).length > 0,
    find: linked('none', (link) => `there is no ${link} in the skill's folder`),
  },
  {
    id: 'link-not-packed',
    ruleSets: ['murmur-0.9', 'murmur-0.10'],
    severity: 'warning',
    title: 'A link to a file that is not packed',
    why: 'The file is there, but Murmur passes it over, so the installed skill lacks it.',
    action: 'Rename the file so that it is packed.',
    when: (subject) => linksOf(subject).length > 0,
    find: linked('skipped', (link) => `${link} is not packed with the skill`),
  },
  {
    id: 'link-escapes',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'A link that leaves the folder',
    why: "References are relative to the skill's root; what lies outside is not installed with it.",
    action: 'Copy the file into the folder, or link to it on the web.',
    when: (subject) => linksOf(subject).length > 0,
    *find(subject) {
      for (const link of linksOf(subject))
        if (link.path === null)
          yield { message: `${showName(link.target)} leads out of the skill's folder`, ...placed(subject, link) };
    },
  },
  {
    id: 'link-deep',
    ruleSets: ['agent-skills'],
    severity: 'info',
    title: 'A reference deep in the folder',
    why: 'The format asks to keep references one level deep, so that an agent finds them without a search.',
    action: 'Move the file up.',
    when: (subject) => linksOf(subject).length > 0,
    *find(subject) {
      for (const link of linksOf(subject))
        if (link.path !== null && link.path.split('/').length > DEPTH_LIMIT && lookUp(subject, link.path) !== 'none')
          yield { message: `${showName(link.target)} lies deep in the skill's folder`, ...placed(subject, link) };
    },
  },
];
