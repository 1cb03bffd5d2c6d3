import { nearest } from '../../text/nearest';
import { showName } from '../../text/visible';
import { codePointLength, isBlank } from '../../text/white';
import type { FrontPair, FrontValue } from '../public-front';
import {
  type Found,
  frontPair,
  frontView,
  quoted,
  remembered,
  replace,
  type SkillRule,
  type SkillSubject,
} from '../subject';

/** The keys of the public format. */
export const KNOWN_KEYS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'] as const;
const COMPATIBILITY_LIMIT = 500;

/** Whether there is any key beside the two that every skill has. */
const hasMore = remembered(
  (subject) => frontView(subject)?.pairs.some(({ key }) => key !== 'name' && key !== 'description') === true,
);
const hasKey = (key: string) => (subject: SkillSubject) => hasMore(subject) && frontPair(subject, key) !== null;
const isScalar = ({ kind }: FrontValue) => kind === 'number' || kind === 'bool';
const what = ({ kind }: FrontValue) => (kind === 'null' ? 'empty' : `a ${kind}`);

/** A key whose value has to be a text. */
function notString(key: string) {
  return function* (subject: SkillSubject): Iterable<Found> {
    const pair = frontPair(subject, key);
    if (pair === null || pair.value.kind === 'string') return;
    yield {
      message: `${key} is ${what(pair.value)}, not a text`,
      at: pair.value.kind === 'null' ? pair.keySpan : pair.value.span,
      ...(isScalar(pair.value) ? replace(subject, `Quote ${key}`, pair.value.span, quoted(pair.value.text)) : {}),
    };
  };
}

/** The tools of a list as the one text that the format asks for; null where a tool holds a blank or is no text. */
function toolsText(value: FrontValue): string | null {
  if (value.kind !== 'list' || value.items === undefined || value.items.length === 0) return null;
  const tools = value.items.map((item) => (item.kind === 'string' ? item.text : ''));
  return tools.every((tool) => /^[\w()*:./-]+$/.test(tool)) ? tools.join(' ') : null;
}

/** From behind the colon to the end of the value: a list below its key starts on another line. */
const afterColon = ({ keySpan, value }: FrontPair, text: string) => ({
  start: text.indexOf(':', keySpan.end) + 1,
  end: value.span.end,
});

/** A number that YAML shortens: what is written is not what is read. */
const becomes = (written: string) => {
  const value = Number(written);
  return Number.isFinite(value) && String(value) !== written ? String(value) : null;
};

