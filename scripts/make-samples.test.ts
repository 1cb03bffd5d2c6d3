import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../src/core/io/source';
import { type Archive, openArchive } from '../src/core/package/archive';
import { checkEntries } from '../src/core/package/check';
import { readEntry } from '../src/core/package/read';
import { readInterfaces } from '../src/core/package/wasm';
import { samplePackages } from './make-samples.mjs';
import { coreModule } from './make-samples-wasm.mjs';

const folder = resolve(import.meta.dirname, '../resources/samples');
const committed = (file: string) => readFileSync(join(folder, file));

function open(file: string): Archive {
  const opened = openArchive(bytesSource(committed(file)));
  if (!opened.ok) throw new Error(`${file}: ${opened.error.message}`);
  return opened.value;
}
async function allIds(archive: Archive): Promise<Set<string>> {
  const checked = await checkEntries(archive, { read: true, limit: 1 << 24 });
  return new Set([...archive.findings, ...(checked.ok ? checked.value.findings : [])].map(({ id }) => id));
}

describe('the sample packages', () => {
  test('are what npm run samples writes', async () => {
    const made: ReadonlyMap<string, Buffer> = await samplePackages();
    expect([...made.keys()]).toEqual([
      'good-capsule-1.2.0.mur.zip',
      'echo-tool-0.3.0.mur.zip',
      'release-notes-0.1.0.mur.zip',
      'hostile-0.0.1.mur.zip',
    ]);
    for (const [file, bytes] of made) expect(Buffer.compare(bytes, committed(file)), file).toBe(0);
  });

  for (const file of ['good-capsule-1.2.0', 'echo-tool-0.3.0', 'release-notes-0.1.0']) {
    test(`${file} is packed as mur build packs, without a finding`, async () => {
      const archive = open(`${file}.mur.zip`);
      expect(await allIds(archive)).toEqual(new Set());
      expect(archive.nameOf(0)).toBe('murmur.yaml');
      expect(archive.nameOf(archive.recordCount - 1)).toBe('murmur-build.json');
      for (const index of archive.seen) {
        const { method, modified, kind } = archive.entry(index);
        expect({ method, modified, kind }).toEqual({ method: 8, modified: '1980-01-01T00:00:00', kind: 'file' });
      }
    });
  }

  test('the capsule’s payload is a component with a valid core module inside', () => {
    const archive = open('good-capsule-1.2.0.mur.zip');
    const payload = readEntry(archive, archive.byName('capsule.wasm') ?? -1, { limit: 1 << 20 });
    const interfaces = readInterfaces(payload.ok ? payload.value : new Uint8Array(0));
    if (!interfaces.ok || interfaces.value.form !== 'component') throw new Error('no component');
    expect(interfaces.value.exports).toEqual(['murmur:capsule/run@0.1.0']);
    expect(interfaces.value.imports).toEqual(
      expect.arrayContaining(['wasi:http/types@0.2.6', 'wasi:filesystem/types@0.2.6']),
    );
    expect(WebAssembly.validate(coreModule('hello'))).toBe(true);
  });

  test('the hostile package opens in Murmur with a manifest it can read, and has dozens of kinds of findings', async () => {
    const archive = open('hostile-0.0.1.mur.zip');
    expect(archive.refusal).toBeNull();
    const manifest = readEntry(archive, archive.byName('murmur.yaml') ?? -1, { limit: 1 << 20 });
    expect(manifest.ok && Buffer.from(manifest.value).toString('utf8')).toMatch(/^name: hostile\n/);
    expect((await allIds(archive)).size).toBeGreaterThan(35);
  });
});
