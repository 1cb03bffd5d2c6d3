import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { goldenStores, printed } from '../../../test/support/store';
import { plainList } from '../report/store-plain';
import { DigestMemory } from './digest-memory';
import type { StoreFindingId } from './findings';
import { withDigests, withPacked } from './judge';
import { readPackedIdentity } from './packed';
import { looseFindings, rowsOf, type StoreScan, scanStore } from './scan';
import { verifyRows } from './verify';

const golden = goldenStores();
afterAll(() => golden?.remove());

async function scanned(root: string): Promise<StoreScan> {
  const scan = await scanStore(root, { packed: readPackedIdentity });
  if (!scan.ok) throw new Error(scan.error.message);
  return scan.value;
}

const rootOf = (variant: string) => join(golden?.variant(variant) ?? '', '.murmur/artifacts');

/** What is wrong with each damaged store, seen by a scan and only when everything is read. */
const PROBLEMS: Readonly<Record<string, readonly [scan: readonly StoreFindingId[], read: readonly StoreFindingId[]]>> =
  {
    badname: [['store-name-refused', 'archive-other-name', 'meta-other-name'], ['package-other-name']],
    'empty-version': [['version-empty'], []],
    good: [[], []],
    'meta-broken': [['meta-broken'], []],
    'meta-flat': [['meta-broken'], []],
    'meta-missing': [['meta-missing'], []],
    'meta-othername': [['meta-other-name'], []],
    'meta-unknown-runtime': [['meta-unknown-runtime'], []],
    nofiles: [[], []],
    none: [[], []],
    platforms: [['platforms-disagree'], []],
    'sha-filename': [['digest-malformed'], []],
    'sha-garbage': [['digest-malformed'], []],
    'sha-mismatch': [[], ['digest-differs']],
    'sha-missing': [['digest-missing'], []],
    'sha-newline': [['digest-malformed'], []],
    'sha-upper': [['digest-malformed'], []],
    stray: [['stray-file', 'stray-file', 'stray-file', 'stray-file'], []],
    symlink: [['store-link'], []],
    unscoped: [['layout-unscoped'], []],
    versions: [
      [],
      ['package-other-version', 'package-other-version', 'package-other-version', 'package-other-version'],
    ],
    'zip-broken': [['archive-broken'], ['digest-differs']],
    'zip-missing': [['archive-missing'], []],
  };

/** `mur` says what is wrong with the store instead of listing it. */
const givesUp = (text: string) => text.startsWith('error[');

