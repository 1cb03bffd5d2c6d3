import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ExpectedArchive, type ExpectedEntry, oddArchives } from '../../../test/support/archives';
import { ownVectors, shared, sharedVectors } from '../../../test/support/golden';
import { bytesSource } from '../io/source';
import { type Archive, openArchive } from './archive';
import { DEFAULT_CEILING } from './ceiling';
import { readEntry } from './read';
import { unsafeNameMessage } from './safe-name';
import { streamEntry } from './stream';
import { readInterfaces } from './wasm';

const limit = DEFAULT_CEILING;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What we say of a record, in the vectors' form. */
function told(archive: Archive, index: number, wanted: ExpectedEntry): ExpectedEntry {
  const entry = archive.entry(index);
  const method = entry.method === 0 ? 'Stored' : entry.method === 8 ? 'Deflated' : `Unsupported(${entry.method})`;
  const head = {
    raw: Buffer.from(archive.rawNameOf(index)).toString('base64'),
    name: entry.name,
    ...(entry.safeName === null ? { unsafe: unsafeNameMessage(entry.name) } : { safe: entry.safeName }),
    crc: Number.parseInt(entry.crc32, 16),
    csize: entry.compressedSize,
    size: entry.size,
    encrypted: entry.encrypted,
    method,
    dir: entry.kind === 'directory',
    // A folder's name counts before its mode; Murmur's own question about the mode does not matter then.
    symlink: entry.kind === 'symlink' || (entry.kind === 'directory' && wanted.symlink === true),
  };
  if (wanted.entry_error !== undefined)
    return { entry_error: readError(archive, index).replace('zip archive error: ', '') };
  if (entry.kind === 'directory') return head;
  const read = readEntry(archive, index, { limit });
  return read.ok
    ? { ...head, read: read.value.length, sha256: sha256(read.value) }
    : { ...head, read_error: read.error.message };
}

function readError(archive: Archive, index: number): string {
  const read = readEntry(archive, index, { limit });
  return read.ok ? 'it reads' : read.error.message;
}

/** How our answer differs from Murmur's; empty where it does not. */
function differences(bytes: Uint8Array, wanted: ExpectedArchive): unknown[] {
  const opened = openArchive(bytesSource(bytes));
  const reason = opened.ok ? opened.value.refusal : opened.error.message;
  if (reason !== (wanted.open_error ?? null)) return [{ open: reason, wanted: wanted.open_error ?? null }];
  if (!opened.ok || wanted.open_error !== undefined) return [];
  const archive = opened.value;
  const list = wanted.list ?? [];
  const wrong: unknown[] = archive.seen.length === wanted.entries ? [] : [{ entries: archive.seen.length }];
  for (const [place, entry] of list.entries()) {
    const index = archive.seen[place];
    const got = index === undefined ? null : told(archive, index, entry);
    if (!same(got, entry)) wrong.push({ got, wanted: entry });
  }
  return wrong;
}

function same(got: ExpectedEntry | null, wanted: ExpectedEntry): boolean {
  const sorted = (value: ExpectedEntry | null) =>
    JSON.stringify(Object.entries(value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(got) === sorted(wanted);
}

interface FileVector {
  readonly file: string;
  readonly expect: ExpectedArchive;
}

describe('Murmur’s answers about archives', () => {
  test('own archives and their damages open, list and read as in Murmur', () => {
    const vectors = ownVectors<{ b64: string; expect: ExpectedArchive }>('zip');
    const wrong = vectors.flatMap((vector, line) =>
      differences(Buffer.from(vector.b64, 'base64'), vector.expect).map((difference) => ({ line, difference })),
    );
    expect(wrong).toEqual([]);
    expect(vectors).toHaveLength(2343);
  });

  test('odd archives of other programs open, list and read as in Murmur', () => {
    const vectors = sharedVectors<FileVector>('corpus/zip.jsonl.gz');
    const folder = oddArchives();
    if (vectors === null || folder === null) return;
    const wrong = vectors.flatMap(({ file, expect: wanted }) =>
      differences(readFileSync(join(folder, file)), wanted).map((difference) => ({ file, difference })),
    );
    expect(wrong).toEqual([]);
    expect(vectors).toHaveLength(366);
  });

  test('packages that mur build made open, list and read, without a finding worse than info', () => {
    const vectors = sharedVectors<FileVector>('packages/packages.jsonl');
    if (vectors === null) return;
    for (const { file, expect: wanted } of vectors) {
      const bytes = readFileSync(join(shared ?? '', 'golden/packages', file));
      expect(differences(bytes, wanted), file).toEqual([]);
      const opened = openArchive(bytesSource(bytes));
      if (!opened.ok) throw new Error(file);
      expect(opened.value.findings, file).toEqual([]);
    }
    expect(vectors).toHaveLength(45);
  });

  test('payload components import and export what Murmur lists', () => {
    const vectors = sharedVectors<FileVector>('packages/packages.jsonl');
    if (vectors === null) return;
    const components = vectors.filter(({ expect: { wasm } }) => wasm !== undefined && 'ok' in wasm);
    for (const { file, expect: wanted } of components) {
      const opened = openArchive(bytesSource(readFileSync(join(shared ?? '', 'golden/packages', file))));
      const payload = wanted.wasm && 'ok' in wanted.wasm ? wanted.wasm.ok : '';
      const index = opened.ok ? opened.value.find(payload) : null;
      if (!opened.ok || index === null) throw new Error(file);
      const bytes = readEntry(opened.value, index, { limit });
      const read = readInterfaces(bytes.ok ? bytes.value : new Uint8Array(0));
      const got = read.ok && read.value.form === 'component' ? read.value : null;
      expect(got && { imports: got.imports, exports: got.exports }, file).toEqual(wanted.contracts ?? null);
    }
    expect(components.filter(({ expect: { contracts } }) => contracts)).toHaveLength(9);
  });

  test('reading in pieces gives the same content and the same refusals as reading at once', async () => {
    const wrong: unknown[] = [];
    for (const [line, vector] of ownVectors<{ b64: string; expect: ExpectedArchive }>('zip').entries()) {
      const opened = openArchive(bytesSource(Buffer.from(vector.b64, 'base64')));
      if (!opened.ok) continue;
      for (let index = 0; index < opened.value.recordCount; index++) {
        const whole = readEntry(opened.value, index, { limit });
        const pieces: Uint8Array[] = [];
        let failed: string | null = null;
        for await (const piece of streamEntry(opened.value, index, { limit })) {
          if (piece.ok) pieces.push(piece.value);
          else failed = piece.error.message;
        }
        const agrees = whole.ok
          ? failed === null && Buffer.compare(Buffer.concat(pieces), whole.value) === 0
          : failed === whole.error.message;
        if (!agrees) wrong.push({ line, index, failed, whole: whole.ok ? whole.value.length : whole.error.message });
      }
    }
    expect(wrong).toEqual([]);
  });
});
