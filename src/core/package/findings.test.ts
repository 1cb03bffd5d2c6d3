import { describe, expect, test } from 'vitest';
import {
  crc32,
  extraField,
  fields,
  type ZipEntry,
  type ZipOptions,
  zipBytes,
} from '../../../scripts/make-samples-zip.mjs';
import type { Finding } from '../../shared/models/finding';
import { bytesSource } from '../io/source';
import { type Archive, openArchive } from './archive';
import { checkEntries } from './check';
import { FINDINGS_PER_ID } from './finding-list';
import { PACKAGE_FINDINGS, type PackageFindingId } from './findings';
import type { MODEL_FINDINGS } from './findings-model';
import type { TableLimits } from './table';

const manifest: ZipEntry = { name: 'murmur.yaml', content: 'name: notes\nversion: 0.1.0\nruntime: tool\n' };
const text = 'The quick brown fox jumps over the lazy dog.\n';
const zeros = Buffer.alloc(3 << 20);

function opened(bytes: Uint8Array, limits?: TableLimits): Archive {
  const archive = openArchive(bytesSource(bytes), limits);
  if (!archive.ok) throw new Error(archive.error.message);
  return archive.value;
}

/** All findings: the directory's, and with every byte read. */
async function findingsOf(
  bytes: Uint8Array,
  limits?: TableLimits,
): Promise<{ archive: Archive; all: Finding[]; deep: Finding[] }> {
  const archive = opened(bytes, limits);
  const checked = await checkEntries(archive, { read: true, limit: 1 << 24 });
  if (!checked.ok) throw new Error(checked.error.message);
  const deep = [...checked.value.findings];
  return { archive, all: [...archive.findings, ...deep], deep };
}

/** Where the n-th directory record, local header or end record starts. */
function placeOf(bytes: Buffer, signature: 'record' | 'local' | 'end', nth = 0): number {
  const wanted = { record: 'PK\x01\x02', local: 'PK\x03\x04', end: 'PK\x05\x06' }[signature];
  let at = -1;
  for (let count = 0; count <= nth; count++) at = bytes.indexOf(wanted, at + 1, 'latin1');
  return at;
}

interface Case {
  readonly entries: readonly ZipEntry[];
  readonly options?: ZipOptions;
  /** The record it is about; null for the archive as a whole. */
  readonly index: number | null;
  /** Where it stands: the directory record or the local header of `index`, else a place. */
  readonly at: 'record' | 'local' | ((bytes: Buffer) => number);
  readonly limits?: TableLimits;
}

const named = (name: string, more: Partial<ZipEntry> = {}): ZipEntry => ({ name, content: text, ...more });
const second = (entry: ZipEntry): Pick<Case, 'entries' | 'index' | 'at'> => ({
  entries: [manifest, entry],
  index: 1,
  at: 'record',
});
const pair = (...entries: ZipEntry[]): Pick<Case, 'entries' | 'index' | 'at'> => ({
  entries: [manifest, ...entries],
  index: 2,
  at: 'record',
});
const data = (entry: ZipEntry): Pick<Case, 'entries' | 'index' | 'at'> => ({
  entries: [manifest, entry],
  index: 1,
  at: 'local',
});
const whole = (options: ZipOptions, at: (bytes: Buffer) => number): Case => ({
  entries: [manifest, named('notes.md')],
  options,
  index: null,
  at,
});
const unicodePath = (name: string, path: string) =>
  extraField(0x7075, Buffer.concat([fields([1, 1], [4, crc32(Buffer.from(name))]), Buffer.from(path)]));
const endPlace = (bytes: Buffer) => placeOf(bytes, 'end');

