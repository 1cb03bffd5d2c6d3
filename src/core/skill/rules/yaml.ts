import { showName } from '../../text/visible';
import type { FrontPair, FrontValue, UnusualSyntax } from '../public-front';
import type { SkillReading } from '../reading';
import { type Found, remembered, replace, type SkillRule, type SkillSubject } from '../subject';
import { type LineProblem, lineProblems } from '../yaml-lines';

/** What the lines of a block that does not parse get wrong. */
const problemsOf = remembered(({ reading }): readonly LineProblem[] =>
  reading?.front == null || isSound(reading) ? [] : lineProblems(reading.source.text, reading.front.places.block),
);

/** Whether both readers take the block for a mapping. A block over the limit has a finding of its own. */
const isSound = ({ front, publicFront, murmurFront }: SkillReading) =>
  front?.way === 'too-long' || (publicFront?.ok === true && murmurFront !== null);

/** Whether two parsers had to be asked, or one saw something unusual; a plain block has one view of plain values. */
const isUnusual = ({ reading }: SkillSubject) =>
  reading !== null &&
  (!reading.publicFront?.ok || reading.publicFront !== reading.murmurFront || reading.publicFront.syntax.length > 0);

function lineRule(id: LineProblem['id'], message: (problem: LineProblem) => string) {
  return function* (subject: SkillSubject): Iterable<Found> {
    for (const problem of problemsOf(subject)) {
      if (problem.id !== id) continue;
      const { quoted } = problem;
      yield {
        message: message(problem),
        at: problem.span,
        ...(quoted === null ? {} : replace(subject, 'Quote the value', quoted.span, quoted.text)),
      };
    }
  };
}

/** Places of one kind of unusual syntax. */
function syntaxRule(what: readonly UnusualSyntax['what'][], message: string) {
  return function* ({ reading }: SkillSubject): Iterable<Found> {
    const front = reading?.publicFront?.ok ? reading.publicFront : reading?.murmurFront;
    for (const { what: is, span } of front?.syntax ?? []) if (what.includes(is)) yield { message, at: span };
  };
}

/** A value as one of the two readers has it, in a few words. */
function described(value: FrontValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value.kind === 'string')
    return `the text '${showName(value.text.length > 60 ? `${value.text.slice(0, 60)}…` : value.text)}'`;
  if (value.kind === 'null') return 'no value';
  return value.kind === 'map' || value.kind === 'list'
    ? `a ${value.kind}`
    : `the ${value.kind} ${showName(value.text)}`;
}

const isSame = (a: FrontValue, b: FrontValue | undefined): boolean =>
  b !== undefined &&
  a.kind === b.kind &&
  (a.kind !== 'string' || a.text === b.text) &&
  (a.items ?? []).length === (b.items ?? []).length &&
  (a.items ?? []).every((item, at) => isSame(item, b.items?.[at])) &&
  (a.pairs ?? []).length === (b.pairs ?? []).length &&
  (a.pairs ?? []).every((pair, at) => pair.key === b.pairs?.[at]?.key && isSame(pair.value, b.pairs[at]?.value));

