import { showName } from '../../text/visible';
import { FRONT_BLOCK_LIMIT } from '../front-block';
import type { Found, SkillRule, SkillSubject } from '../subject';
import { replace } from '../subject';
import { SKILL_TEXT_LIMIT, type SkillText } from '../text';

/** Why the first lines are no front block, and what would make them one. */
function whyNoBlock(subject: SkillSubject, text: string): Found {
  const [first = '', second = ''] = text.split('\n', 2);
  const content = first.replace(/\r$/, '');
  const firstLine = { start: 0, end: first.length };
  if (content === '---') {
    const late = /^(---|\.\.\.)[ \t]+\r?$/m.exec(text.slice(first.length + 1));
    if (late !== null) {
      const at = first.length + 1 + late.index + 3;
      const span = { start: at, end: at + late[0].replace(/\r$/, '').length - 3 };
      return {
        message: 'the front block is not closed: the line that should close it ends in blanks',
        at: span,
        ...replace(subject, 'Delete the blanks behind the fence', span, ''),
      };
    }
    return { message: 'the front block is not closed by a line that is exactly ---', at: firstLine };
  }
  if (/^---\r/.test(first))
    return {
      message: 'lines end with a lone carriage return, so the whole file is one line',
      at: { start: 0, end: 3 },
    };
  if (/^---[ \t]+$/.test(content)) {
    const span = { start: 3, end: content.length };
    return {
      message: 'the first line is not exactly ---: blanks follow it',
      at: span,
      ...replace(subject, 'Delete the blanks behind the fence', span, ''),
    };
  }
  if (content.trim() === '' && /^\s*---\r?\n/.test(text))
    return {
      message: `the file starts with ${second === '---' ? 'a blank line' : 'blank lines'} instead of ---`,
      at: firstLine,
    };
  return { message: 'the file does not start with a front block: its first line is not ---', at: firstLine };
}

/** Where the marks at the start end, in bytes: tools that each add one leave several. */
function marksEnd({ bom, content }: SkillText): number {
  let at = 0;
  while (content[at] === 0xef && content[at + 1] === 0xbb && content[at + 2] === 0xbf) at += 3;
  return bom + at;
}

/** How a SKILL.md is encoded and whether it has a front block at all (3.1). */
export const textRules: readonly SkillRule[] = [
  {
    id: 'encoding',
    ruleSets: ['agent-skills', 'murmur-0.10'],
    severity: 'error',
    title: 'Not UTF-8',
    why: 'A SKILL.md is UTF-8; in another encoding no reader finds the front block, or it reads other words.',
    action: 'Save the file as UTF-8.',
    when: ({ reading }) => reading !== null && reading.source.problem !== null,
    *find(subject) {
      const problem = subject.reading?.source.problem;
      if (problem == null) return;
      const { certain, line, column } = problem;
      const whole = { start: 0, end: subject.reading?.source.bytes ?? 0, text: certain ?? '' };
      yield {
        message: problem.message,
        at: { line, column, endLine: line, endColumn: column },
        ...(certain === null ? {} : { fix: { title: 'Save as UTF-8', edits: [whole] } }),
      };
    },
  },
  {
    id: 'bom',
    ruleSets: ['clients', 'agent-skills'],
    severity: 'warning',
    title: 'A byte order mark',
    why: 'Murmur drops it; some readers of front blocks do not find the --- behind it and pass the skill over.',
    action: 'Save the file as UTF-8 without a BOM.',
    when: ({ reading }) => reading !== null && reading.source.bom > 0,
    *find({ reading }) {
      if (reading === null || reading.source.bom === 0) return;
      yield {
        message: 'the file starts with a byte order mark; Murmur drops it, whether clients do is not known',
        at: { start: 0, end: 0 },
        fix: { title: 'Delete the byte order mark', edits: [{ start: 0, end: marksEnd(reading.source), text: '' }] },
      };
    },
  },
  {
    id: 'skill-md-too-large',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'A SKILL.md that is no page',
    why: 'Clients put the whole text into a context; only its start was looked at here.',
    action: 'Move what is not always needed into files of its own.',
    when: ({ reading }) => reading?.source.cut === true,
    *find({ reading, skill }) {
      if (reading?.source.cut)
        yield {
          message: `${showName(skill?.path ?? '')} has ${reading.source.bytes} bytes; the first ${SKILL_TEXT_LIMIT} were read`,
        };
    },
  },
  {
    id: 'front-block-missing',
    ruleSets: ['agent-skills', 'murmur-0.10'],
    severity: 'error',
    title: 'No front block',
    why: 'Without --- on the first line, name, description and a closing --- no client lists the skill.',
    action: 'Start the file with ---, name:, description: and ---.',
    when: ({ reading }) => reading !== null && reading.front === null,
    *find(subject) {
      const { reading } = subject;
      if (reading === null || reading.source.problem !== null || reading.front !== null) return;
      yield whyNoBlock(subject, reading.source.text);
    },
  },
  {
    id: 'front-block-too-large',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A front block that is too large',
    why: `Over ${FRONT_BLOCK_LIMIT} bytes it is no description any more, and it is not parsed here.`,
    action: 'Keep name, description and a few words of metadata; move the rest into the text.',
    when: ({ reading }) => reading?.front?.way === 'too-long',
    *find({ reading }) {
      const front = reading?.front;
      if (front == null || front.way !== 'too-long') return;
      const bytes = Buffer.byteLength(
        reading?.source.text.slice(front.places.block.start, front.places.block.end) ?? '',
      );
      yield {
        message: `the front block has ${bytes} bytes, over the ${FRONT_BLOCK_LIMIT} that are parsed`,
        at: front.places.opening,
      };
    },
  },
];
