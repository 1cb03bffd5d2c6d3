import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fakeIo } from '../../test/support/fake-io';
import { runCli } from './run';

const folder = mkdtempSync(join(tmpdir(), 'murscope-damaged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'damaged.mur.zip');

const samples = resolve(import.meta.dirname, '../../resources/samples');
const sample = (name: string) => readFileSync(join(samples, `${name}.mur.zip`));

const COMMANDS: readonly (readonly string[])[] = [
  ['inspect', '--deep', file],
  ['inspect', '--deep', '--json', file],
  ['files', '--json', file],
  ['config', '--json', file],
  ['skill', 'check', '--json', file],
  ['cat', file, 'murmur.yaml'],
];

/** What is wrong with an answer, whatever the package holds; null when nothing is. */
async function faultOf(argv: readonly string[]): Promise<string | null> {
  const fake = fakeIo({ cwd: folder });
  const code = await runCli(argv, fake.io);
  const out = fake.out();
  if (![0, 1, 2].includes(code)) return `exit ${code}`;
  if (code === 2 && fake.complaints.length === 0 && !out.includes('"error"')) return 'exit 2 without a word';
  if (fake.complaints.some((line) => line.includes('\n'))) return 'a complaint of several lines';
  const unsaid = /\bundefined\b|\bNaN\b|\[object /.exec(out + fake.complaints.join());
  if (unsaid) return `says ${unsaid[0]}`;
  if (argv.includes('--json') && code !== 2) JSON.parse(out);
  return null;
}

async function faults(damaged: Iterable<readonly [what: string, bytes: Uint8Array]>): Promise<string[]> {
  const found: string[] = [];
  for (const [what, bytes] of damaged) {
    writeFileSync(file, bytes);
    for (const argv of COMMANDS) {
      const fault = await faultOf(argv);
      if (fault) found.push(`${what}, ${argv.slice(0, -1).join(' ')}: ${fault}`);
    }
  }
  return found;
}

function* cutShort(whole: Uint8Array) {
  for (let length = 0; length < whole.length; length++) yield [`cut to ${length}`, whole.subarray(0, length)] as const;
}

function* changed(whole: Uint8Array, mask: number) {
  for (let at = 0; at < whole.length; at++) {
    const bytes = Uint8Array.from(whole);
    bytes[at] = (whole[at] ?? 0) ^ mask;
    yield [`byte ${at} ^ ${mask}`, bytes] as const;
  }
}

describe('every command answers over a package', () => {
  it.each(['echo-tool-0.3.0', 'release-notes-0.1.0'])('cut short at any byte (%s)', async (name) => {
    expect(await faults(cutShort(sample(name)))).toEqual([]);
  });
  it('with any byte changed', async () => {
    expect(await faults(changed(sample('echo-tool-0.3.0'), 0xff))).toEqual([]);
  });
});