/** The rules about the other keys of the front block (3.3). */
export const fieldRules: readonly SkillRule[] = [
  {
    id: 'license-not-string',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A license that is no text',
    why: 'The format wants the name of a license, or of the file that holds it.',
    action: 'Put it in quotes.',
    when: hasKey('license'),
    find: notString('license'),
  },
  {
    id: 'compatibility-not-string',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A compatibility that is no text',
    why: 'The format wants a sentence about what the skill needs.',
    action: 'Write one text.',
    when: hasKey('compatibility'),
    find: notString('compatibility'),
  },
  {
    id: 'compatibility-length',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A compatibility that is blank or too long',
    why: `The format allows 1 to ${COMPATIBILITY_LIMIT} characters.`,
    action: 'Shorten it, or leave the key out.',
    when: hasKey('compatibility'),
    *find(subject) {
      const pair = frontPair(subject, 'compatibility');
      if (pair?.value.kind !== 'string') return;
      const length = codePointLength(pair.value.text);
      if (length <= COMPATIBILITY_LIMIT && !isBlank(pair.value.text)) return;
      yield {
        message: isBlank(pair.value.text)
          ? 'compatibility is blank'
          : `compatibility has ${length} characters, over the ${COMPATIBILITY_LIMIT} that are allowed`,
        at: pair.value.span,
      };
    },
  },
  {
    id: 'metadata-not-mapping',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A metadata that is no mapping',
    why: 'The format wants keys and texts below metadata.',
    action: 'Write one key and one text a line below it, or leave it out.',
    when: hasKey('metadata'),
    *find(subject) {
      const pair = frontPair(subject, 'metadata');
      if (pair === null || pair.value.kind === 'map') return;
      yield {
        message: `metadata is ${what(pair.value)}, not a mapping`,
        at: pair.value.kind === 'null' ? pair.keySpan : pair.value.span,
      };
    },
  },
  {
    id: 'metadata-not-string',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A metadata value that is no text',
    why: 'The format maps texts to texts; a strict reader refuses numbers, booleans, lists and mappings.',
    action: 'Put the value in quotes.',
    when: hasKey('metadata'),
    *find(subject) {
      for (const { key, keySpan, value } of frontPair(subject, 'metadata')?.value.pairs ?? []) {
        if (value.kind === 'string') continue;
        yield {
          message: `metadata.${showName(key)} is ${what(value)}, not a text`,
          at: value.kind === 'null' ? keySpan : value.span,
          ...(isScalar(value) ? replace(subject, 'Quote the value', value.span, quoted(value.text)) : {}),
        };
      }
    },
  },
  {
    id: 'allowed-tools-not-string',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'allowed-tools as a list',
    why: 'The format wants one text with blanks between the tools; some clients take a list, others ignore it.',
    action: 'Write the tools in one line, separated by blanks.',
    when: hasKey('allowed-tools'),
    *find(subject) {
      const pair = frontPair(subject, 'allowed-tools');
      if (pair === null || pair.value.kind === 'string') return;
      const tools = toolsText(pair.value);
      const span = afterColon(pair, subject.reading?.source.text ?? '');
      yield {
        message: `allowed-tools is ${what(pair.value)}, not a text`,
        at: pair.value.kind === 'null' ? pair.keySpan : pair.value.span,
        ...(tools === null ? {} : replace(subject, 'Write one text', span, ` ${tools}`)),
      };
    },
  },
  {
    id: 'allowed-tools-commas',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'allowed-tools with commas',
    why: 'The format separates tools by blanks; a reader that keeps to it takes the comma for a part of a name.',
    action: 'Separate the tools by blanks.',
    when: hasKey('allowed-tools'),
    *find(subject) {
      const value = frontPair(subject, 'allowed-tools')?.value;
      // A comma within parentheses belongs to a tool's pattern.
      if (value?.kind !== 'string' || !value.text.replace(/\([^)]*\)/g, '').includes(',')) return;
      const simple = value.style === 'plain' && /^[\w*./-]+(?:,[ ]*[\w*./-]+)*$/.test(value.text);
      yield {
        message: 'allowed-tools separates the tools by commas, not by blanks',
        at: value.span,
        ...(simple ? replace(subject, 'Use blanks', value.span, value.text.replace(/,[ ]*/g, ' ')) : {}),
      };
    },
  },
  {
    id: 'unknown-key',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'A key that the format does not know',
    why: 'Clients pass it over or have a meaning of their own for it; the reference validator makes it an error.',
    action: 'Put it below metadata, or correct its spelling.',
    when: hasMore,
    *find(subject) {
      const view = frontView(subject);
      if (view?.way !== 'yaml') return;
      const known: readonly string[] = KNOWN_KEYS;
      for (const { key, keySpan } of view.pairs) {
        if (known.includes(key)) continue;
        const meant = nearest(
          key,
          known.filter((one) => Math.abs(one.length - key.length) <= 2),
        );
        const free = meant !== null && view.pairs.every((pair) => pair.key !== meant);
        yield {
          message: `the format does not know the key ${showName(key)}${meant === null ? '' : `; was ${meant} meant?`}`,
          at: keySpan,
          ...(meant === null ? {} : { hint: `Write ${meant}, or put it below metadata.` }),
          ...(free ? replace(subject, `Write ${meant}`, keySpan, meant) : {}),
        };
      }
    },
  },
  {
    id: 'number-as-version',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'A version that is a number',
    why: 'YAML reads 1.10 as the number 1.1; only in quotes does a version stay what is written.',
    action: 'Put it in quotes, below metadata.',
    when: hasMore,
    *find(subject) {
      const inMetadata = frontPair(subject, 'metadata')?.value.pairs ?? [];
      for (const { key, value } of [...(frontView(subject)?.pairs ?? []), ...inMetadata]) {
        if (key !== 'version' || value.kind !== 'number') continue;
        const read = becomes(value.text);
        yield {
          message: `version ${showName(value.text)} is a number here${read === null ? '' : ` and becomes ${read}`}`,
          at: value.span,
          ...replace(subject, 'Quote the version', value.span, quoted(value.text)),
        };
      }
    },
  },
];