/** A front block's YAML: what does not parse, what two readers take differently, what simple readers do not know. */
export const yamlRules: readonly SkillRule[] = [
  {
    id: 'yaml-colon-in-value',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A colon in a plain value',
    why: 'A plain value may not hold ": ". Murmur falls back to reading the line; clients drop the skill.',
    action: 'Quote the value.',
    when: ({ reading }) => reading !== null && !isSound(reading),
    find: lineRule(
      'yaml-colon-in-value',
      ({ key }) => `the plain value of ${showName(key)} holds ': ', which YAML takes for a mapping`,
    ),
  },
  {
    id: 'yaml-value-needs-quotes',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A value that needs quotes',
    why: 'It starts with a character that means something in YAML, and does not go on as YAML expects.',
    action: 'Quote the whole value.',
    when: ({ reading }) => reading !== null && !isSound(reading),
    find: lineRule(
      'yaml-value-needs-quotes',
      ({ key }) => `the value of ${showName(key)} is no plain text for YAML and has to be quoted`,
    ),
  },
  {
    id: 'yaml-tab',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A tab as indentation',
    why: 'YAML indents with spaces only.',
    action: 'Replace the tabs by spaces.',
    when: ({ reading }) => reading !== null && !isSound(reading),
    find: lineRule('yaml-tab', ({ key }) => `a line below ${showName(key)} is indented with a tab`),
  },
  {
    id: 'duplicate-key',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A key that stands twice',
    why: 'Murmur and strict readers refuse the block; others take one of the two without a word.',
    action: 'Delete one of them.',
    when: isUnusual,
    *find({ reading }) {
      if (reading?.murmurFault?.repeated !== undefined) {
        const { span } = reading.murmurFault;
        const key = showName(reading.source.text.slice(span.start, span.end));
        yield { message: `the key ${key} stands twice`, at: span };
        return;
      }
      if (!reading?.publicFront?.ok) return;
      yield* repeatedKeys(reading.publicFront.pairs);
    },
  },
  {
    id: 'yaml-invalid',
    ruleSets: ['agent-skills'],
    severity: 'error',
    title: 'A front block that is no YAML mapping',
    why: 'Murmur falls back to the lines name: and description:; clients drop the skill.',
    action: 'Correct the block so that it is a mapping of keys to values.',
    when: ({ reading }) => reading !== null && !isSound(reading),
    *find(subject) {
      const { reading } = subject;
      if (reading?.front == null || isSound(reading) || reading.publicFront?.ok) return;
      if (problemsOf(subject).length > 0 || reading.murmurFault?.repeated !== undefined) return;
      const { murmurFault, publicFront, front } = reading;
      const empty = /^\s*$/.test(reading.source.text.slice(front.places.block.start, front.places.block.end));
      if (empty) yield { message: 'the front block is empty', at: front.places.opening };
      else if (murmurFault !== null)
        yield { message: `the front block is no YAML: ${showName(murmurFault.message)}`, at: murmurFault.span };
      else
        yield {
          message: `the front block is no YAML mapping: ${showName(publicFront?.message ?? '')}`,
          at: publicFront?.span ?? front.places.opening,
        };
    },
  },
  {
    id: 'yaml-readers-differ',
    ruleSets: ['agent-skills', 'murmur-0.9', 'murmur-0.10'],
    severity: 'warning',
    title: 'Two YAML readers disagree',
    why: 'Murmur and some clients read YAML 1.1 as libyaml does, others YAML 1.2: they see different values.',
    action: 'Quote the value, or write the block more plainly.',
    when: isUnusual,
    *find({ reading }) {
      if (reading?.front == null || reading.publicFront === null || reading.front.way === 'too-long') return;
      const { publicFront, murmurFront, murmurFault } = reading;
      if (publicFront.ok && murmurFront === null && murmurFault?.repeated === undefined) {
        const why = murmurFault === null ? 'it is no mapping' : showName(murmurFault.message);
        yield {
          message: `YAML 1.2 reads the front block, Murmur's reader does not (${why}) and falls back to lines`,
          at: murmurFault?.span ?? reading.front.places.opening,
        };
      }
      if (!publicFront.ok && murmurFront !== null)
        yield {
          message: `Murmur reads the front block, YAML 1.2 does not: ${showName(publicFront.message)}`,
          at: publicFront.span,
        };
      if (publicFront.ok && murmurFront !== null && publicFront !== murmurFront)
        yield* differences(publicFront.pairs, murmurFront.pairs);
    },
  },
  {
    id: 'yaml-anchor',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'An anchor or an alias',
    why: 'Simple readers of front blocks do not follow them; the strict reference reader refuses them.',
    action: 'Write the value where it is used.',
    when: isUnusual,
    find: syntaxRule(['anchor', 'alias'], 'anchors and aliases are not read by every client'),
  },
  {
    id: 'yaml-tag',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'A tag',
    why: 'Simple readers of front blocks do not know tags; the strict reference reader refuses them.',
    action: 'Delete the tag and quote the value if it is a text.',
    when: isUnusual,
    find: syntaxRule(['tag'], 'tags are not read by every client'),
  },
  {
    id: 'yaml-flow',
    ruleSets: ['agent-skills'],
    severity: 'warning',
    title: 'Flow style',
    why: 'Lists in brackets and mappings in braces are refused by the strict reference reader.',
    action: 'Write one item a line, or a plain text.',
    when: isUnusual,
    find: syntaxRule(['flow'], 'brackets and braces (flow style) are not read by every client'),
  },
];

function* repeatedKeys(pairs: readonly FrontPair[]): Iterable<Found> {
  const seen = new Set<string>();
  for (const { key, keySpan, value } of pairs) {
    if (seen.has(key)) yield { message: `the key ${showName(key)} stands twice`, at: keySpan };
    seen.add(key);
    if (value.kind === 'map') yield* repeatedKeys(value.pairs ?? []);
  }
}

/** Where two readings part, as deep as both have the same keys. */
function* differences(theirs: readonly FrontPair[], murmurs: readonly FrontPair[]): Iterable<Found> {
  for (const [at, pair] of theirs.entries()) {
    const other = murmurs[at];
    const key = showName(pair.key);
    if (other?.key !== pair.key) {
      const message = `YAML 1.2 and Murmur read different keys here: ${key} and ${showName(other?.key ?? 'none')}`;
      yield { message, at: pair.keySpan };
    } else if (isSame(pair.value, other.value)) continue;
    else if (pair.value.pairs !== undefined && other.value.pairs !== undefined)
      yield* differences(pair.value.pairs, other.value.pairs);
    else {
      const message = `${key} is ${described(pair.value)} in YAML 1.2 and ${described(other.value)} for Murmur`;
      yield { message, at: pair.value.span };
    }
  }
}
