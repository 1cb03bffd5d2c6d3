import { describe, expect, it } from 'vitest';
import { ownVectors, sharedVectors } from '../../../test/support/golden';
import { FRONT_BLOCK_LIMIT, readFrontBlock, skillDescription, splitFrontBlock } from './front-block';

interface Vector {
  readonly text: string;
  readonly expect: {
    readonly front: { readonly name: string | null; readonly description: string | null } | null;
    readonly description: string | null;
  };
}

const answer = (text: string): Vector['expect'] => {
  const front = readFrontBlock(text);
  return {
    front: front === null ? null : { name: front.name, description: front.description },
    description: skillDescription(text),
  };
};

const wrongOf = (vectors: readonly Vector[]) =>
  vectors
    .map(({ text, expect: theirs }) => ({ text, ours: answer(text), theirs }))
    .filter(({ ours, theirs }) => JSON.stringify(ours) !== JSON.stringify(sorted(theirs)));

/** The vectors' keys stand in the order of the alphabet. */
const sorted = ({ front, description }: Vector['expect']): Vector['expect'] => ({
  front: front === null ? null : { name: front.name, description: front.description },
  description,
});

describe('the front block of a SKILL.md', () => {
  const own = ownVectors<Vector>('front-block');
  it(`is read as Murmur reads it in all ${own.length} vectors`, () => {
    expect(own.length).toBeGreaterThan(1400);
    expect(wrongOf(own)).toEqual([]);
  });

  const mutated = sharedVectors<Vector>('corpus/front-mutated.jsonl.gz');
  it.skipIf(mutated === null)(`is read as Murmur reads it in ${mutated?.length ?? 0} damaged real files`, () => {
    expect(wrongOf(mutated ?? []).slice(0, 5)).toEqual([]);
  });

  it('is found by offsets of the text, BOM and line ends included', () => {
    const text = '\ufeff---\r\nname: x\r\n...\r\nbody';
    const places = splitFrontBlock(text);
    expect(places && text.slice(places.opening.start, places.opening.end)).toBe('---');
    expect(places && text.slice(places.block.start, places.block.end)).toBe('name: x\r\n');
    expect(places && text.slice(places.closing.start, places.closing.end)).toBe('...');
    expect(places && text.slice(places.body)).toBe('body');
  });

  it('says that it was read as YAML, and where its values stand', () => {
    const text = '---\nname: x\ndescription: y\n---\n';
    const front = readFrontBlock(text);
    expect(front?.way).toBe('yaml');
    const pair = front?.document?.root.kind === 'map' ? front.document.root.entries[1] : undefined;
    const start = front?.places.block.start ?? 0;
    expect(pair && text.slice(start + pair.value.range.start, start + pair.value.range.end)).toBe('y');
  });

  it('says that it was read line by line, and why YAML does not read it', () => {
    const text = '---\nname: x\ndescription: Fill forms: use when asked\n---\n';
    const front = readFrontBlock(text);
    expect(front).toMatchObject({ way: 'lines', name: 'x', description: 'Fill forms: use when asked', document: null });
    expect(front?.error).toMatchObject({ line: 2, column: 24 });
    expect(text.charAt((front?.places.block.start ?? 0) + (front?.error?.offset ?? 0))).toBe(':');
    expect(text.slice((front?.places.block.start ?? 0) + (front?.error?.offset ?? 0))).toMatch(/^: use/);
  });

  it('says that it was read line by line because it is no mapping', () => {
    expect(readFrontBlock('---\n- a\n---\n')).toMatchObject({ way: 'lines', error: null, name: null });
    expect(readFrontBlock('---\n---\n')).toMatchObject({
      way: 'lines',
      error: null,
      document: { root: { kind: 'null' } },
    });
  });

  it('is read line by line beyond the limit, quickly', () => {
    const long = `---\nname: x\nnotes: |\n${'  word\n'.repeat(FRONT_BLOCK_LIMIT / 4)}---\nbody\n`;
    expect(readFrontBlock(long)).toMatchObject({ way: 'too-long', name: 'x', description: null });
    expect(skillDescription(long)).toBe('body');
  });
});