const CASES: Readonly<Record<Exclude<PackageFindingId, keyof typeof MODEL_FINDINGS>, Case>> = {
  'murmur-cannot-open': whole({ count: 3 }, (bytes) => placeOf(bytes, 'end')),
  'multi-disk': whole({ end: { disk: 1 } }, endPlace),
  'prefix-data': whole({ prefix: '#!/bin/sh\nexit 0\n' }, () => 0),
  'trailing-data': whole({ trailing: 'extra' }, (bytes) => bytes.length - 5),
  'second-end-record': whole({ comment: 'see PK\x05\x06 here' }, (bytes) => placeOf(bytes, 'end', 1)),
  'second-directory': whole({ prefix: `${'x'.repeat(20)}PK\x01\x02` }, () => 20),
  'too-many-end-records': whole({ comment: 'PK\x05\x06'.repeat(200) }, endPlace),
  'count-mismatch': { ...second(named('notes.md')), options: { count: 1 } },
  'directory-size-mismatch': whole({ end: { size: 5 } }, (bytes) => placeOf(bytes, 'record')),
  'directory-too-large': { ...whole({}, (bytes) => placeOf(bytes, 'end')), limits: { records: 1, nameBytes: 100 } },
  'archive-comment': whole({ comment: 'packed by hand' }, (bytes) => bytes.length - 14),
  'many-entries': {
    entries: Array.from({ length: 10_001 }, (_, number) => ({ name: `n/${number}` })),
    index: null,
    at: (bytes) => placeOf(bytes, 'record'),
  },
  truncated: second(named('notes.md', { method: 0, packed: 5000 })),
  'name-parent': second(named('docs/../../notes.md')),
  'name-not-utf8': second({ name: Buffer.from([0x8a, 0x2e, 0x6d, 0x64]), content: text }),
  encrypted: second(named('notes.md', { flags: 1 })),
  'method-unsupported': second(named('notes.md', { method: 12 })),
  'crc-mismatch': data(named('notes.md', { crc: 1 })),
  'data-broken': data(named('notes.md', { data: Buffer.from([0x07, 1, 2, 3, 4]) })),
  'size-mismatch': data(named('notes.md', { size: 10 })),
  'over-ceiling': data({ name: 'big.bin', content: Buffer.alloc((1 << 24) + 1), method: 8 }),
  'local-header-missing': { ...second(named('notes.md', { localOffset: 7 })), at: () => 7 },
  'zip64-inconsistent': second(named('notes.md', { size: 0xffffffff })),
  'extra-field-broken': second(named('notes.md', { extra: extraField(0x5455, Buffer.alloc(0)) })),
  'name-absolute': second(named('/notes.md')),
  'name-drive': second(named('C:notes.md')),
  'name-backslash': second(named('docs\\notes.md')),
  'name-control': second(named('notes\u0007.md')),
  'name-bidi': second(named('notes\u202edm.exe')),
  'name-invisible': second(named('notes\u200b.md')),
  'name-device': second(named('docs/AUX.md')),
  'name-trailing-dot-space': second(named('notes. /a.md')),
  'name-empty': second(named('./')),
  'name-dot-component': second(named('docs/./notes.md')),
  'name-deep': second(named(`${'a/'.repeat(65)}notes.md`)),
  'name-duplicate': pair(named('notes.md'), named('notes.md')),
  'name-case-collision': pair(named('Notes.md'), named('notes.md')),
  'name-normal-form-collision': pair(named('caf\u00e9.md'), named('cafe\u0301.md')),
  'safe-name-collision': pair(named('./notes.md'), named('notes.md')),
  'path-file-and-folder': pair(named('notes'), named('notes/a.md')),
  symlink: second(named('link', { content: '/etc/hostname', mode: 0o120777 })),
  'special-file': second(named('pipe', { mode: 0o010644 })),
  setuid: second(named('bin/run', { mode: 0o104755 })),
  'ratio-extreme': second({ name: 'zeros.bin', content: zeros }),
  overlap: pair(named('a.md'), named('b.md', { localOffset: 0 })),
  'local-central-mismatch': data(named('notes.md', { local: { name: 'evil.md' } })),
  'size-short': data(named('notes.md', { size: 5000 })),
  'unused-compressed-bytes': data(
    named('a.md', { data: Buffer.concat([Buffer.from([3, 0]), Buffer.from('hidden')]), content: '', method: 8 }),
  ),
  'unlisted-bytes': {
    ...second(named('notes.md')),
    entries: [manifest, named('gone.md', { directory: false }), named('notes.md')],
    at: (bytes) => placeOf(bytes, 'local', 1),
  },
  'entry-disk': second(named('notes.md', { disk: 3 })),
  'unicode-path-differs': second(named('evil.md', { extra: unicodePath('evil.md', 'SKILL.md') })),
  'directory-with-data': second(named('docs/', { method: 0 })),
  'utf8-flag-missing': second(named('caf\u00e9.md', { flags: 0 })),
  'data-descriptor': second(named('notes.md', { descriptor: true })),
  'hidden-mac-files': second(named('__MACOSX/._SKILL.md')),
  'large-entry': second(named('big.bin', { size: 101 * 2 ** 20, method: 0 })),
};