describe.skipIf(golden === null)('the golden stores', () => {
  test('are the ones that are checked here', () => {
    expect(golden?.variants).toEqual(Object.keys(PROBLEMS).sort());
  });

  test.each(Object.keys(PROBLEMS))('%s is listed as mur lists it', async (variant) => {
    const scan = await scanned(rootOf(variant));
    const plain = plainList([{ label: 'global', rows: rowsOf(scan) }], false);
    const mur = printed(golden?.variant(variant) ?? '', 'mur-list.txt');
    // Where mur gives up over one sidecar, everything is listed as if that store were sound.
    expect(plain).toBe(givesUp(mur) ? printed(golden?.variant('good') ?? '', 'mur-list.txt') : mur);
  });

  test.each(Object.entries(PROBLEMS))('%s has its problems named', async (variant, [seen, read]) => {
    const root = rootOf(variant);
    const scan = await scanned(root);
    const rows = rowsOf(scan);
    const found = [...rows.flatMap((row) => row.findings), ...looseFindings(scan)].map(({ id }) => id);
    expect(found.sort()).toEqual([...seen].sort());
    const memory = new DigestMemory();
    expect(
      await verifyRows(
        rows.map((row) => ({ root, row })),
        { memory },
      ),
    ).toEqual({ ok: true, value: null });
    const more = rows.flatMap((row) => {
      const judged = withPacked(withDigests(row, root, memory), root, readPackedIdentity);
      const known = new Set(row.findings);
      return judged.findings.filter((finding) => !known.has(finding)).map(({ id }) => id);
    });
    expect(more.sort()).toEqual([...read].sort());
  });

  test('a digest agrees only where it is written as Murmur writes it', async () => {
    const states = new Map<string, string>();
    for (const variant of golden?.variants ?? []) {
      const root = rootOf(variant);
      const rows = rowsOf(await scanned(root));
      const memory = new DigestMemory();
      await verifyRows(
        rows.map((row) => ({ root, row })),
        { memory },
      );
      const house = rows.find((row) => row.name.endsWith('house'));
      if (house) states.set(variant, withDigests(house, root, memory).digest);
    }
    expect(Object.fromEntries(states)).toMatchObject({
      good: 'agrees',
      'sha-mismatch': 'differs',
      'sha-missing': 'missing',
      'sha-newline': 'malformed',
      'sha-upper': 'malformed',
      'sha-filename': 'malformed',
      'sha-garbage': 'malformed',
      'zip-broken': 'differs',
      symlink: 'agrees',
      unscoped: 'agrees',
    });
  });

  test('the whole home and project are sound, and listed in all three forms', async () => {
    const [home, project] = [join(golden?.full ?? '', 'home'), join(golden?.full ?? '', 'project')];
    const stores = {
      global: await scanned(`${home}/.murmur/artifacts`),
      project: await scanned(`${project}/.murmur/artifacts`),
    };
    const [global, own] = [rowsOf(stores.global), rowsOf(stores.project)];
    expect([...global, ...own].flatMap((row) => row.findings)).toEqual([]);
    const full = (file: string) => printed(golden?.full ?? '', file);
    const [globalRows, ownRows] = [
      { label: 'global', rows: global },
      { label: 'project', rows: own },
    ];
    expect(plainList([ownRows], false)).toBe(full('mur-list.txt'));
    expect(plainList([globalRows], false)).toBe(full('mur-list-g.txt'));
    expect(plainList([ownRows, globalRows], true)).toBe(full('mur-list-all.txt'));
    const memory = new DigestMemory();
    const root = `${home}/.murmur/artifacts`;
    await verifyRows(
      global.map((row) => ({ root, row })),
      { memory },
    );
    const judged = global.map((row) => withPacked(withDigests(row, root, memory), root, readPackedIdentity));
    expect(judged.flatMap((row) => row.findings)).toEqual([]);
    expect(judged.every((row) => row.digest === 'agrees')).toBe(true);
  });

  test('are left as they were, read-only or not: every byte, time and link', async () => {
    setReadOnly(golden?.variant('good') ?? '', true);
    const everything = () => golden?.variants.flatMap((variant) => traces(golden.variant(variant)));
    const before = everything();
    for (const variant of golden?.variants ?? []) {
      const root = rootOf(variant);
      const rows = rowsOf(await scanned(root));
      await verifyRows(
        rows.map((row) => ({ root, row })),
        { memory: new DigestMemory() },
      );
      for (const row of rows) withPacked(row, root, readPackedIdentity);
    }
    const after = everything();
    setReadOnly(golden?.variant('good') ?? '', false);
    expect(after).toEqual(before);
  });
});

/** Takes everyone's right to write below a folder, or gives the owner it back. */
function setReadOnly(folder: string, readOnly: boolean): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const mode = entry.isDirectory() ? 0o555 : 0o444;
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), readOnly ? mode : mode | 0o200);
  }
}

/** Name, kind, times and content of everything below a folder. Access times are the system's. */
function traces(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path);
    const about = `${path} ${stat.mode} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino} ${stat.nlink}`;
    if (stat.isDirectory()) return [about, ...traces(path)];
    const content = stat.isSymbolicLink() ? readlinkSync(path) : readFileSync(path);
    return [`${about} ${createHash('sha256').update(content).digest('hex')}`];
  });
}
