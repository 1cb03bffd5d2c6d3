import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readGrants } from '../../../src/core/manifest/capabilities';
import { CONFIG_LIMIT, lowerConfig } from '../../../src/core/manifest/config';
import { unknownKeys } from '../../../src/core/manifest/keys';
import { configRows, readLaunch } from '../../../src/core/manifest/launch';
import { parseManifest, readPacked } from '../../../src/core/manifest/read';
import { launchRefusals } from '../../../src/core/manifest/refusals';
import { secretPlaces } from '../../../src/core/manifest/secrets';
import { jsonBytes, parseYaml, toJson } from '../../../src/core/yaml';
import { mutated, pieces, repeated, utf8 } from '../mutate';
import { goldenBytes } from '../seeds';
import { target } from '../target';

const PIECES = [
  ...['a', 'b c', '1', '-1', '0x1f', '0o17', '0b1', '1.5', '1e999', '.inf', '-.NaN', '1_000', '12345678901234567890'],
  ...['~', 'null', 'true', 'YES', '2001-01-01', '0:0', '- ', '-', '? ', '?', ': ', ':', ', ', ',', '[', ']', '{', '}'],
  ...[
    '\n',
    '\n  ',
    '\n    ',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '#',
    ' # c',
    '"',
    "'",
    '\\',
    '\\x41',
    '\\ud800',
    '\\u{1}',
    '|',
    '>',
  ],
  ...[
    '|+2',
    '>-',
    '|9',
    '\n---\n',
    '\n...\n',
    '%YAML 1.1',
    '%TAG ! !',
    '&a ',
    '*a',
    '*a ',
    '!',
    '!! ',
    '!!int ',
    '!!str ',
  ],
  ...['!!binary ', '!x ', '!<x>', '%', '@', '`', '<<: ', '\ufeff', '\u0085', '\u2028', '\0', '\x7f', '😀', '\ud83d'],
  ...[
    'name: a',
    'version: 0.1.0',
    'runtime: tool',
    'artifacts:',
    'config: ',
    'config: {',
    'inference:',
    'capabilities:',
  ],
];
/** What nests or ties: open brackets, indents, aliases of aliases. */
const NESTS = [
  '[',
  '{',
  '{a: ',
  '- ',
  '? ',
  '!a ',
  '&a ',
  '"',
  "'",
  '\n ',
  ':\n ',
  'a: ',
  '*a,',
  '[*a,',
  '9',
  '.',
  '_',
  '\\"',
];

function bomb(depth: number, width: number): string {
  const list = (of: string) => `[${Array.from({ length: width }, () => of).join(', ')}]`;
  const lines = Array.from({ length: depth }, (_, at) => `l${at + 1}: &l${at + 1} ${list(`*l${at}`)}`);
  return `l0: &l0 x\n${lines.join('\n')}\n`;
}

function check(bytes: Uint8Array): void {
  const text = Buffer.from(bytes).toString('utf8');
  const parsed = parseYaml(text);
  if (!parsed.ok) assert.match(parsed.error.message, /\S/);
  else {
    const said = jsonBytes(parsed.value);
    const json = toJson(parsed.value, 1 << 20);
    if (json.ok) {
      JSON.parse(json.value);
      assert.deepEqual(said, { ok: true, value: Buffer.byteLength(json.value) });
    }
    const lowered = lowerConfig('demo', parsed.value);
    if (lowered.ok) {
      JSON.parse(lowered.value.json);
      assert.equal(lowered.value.bytes, Buffer.byteLength(lowered.value.json));
      assert.ok(lowered.value.bytes <= CONFIG_LIMIT);
    }
  }
  const manifest = parseManifest(bytes);
  if (!manifest.ok) {
    assert.match(manifest.error.message, /\S/);
    return;
  }
  const document = manifest.value;
  readPacked(document);
  const launch = readLaunch(document);
  configRows(launch);
  readGrants(document, launch);
  launchRefusals(document, launch);
  unknownKeys(document.root, new Set());
  secretPlaces(document.root);
}

const golden = fc.constantFrom(...goldenBytes('config', ['yaml']), ...goldenBytes('manifest', ['yaml']));

export const yaml = target({
  name: 'yaml',
  what: 'YAML texts, configs and manifests: parsed, lowered, judged',
  limitMs: 2000,
  cases: fc.oneof(
    { weight: 5, arbitrary: utf8(pieces(PIECES)) },
    { weight: 5, arbitrary: mutated(golden) },
    { weight: 1, arbitrary: utf8(repeated(NESTS)) },
    {
      weight: 1,
      arbitrary: utf8(
        fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 })).map(([d, w]) => bomb(d, w)),
      ),
    },
  ),
  check,
});
