import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ownVectors, sharedVectors } from '../../../test/support/golden';
import { SkillFolders } from '../../../test/support/skill-folders';
import { skillsCorpus } from '../../../test/support/skills-corpus';
import { readFrontBlock } from './front-block';
import { plainFront } from './plain-front';
import { type FrontPair, type FrontValue, murmurView, type UnusualSyntax } from './public-front';
import { loadYaml, yamlFront } from './yaml-front';

const folders = new SkillFolders();
afterAll(() => folders.remove(), 60_000);
const yaml = await loadYaml();

/** Pairs without the spans of values, which the parsers place differently at the end of block scalars. */
const bare = (pairs: readonly FrontPair[]): unknown =>
  pairs.map(({ key, keySpan, value }) => [key, keySpan, value.span.start, bareValue(value)]);
const bareValue = ({ kind, text, style, items, pairs }: FrontValue): unknown => [
  kind,
  kind === 'string' ? text : '',
  style,
  items?.map(bareValue),
  pairs && bare(pairs),
];

/** Murmur's parser notes the bracket of a flow collection, not its end. */
const starts = (syntax: readonly UnusualSyntax[]) => syntax.map(({ what, span }) => [what, span.start]);

/** Whether a text's block is plain; if so, that Murmur's parser and the public format's read the very same. */
function agrees(text: string): boolean {
  const front = readFrontBlock(text);
  const plain = front === null ? null : plainFront(text, front.places);
  if (front === null || plain === null) return false;
  const murmurs = murmurView(text, front);
  expect(plain.pairs).toEqual(murmurs?.pairs);
  expect(starts(plain.syntax)).toEqual(starts(murmurs?.syntax ?? []));
  const theirs = yamlFront(yaml, text, front.places.block);
  if (!theirs.ok) throw new Error(`${theirs.message}\n${text.slice(0, 2_000)}`);
  expect(bare(plain.pairs)).toEqual(bare(theirs.pairs));
  expect(theirs.syntax).toEqual(plain.syntax);
  return true;
}

describe('a plain front block is read by three readers alike', () => {
  it('in our vectors', () => {
    const plain = ownVectors<{ text: string }>('front-block').filter(({ text }) => agrees(text));
    expect(plain.length).toBeGreaterThan(50);
  });

  const mutated = sharedVectors<{ text: string }>('corpus/front-mutated.jsonl.gz');
  it.skipIf(mutated === null)('in damaged real files', () => {
    expect((mutated ?? []).filter(({ text }) => agrees(text)).length).toBeGreaterThan(200);
  });

  const corpus = skillsCorpus();
  it.skipIf(corpus === null)('in the real files, which nearly all have one', async () => {
    const all = await folders.checkAll(corpus ?? '');
    const texts = all.map(({ report }) => readFileSync(`${report.path}/${report.skillFile}`, 'utf8'));
    expect(texts.filter(agrees).length).toBeGreaterThan(1_050);
  });

  // Made of what blocks are made of, so that many are plain and many nearly so.
  const word = fc.constantFrom(
    'a',
    'name',
    'description',
    ':',
    ': ',
    ' #',
    '#',
    "'",
    '"',
    ' ',
    '  ',
    '\n',
    '\n  ',
    '\n    ',
    '- ',
    '\n  - a',
    '\n    b: c',
    'm:\n  n:\n    k: v\n',
    '[a, b]',
    '[',
    ', ',
    '"q": ',
    '>\n  x\n\n  y\n',
    '\n- b',
    "''",
    '\\"',
    '|\n  x',
    '>-\n  x\n  y',
    '|-',
    'true',
    'No',
    '1.0',
    '1.2.3',
    '2025-01-01',
    '12',
    '0',
    '-',
    '---',
    'é',
    '日本',
    '😀',
    '\u00a0',
    '[',
    ']',
    '{',
    '&a',
    '*a',
    '!x',
    '%',
    '@',
    ',',
    '\\',
    'k: v\n',
    'm:\n  k: v\n',
    '\t',
    '\r\n',
  );
  it('in blocks made at random', () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.array(word, { maxLength: 14 }), (words) => {
        if (agrees(`---\nname: demo\nk1: ${words.join('')}\n---\n`)) plain++;
      }),
      { numRuns: 1_500 },
    );
    expect(plain).toBeGreaterThan(50);
  });
});
