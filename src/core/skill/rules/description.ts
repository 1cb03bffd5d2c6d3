import { codePointLength, isBlank, trim } from '../../text/white';
import {
  blockStart,
  frontPair,
  frontView,
  quoted,
  remembered,
  replace,
  type SkillRule,
  type SkillSubject,
} from '../subject';

const DESCRIPTION_LIMIT = 1_024;

/** The description as the public format reads it, trimmed; null where it is no text or blank. */
function descriptionOf(subject: SkillSubject): string | null {
  const value = frontPair(subject, 'description')?.value;
  const text = value?.kind === 'string' ? trim(value.text) : '';
  return text === '' ? null : text;
}

/** Whether anything about the description may be wrong. */
const isOdd = remembered((subject) => {
  const value = frontPair(subject, 'description')?.value;
  if (value?.kind !== 'string' || subject.reading?.front?.description == null) return true;
  return value.text.length > DESCRIPTION_LIMIT || isBlank(value.text) || /[<>]/.test(value.text);
});

/** The rules about the description, by which an agent decides whether to use the skill. */
export const descriptionRules: readonly SkillRule[] = [
  {
    id: 'description-missing',
    ruleSets: ['agent-skills', 'murmur-0.10'],
    severity: 'error',
    title: 'No description',
    why: 'The description is all that an agent sees before it decides to use the skill; without one nothing loads it.',
    action: 'Say in description: what the skill does and when to use it.',
    when: isOdd,
    *find(subject) {
      const front = subject.reading?.front;
      if (front == null || front.way === 'too-long') return;
      const view = frontView(subject);
      const pair = frontPair(subject, 'description');
      const value = pair?.value;
      const isOther = value !== undefined && value.kind !== 'null' && value.kind !== 'string';
      const absent = view?.way === 'yaml' && descriptionOf(subject) === null;
      const unread = front.description === null;
      if (isOther || (!absent && !unread)) return;
      yield {
        message: pair === null ? 'the front block has no description' : 'the description is blank',
        at: pair?.keySpan ?? front.places.opening,
        ...(unread && !absent ? { ruleSets: ['murmur-0.10'] as const } : {}),
        ...(absent && !unread ? { ruleSets: ['agent-skills'] as const } : {}),
      };
    },
  },
  {
    id: 'description-not-string',
    ruleSets: ['agent-skills', 'murmur-0.10'],
    severity: 'error',
    title: 'A description that is no text',
    why: 'YAML reads it as a number, a boolean or a collection; neither Murmur nor a client takes that.',
    action: 'Put the description in quotes.',
    when: isOdd,
    *find(subject) {
      const value = frontPair(subject, 'description')?.value;
      if (value === undefined || value.kind === 'string' || value.kind === 'null') return;
      const isScalar = value.kind === 'number' || value.kind === 'bool';
      yield {
        message: `the description is a ${value.kind}, not a text`,
        at: value.span,
        ...(isScalar ? replace(subject, 'Quote the description', value.span, quoted(value.text)) : {}),
        ...(subject.reading?.front?.description == null ? {} : { ruleSets: ['agent-skills'] as const }),
      };
    },
  },
  {
    id: 'description-too-long',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A description that is too long',
    why: `The format allows ${DESCRIPTION_LIMIT} characters; codex refuses more.`,
    action: 'Say what it does and when to use it; move the rest into the text.',
    when: isOdd,
    *find(subject) {
      const description = descriptionOf(subject);
      if (description === null || description.length <= DESCRIPTION_LIMIT) return;
      const length = codePointLength(description);
      if (length <= DESCRIPTION_LIMIT) return;
      yield {
        message: `the description has ${length} characters, over the ${DESCRIPTION_LIMIT} that are allowed`,
        at: frontPair(subject, 'description')?.value.span ?? blockStart(subject),
      };
    },
  },
  {
    id: 'angle-brackets',
    // Anthropic's own check of a skill before it is uploaded refuses any angle bracket in a description:
    // https://github.com/anthropics/skills (skill-creator, quick_validate.py); the documentation speaks of XML tags.
    ruleSets: ['clients'],
    severity: 'warning',
    title: 'Angle brackets in the description',
    why: 'A description stands within XML tags in many prompts; uploading a skill to claude.ai refuses brackets in it.',
    action: 'Write it without < and >, also in arrows.',
    when: isOdd,
    *find(subject) {
      const value = frontPair(subject, 'description')?.value;
      const { reading } = subject;
      if (value?.kind !== 'string' || reading === null || !/[<>]/.test(value.text)) return;
      const written = reading.source.text.slice(value.span.start, value.span.end);
      // The header of a folded text is an angle bracket itself.
      const from = value.style === 'block' ? written.indexOf('\n') : 0;
      const found = /<[^<>\n]*>|[-=]+>|<[-=]+|[<>]/.exec(written.slice(Math.max(0, from)));
      const start = value.span.start + Math.max(0, from) + (found?.index ?? 0);
      const what = found?.[0] ?? '';
      yield {
        message:
          /^[-=]*>$|^<[-=]*$/.test(what) && what.length > 1
            ? `the arrow ${what} in the description counts as an angle bracket where skills are uploaded`
            : 'angle brackets in the description look like a tag where it is put into a prompt',
        at: { start, end: start + what.length },
      };
    },
  },
];
