import { expect, it } from 'vitest';
import { cpuTimer } from '../../../test/support/cpu';
import { parseYaml } from '../yaml';
import { keyChanges } from './keys';

function nodeOf(text: string) {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const CASES: readonly [what: string, from: string, to: string, expected: string[]][] = [
  ['equal values', 'a: 1\nb: [x]', 'b: [x]\na: 0x1', []],
  ['numbers of another kind', 'a: 1', 'a: 1.0', ['~ a']],
  ['a key that came and one that went', 'a: 1\nb: 2', 'a: 1\nc: 2', ['+ c', '- b']],
  ['a block that came as one path', 'a: 1', 'a: 1\nb: {c: {d: 1}}', ['+ b']],
  ['keys below keys', 'a: {b: {c: 1, d: 2}}', 'a: {b: {c: 1, d: 3}}', ['~ a.b.d']],
  ['a scalar that became a block', 'a: 1', 'a: {b: 1}', ['~ a']],
  ['a list of values as one path', 'a: [1, 2]', 'a: [1, 3]', ['~ a']],
  ['a list of another length as one path', 'a: [{b: 1}]', 'a: [{b: 2}, {b: 1}]', ['~ a']],
  ['blocks in a list by their place', 'a: [{b: 1}, {b: 2}]', 'a: [{b: 1}, {b: 3}]', ['~ a[1].b']],
  [
    'keys that are no words in quotes',
    'a: {x.y: 1, "": 2, 3: 4}',
    'a: {x.y: 2, "": 3, 3: 5}',
    ['~ a["x.y"]', '~ a[""]', '~ a.3'],
  ],
  ['another tag', 'a: !x 1', 'a: !y 1', ['~ a']],
  [
    'artifacts by name',
    'artifacts: [{name: x, v: 1}, {name: y}]',
    'artifacts: [{name: z}, {name: x, v: 2}]',
    ['~ artifacts[x].v', '+ artifacts[z]', '- artifacts[y]'],
  ],
  [
    'artifacts in another order',
    'artifacts: [{name: x}, {name: y}]',
    'artifacts: [{name: y}, {name: x}]',
    ['~ artifacts'],
  ],
  [
    'artifacts of one name, and of none',
    'artifacts: [{name: x}, {name: x, v: 1}, {v: 1}]',
    'artifacts: [{name: x}, {name: x, v: 2}, {v: 2}]',
    ['~ artifacts[x#2].v', '~ artifacts[#2].v'],
  ],
  [
    'of a config only that it differs',
    'artifacts: [{name: x, config: {key: secret}}]',
    'artifacts: [{name: x, config: {key: other}}]',
    ['~ artifacts[x].config'],
  ],
  ['the whole document', 'a: 1', '[1]', ['~ (whole document)']],
];

it.each(CASES)('tells %s', (_, from, to, expected) => {
  const { added, removed, changed, more } = keyChanges(nodeOf(from), nodeOf(to), { manifest: true });
  const told = [
    ...changed.map((path) => `~ ${path}`),
    ...added.map((path) => `+ ${path}`),
    ...removed.map((path) => `- ${path}`),
  ];
  expect(told).toEqual(expected);
  expect(more).toBe(false);
});

it('lists keys of a config by path where it is asked about one', () => {
  const config = (value: string) => nodeOf(`artifacts: [{name: ${value}, config: {x: ${value}}}]`);
  const changes = keyChanges(config('one'), config('two'), { manifest: false });
  expect(changes.changed).toEqual(['artifacts[0].name', 'artifacts[0].config.x']);
});

it('stops listing, and says so, where aliases make paths without end', () => {
  const bomb = (leaf: string) => {
    const block = Array.from({ length: 100 }, (_, index) => `k${index}: ${leaf}`).join(', ');
    return nodeOf(`a: &a {${block}}\nb: [${Array(50).fill('*a').join(', ')}]`);
  };
  const spent = cpuTimer();
  const changes = keyChanges(bomb('1'), bomb('2'), { manifest: true });
  expect(changes.changed.length).toBe(2000);
  expect(changes.more).toBe(true);
  expect(spent()).toBeLessThan(3000);
});
