import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judged, readBudget } from '../bench/budget.mjs';
import { growth } from '../bench/census.mjs';
import { beside, figure } from '../bench/lib.mjs';
import { markdown, table } from '../bench/table.mjs';

const BUDGET = new Map([
  ['a.time', { most: 100, ratio: 1.4, source: 'issue 0' }],
  ['a.ratio', { ratio: 0.5, source: 'issue 0' }],
]);
const judge = (id: string, ours: number, peer: unknown = null) => judged(figure(id, 'it', 'ms', ours, peer), BUDGET);

describe('a figure', () => {
  it('is within its budget only if all bounds hold', () => {
    expect(judge('a.time', 100, beside('x', 80))).toMatchObject({ verdict: 'ok', ratio: 1.25, limit: '100 ms, 1.4 ×' });
    expect(judge('a.time', 101, beside('x', 80)).verdict).toBe('OVER');
    expect(judge('a.time', 90, beside('x', 60)).verdict).toBe('OVER');
  });

  it('whose peer is absent says so, unless its own value is over', () => {
    expect(judge('a.ratio', 5, beside('x', undefined))).toMatchObject({ verdict: 'peer absent', ratio: null });
    expect(judge('a.time', 5, beside('x', null)).verdict).toBe('peer absent');
    expect(judge('a.time', 500, beside('x', null)).verdict).toBe('OVER');
  });

  it('without a budget is shown and not judged', () => {
    expect(judge('a.other', 5)).toMatchObject({ verdict: '', limit: '' });
  });

  it('stands in the table and in the documentation, with no name of the machine', () => {
    const sections = [{ name: 'a', what: 'all of it', failed: null, rows: [judge('a.time', 90, beside('x', 80))] }];
    expect(table(sections)).toContain('90 ms');
    const page = markdown(sections);
    expect(page).toContain('| it | 90 ms | x: 80 ms | 1.13 × | 100 ms, 1.4 × | ok |');
    expect(page).toContain('| a.time | it | 100 ms, 1.4 × | issue 0 |');
    expect(page).toMatch(
      /Measured on Node v[\d.]+, Electron \S+, \d+ cores, \d+ GiB of memory, load [\d.]+ at the start\./,
    );
  });
});

it('every budget names a case, a bound and who asked for it', () => {
  const cases = readdirSync(join(import.meta.dirname, '../bench/cases')).map((file) => file.replace('.mjs', ''));
  for (const [id, { most, ratio, source }] of readBudget()) {
    expect(cases, id).toContain(id.split('.')[0]);
    expect(most ?? ratio, id).toBeGreaterThan(0);
    expect(source, id).toMatch(/^(?:issue \d|ours): \S/);
  }
});

describe('what is counted over time', () => {
  const look = (more: object) => ({
    memory: 400,
    'heap of the page': 8,
    'heap of main': 10,
    handles: 270,
    processes: 8,
    nodes: 300,
    'listeners of the page': 200,
    'listeners of main': 68,
    tabs: 0,
    ...more,
  });
  const looks = (more: (at: number) => object) => Array.from({ length: 18 }, (_, at) => look(more(at)));

  it('may jump about, and grow at first', () => {
    expect(growth(looks((at) => ({ memory: at < 6 ? 300 + at * 10 : 400 + (at % 2) * 8 })))).toEqual([]);
  });

  it('is said to grow where its last third holds more than its middle one', () => {
    expect(growth(looks((at) => ({ memory: 400 + at * 5 })))).toEqual(['memory grew from 445.0 to 475.0']);
    expect(growth(looks((at) => ({ 'listeners of main': 68 + at })))).toEqual([expect.stringContaining('listeners')]);
    expect(growth(looks((at) => ({ tabs: at > 15 ? 1 : 0, processes: 8 + at })))).toHaveLength(1);
  });
});