describe('findings about archives', () => {
  for (const [id, given] of Object.entries(CASES)) {
    test(`${id} is raised with its record and offset`, async () => {
      const bytes = zipBytes(given.entries, given.options);
      const { archive, all, deep } = await findingsOf(bytes, given.limits);
      const matching = all.filter((finding) => finding.id === id && finding.index === (given.index ?? undefined));
      const nth = given.index ?? 0;
      const at = typeof given.at === 'function' ? given.at(bytes) : placeOf(bytes, given.at, nth);
      expect(matching.map((finding) => finding.offset)).toContain(at);
      const found = matching[0];
      expect(found?.severity).toBe(PACKAGE_FINDINGS[id as PackageFindingId].severity);
      expect(found?.message).toMatch(/^.{10,}\.$/su);
      if (given.index !== null) {
        expect(found?.entry).toBe(archive.nameOf(given.index));
        if (!deep.includes(found as Finding)) expect(archive.entry(given.index).findings).toContain(id);
      }
    });
  }

  test('a careful archive has no finding at all', async () => {
    const entries = [
      manifest,
      named('skill.md'),
      named('references/über.md'),
      { name: 'empty.txt' },
      { name: 'docs/', mode: 0o040755 },
    ];
    expect((await findingsOf(zipBytes(entries))).all).toEqual([]);
    expect((await findingsOf(zipBytes(entries, { zip64: true }))).all).toEqual([]);
    expect((await findingsOf(zipBytes([]))).all).toEqual([]);
  });

  test('a stored package inside a package is no second end record', async () => {
    const inner = zipBytes([manifest, named('notes.md')], { comment: 'inner' });
    const { all } = await findingsOf(
      zipBytes([
        manifest,
        { name: 'inner.mur.zip', content: inner, method: 0, localExtra: extraField(0xcafe, Buffer.alloc(8)) },
      ]),
    );
    expect(all).toEqual([]);
  });

  test('the end record of an archive in front is found', async () => {
    const first = zipBytes([named('other.md')]);
    const { all } = await findingsOf(zipBytes([manifest], { prefix: first }));
    expect(all.map(({ id }) => id)).toEqual(['prefix-data', 'second-end-record', 'second-directory']);
  });

  test('of one id at most a thousand are listed, and every record still has its own', () => {
    const archive = opened(zipBytes(Array.from({ length: 3000 }, (_, number) => named(`a\\${number}`, { method: 0 }))));
    const listed = archive.findings.filter(({ id }) => id === 'name-backslash');
    expect(listed).toHaveLength(FINDINGS_PER_ID + 1);
    expect(listed.at(-1)?.message).toBe('2,000 more entries: a backslash in a name. Each entry names its own.');
    for (let index = 0; index < 3000; index++) expect(archive.findingIdsOf(index)).toEqual(['name-backslash']);
  });

  test('every id says in plain sentences what it means and what to do', () => {
    for (const [id, rule] of Object.entries(PACKAGE_FINDINGS)) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      for (const said of [rule.meaning, rule.action]) expect(said, id).toMatch(/^\S.{20,}[.]$/s);
      expect(rule.title, id).toMatch(/^\S.{4,60}[^.]$/);
    }
  });

  test('the table has every id of the specification with its severity', () => {
    const wanted = {
      error:
        'murmur-cannot-open, manifest-refused, truncated, name-parent, name-not-utf8, encrypted, method-unsupported, crc-mismatch, size-mismatch, local-header-missing, zip64-inconsistent, multi-disk, manifest-missing, manifest-unreadable, payload-missing, payload-ambiguous, build-info-broken, config-refused, manifest-file-missing, skill-refused',
      warning:
        'name-absolute, name-drive, name-backslash, name-control, name-bidi, name-invisible, name-device, name-trailing-dot-space, name-empty, name-duplicate, name-case-collision, name-normal-form-collision, safe-name-collision, path-file-and-folder, symlink, special-file, setuid, ratio-extreme, overlap, local-central-mismatch, size-short, unused-compressed-bytes, prefix-data, trailing-data, second-end-record, too-many-end-records, count-mismatch, unicode-path-differs, directory-with-data, utf8-flag-missing, exec-bit-missing, required-file-missing, grant-not-asked, ask-not-granted, secret-like-value',
      info: 'hidden-mac-files, data-descriptor, archive-comment, undeclared-entry, unknown-key, large-entry, many-entries',
    };
    for (const [severity, ids] of Object.entries(wanted)) {
      for (const id of ids.split(', ')) expect(PACKAGE_FINDINGS[id as PackageFindingId]?.severity, id).toBe(severity);
    }
  });
});
