import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { goldenStores } from '../../../test/support/store';
import { LOCK_LIMIT, readLock } from './lock';

const golden = goldenStores();
afterAll(() => golden?.remove());

const read = (text: string) => readLock(new TextEncoder().encode(text));
const HEX = 'a'.repeat(64);
const entry = (more = '') => `- name: local/a\n  resolved_version: 0.1.0\n  sha256:\n    any: ${HEX}\n${more}`;
const lock = (entries: string) => `lock_version: 3\nartifacts:\n${entries}`;

describe('a lock file', () => {
  test.skipIf(golden === null)('of a real project pins each artifact', () => {
    const file = readLock(readFileSync(join(golden?.full ?? '', 'project/murmur.lock')));
    expect(file.findings).toEqual([]);
    expect(file.entries.map(({ name, version, origin }) => [name, version, origin])).toEqual([
      ['local/murmur-driver-anthropic', '0.1.0', 'operator'],
      ['local/murmur-tool-editor', '0.2.0', 'operator'],
      ['local/murmur-hook-debug', '0.3.0', 'operator'],
      ['local/pennylane', '0.1.0', 'operator'],
    ]);
    expect(file.entries[3]?.digests).toEqual(
      new Map([['any', '43abb4d90879077ab891f7ec8149506cd4bd2b295aa64e51321e5ab3381ccacc']]),
    );
  });

  test('pins platforms straight below sha256, or as version 2 did below platforms', () => {
    for (const below of ['', '\n    platforms:\n    ']) {
      const text = `- name: local/a\n  resolved_version: 1.0.0\n  sha256:${below || '\n   '} linux-x86_64: ${HEX}\n`;
      expect(read(lock(text)).entries[0]?.digests).toEqual(new Map([['linux-x86_64', HEX]]));
    }
  });

  const REFUSED: ReadonlyArray<readonly [string, string, readonly string[], number]> = [
    ['of an older version', `lock_version: 2\nartifacts:\n${entry()}`, ['lock-refused'], 1],
    ['of a newer version', `lock_version: 4\nartifacts:\n${entry()}`, ['lock-refused'], 1],
    ['whose version is a text', `lock_version: "3"\nartifacts:\n${entry()}`, ['lock-refused'], 1],
    ['without a version', `artifacts:\n${entry()}`, ['lock-refused'], 1],
    ['without a list', 'lock_version: 3\n', ['lock-refused'], 0],
    ['that is a list', '- a\n', ['lock-refused'], 0],
    ['that is no YAML', 'a: [', ['lock-refused'], 0],
    ['that is empty', '', ['lock-refused'], 0],
    ['with a key twice', `lock_version: 3\nlock_version: 3\nartifacts: []\n`, ['lock-refused'], 0],
    ['with an entry without a name', lock(`- resolved_version: 1\n${entry()}`), ['lock-entry-broken'], 1],
    ['with an entry without a version', lock('- name: local/b\n'), ['lock-entry-broken'], 0],
    ['with an entry that is a text', lock('- local/a\n'), ['lock-entry-broken'], 0],
    ['that pins nothing', lock('- name: local/a\n  resolved_version: 1\n'), ['lock-entry-broken'], 1],
    ['that pins no digest', lock(entry().replace(HEX, 'abc')), ['lock-entry-broken'], 1],
    ['that pins both ways', lock(`${entry()}    linux-x86_64: ${HEX}\n`), ['lock-entry-broken'], 1],
    ['that pins one twice', lock(entry() + entry()), ['lock-entry-twice'], 1],
  ];
  test.each(REFUSED)('%s is told, and what can be read is kept', (_, text, ids, entries) => {
    const file = read(text);
    expect(file.findings.map(({ id }) => id)).toEqual(ids);
    expect(file.entries).toHaveLength(entries);
  });

  test('that is huge, or no text, is not read', () => {
    expect(readLock(new Uint8Array(LOCK_LIMIT + 1)).findings[0]?.message).toContain('is not read');
    expect(readLock(Uint8Array.of(0xff, 0xfe)).findings[0]?.message).toContain('is not UTF-8');
  });

  test('of very many entries is read to its end', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => entry().replace('local/a', `local/a${index}`));
    expect(read(lock(many.join(''))).entries).toHaveLength(20_000);
  });
});
