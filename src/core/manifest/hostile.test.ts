import { describe, expect, it } from 'vitest';
import { readGrants } from './capabilities';
import { unknownKeys } from './keys';
import { configRows, readLaunch } from './launch';
import { parseManifest } from './read';

const documentOf = (yaml: string) => {
  const parsed = parseManifest(Buffer.from(yaml));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

/** Lists of lists by aliases: `levels` of them make 100 to the power of `levels` thousand items. */
const bomb = (levels: number) =>
  `x0: &x0 [${'a,'.repeat(1000)}]\n${times(levels, (i) => `x${i + 1}: &x${i + 1} [${`*x${i},`.repeat(100)}]\n`)}`;

describe('a manifest that is meant to hurt', () => {
  it.each<[string, string]>([
    ['nested aliases', bomb(2)],
    ['a long name many times', `artifacts:\n  - &a {name: ${'m'.repeat(100_000)}}\n${'  - *a\n'.repeat(1000)}`],
  ])('is refused before anything is listed: %s', (_, yaml) => {
    expect(parseManifest(Buffer.from(yaml))).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('through its aliases') },
    });
  });

  it('is refused as YAML where the aliases copy without end', () => {
    expect(parseManifest(Buffer.from(bomb(8)))).toMatchObject({ ok: false });
  });

  it('is not refused for a config block that is one: that has a row of its own', () => {
    const config = bomb(2).replace(/^/gm, '      ').trimEnd();
    const rows = configRows(
      readLaunch(documentOf(`artifacts:\n  - name: m/t\n    runtime: tool\n    config:\n${config}\n`)),
    );
    expect(rows).toEqual([{ artifact: 'm/t', refused: expect.stringMatching(/serializes to \d{8} bytes/) }]);
  });

  it('lowers a block once, whoever shares it, and names each artifact', () => {
    const yaml = `artifacts:\n  - {name: m/a, runtime: tool, config: &c 7}\n  - {name: m/b, runtime: tool, config: *c}\n`;
    expect(configRows(readLaunch(documentOf(yaml)))).toEqual(
      ['m/a', 'm/b'].map((artifact) => ({
        artifact,
        refused: `invalid config for artifact '${artifact}': 'config:' must be a mapping of keys to values, but this entry declares a number`,
      })),
    );
  });

  it('measures a few blocks that are far too large, and every other one', () => {
    const list = `${'long value, '.repeat(200_000)}`;
    const heavy = (index: number) => `  - {name: m/h${index}, runtime: tool, config: {a: *x}}\n`;
    const yaml = `x: &x [${list}]\nartifacts:\n${times(10, heavy)}  - {name: m/light, runtime: tool, config: {a: 1}}\n`;
    const rows = configRows(readLaunch(documentOf(yaml)));
    const told = rows.map((row) => ('bytes' in row ? row.bytes : /serializes/.test(row.refused)));
    expect(told).toEqual([true, true, true, true, true, false, false, false, false, false, 7]);
  });

  it('looks for the meant key of a thousand unknown ones, and still counts them all', () => {
    const found = unknownKeys(documentOf(times(2000, (i) => `versio${i}: 1\n`)).root, new Set());
    expect(found).toHaveLength(2000);
    expect(found.filter(({ nearest }) => nearest === 'version').map(({ key }) => key)).toHaveLength(100);
    const late = unknownKeys(documentOf(`${times(1000, (i) => `k${i}: 1\n`)}versoin: 1\n`).root, new Set());
    expect(late.at(-1)).toMatchObject({ key: 'versoin', nearest: null });
  });

  it('lists no more grants than a person could read', () => {
    const yaml = `x: &x [${'value, '.repeat(3000)}]\ncapabilities:\n${times(100, (i) => `  g${i}: *x\n`)}`;
    const document = documentOf(yaml);
    const grants = readGrants(document, readLaunch(document));
    expect(grants.reduce((sum, { values }) => sum + values.length, 0)).toBeLessThan(21_000);
    expect(grants[6]?.values.at(-1)).toBe('…');
  });
});
