import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { err, failure } from '../../shared/result';
import { type StoreFiles, storeFiles } from './files';
import { looseFindings, rowsOf, type ScanOptions, type StoreScan, scanStore } from './scan';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function emptyStore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'murscope-scan-'));
  made.push(folder);
  return folder;
}

function put(root: string, path: string, content = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const HEX = 'a'.repeat(64);
function install(root: string, scope: string, name: string, version: string, platform: string | null = null): void {
  const stem = `${scope}/${name}/${version}/${name}-${version}${platform === null ? '' : `-${platform}`}`;
  const platforms = platform === null ? [] : [platform.split('-')];
  const runtime = platform === null ? 'wasm' : 'native';
  const meta = { name: `${scope}/${name}`, version, runtime, artifact_runtime: 'tool', platforms };
  put(root, `${stem}.mur.zip`, 'x'.repeat(100));
  put(root, `${stem}.sha256`, HEX);
  put(root, `${stem}.meta.json`, JSON.stringify({ meta }));
}

async function scanned(root: string, options: ScanOptions = {}): Promise<StoreScan> {
  const scan = await scanStore(root, options);
  if (!scan.ok) throw new Error(scan.error.message);
  return scan.value;
}

const ids = (scan: StoreScan) => [
  ...rowsOf(scan).flatMap((row) => row.findings.map((finding) => `${row.key} ${finding.id}`)),
  ...looseFindings(scan).map((finding) => `${finding.entry ?? ''} ${finding.id}`),
];

describe('a sound store', () => {
  test('gives a row for each version, by name and then as semver orders versions', async () => {
    const root = emptyStore();
    for (const version of ['0.10.0', '0.2.0', '1.0.0-rc.1', '1.0.0']) install(root, 'local', 'b', version);
    install(root, 'local', 'a', '0.1.0');
    const scan = await scanned(root);
    expect(ids(scan)).toEqual([]);
    expect(rowsOf(scan).map((row) => row.key)).toEqual([
      'local/a/0.1.0',
      'local/b/0.2.0',
      'local/b/0.10.0',
      'local/b/1.0.0-rc.1',
      'local/b/1.0.0',
    ]);
  });

  test('joins the platforms of a native package in one row', async () => {
    const root = emptyStore();
    for (const platform of ['linux-x86_64', 'darwin-aarch64']) install(root, 'local', 'git', '0.1.0', platform);
    const [row, ...more] = rowsOf(await scanned(root));
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      platforms: ['darwin-aarch64', 'linux-x86_64'],
      bytes: 200,
      findings: [],
      listed: true,
    });
    expect(row?.variants.map((variant) => variant.platform)).toEqual(['darwin-aarch64', 'linux-x86_64']);
  });

  test('is given back again without reading what did not change', async () => {
    const root = emptyStore();
    for (const name of ['a', 'b', 'c']) install(root, 'local', name, '0.1.0');
    const before = await scanned(root);
    install(root, 'local', 'b', '0.2.0');
    install(root, 'local', 'd', '0.1.0');
    rmSync(join(root, 'local/c'), { recursive: true });
    const heads: string[] = [];
    const files: StoreFiles = {
      ...storeFiles,
      head: (path, limit) => {
        heads.push(path.slice(root.length + 1));
        return storeFiles.head(path, limit);
      },
    };
    const again = await scanStore(root, { files }, { scan: before, changed: ['local/b/0.2.0', 'local/d', 'local/c'] });
    if (!again.ok) throw new Error(again.error.message);
    expect(rowsOf(again.value).map((row) => row.key)).toEqual([
      'local/a/0.1.0',
      'local/b/0.1.0',
      'local/b/0.2.0',
      'local/d/0.1.0',
    ]);
    expect(heads.every((path) => path.startsWith('local/b/') || path.startsWith('local/d/'))).toBe(true);
    expect(rowsOf(again.value)[0]).toBe(rowsOf(before)[0]);
  });
});

describe('a root', () => {
  test('that is not there is missing, and no problem by itself', async () => {
    const scan = await scanned(join(emptyStore(), 'nowhere'));
    expect(scan).toMatchObject({ state: 'missing', findings: [] });
  });

  test('that is a file is named', async () => {
    const root = emptyStore();
    put(root, 'file');
    const scan = await scanned(join(root, 'file'));
    expect(scan.state).toBe('unreadable');
    expect(ids(scan)).toEqual([' store-unreadable']);
  });

  test.each(['EACCES', 'EIO', 'ENODEV'])('that answers %s is named', async (code) => {
    const files: StoreFiles = { ...storeFiles, list: () => err(failure(code, 'refused')) };
    const scan = await scanned('/anywhere', { files });
    expect(scan.state).toBe('unreadable');
    expect(ids(scan)).toEqual([' store-unreadable']);
  });

  test('without permission is named', async () => {
    const root = emptyStore();
    install(root, 'local', 'a', '0.1.0');
    chmodSync(root, 0);
    const scan = await scanned(root);
    chmodSync(root, 0o700);
    // Root reads it all the same; then there is nothing to name.
    expect(ids(scan)).toEqual(process.getuid?.() === 0 ? [] : [' store-unreadable']);
  });
});

describe('one bad folder', () => {
  test('without permission hides no other', async () => {
    const root = emptyStore();
    for (const name of ['a', 'b']) install(root, 'local', name, '0.1.0');
    const files: StoreFiles = {
      ...storeFiles,
      list: (folder, limit) =>
        folder.endsWith('/a') ? err(failure('EACCES', 'permission was denied')) : storeFiles.list(folder, limit),
    };
    const scan = await scanned(root, { files });
    expect(rowsOf(scan).map((row) => row.name)).toEqual(['local/b']);
    expect(ids(scan)).toEqual(['local/a store-folder-unreadable']);
  });

  test('whose sidecars cannot be read still is a row', async () => {
    const root = emptyStore();
    install(root, 'local', 'a', '0.1.0');
    const files: StoreFiles = { ...storeFiles, head: () => err(failure('EACCES', 'permission was denied')) };
    const scan = await scanned(root, { files });
    expect(ids(scan)).toEqual(['local/a/0.1.0 digest-malformed', 'local/a/0.1.0 meta-broken']);
  });

  test('with a pipe for each file is never read from', async () => {
    const root = emptyStore();
    mkdirSync(join(root, 'local/a/0.1.0'), { recursive: true });
    for (const end of ['mur.zip', 'sha256', 'meta.json'])
      execFileSync('mkfifo', [join(root, `local/a/0.1.0/a-0.1.0.${end}`)]);
    const scan = await scanned(root);
    expect(ids(scan)).toEqual([
      'local/a/0.1.0 archive-no-file',
      'local/a/0.1.0 digest-malformed',
      'local/a/0.1.0 meta-broken',
    ]);
  });
});

describe('what does not belong there', () => {
  test('is told where it lies, and never as a package', async () => {
    const root = emptyStore();
    install(root, 'local', 'a', '0.1.0');
    put(root, '.git/config');
    put(root, 'local/readme.md');
    put(root, 'local/a/notes.sha256');
    put(root, 'local/a/docs/page.md');
    put(root, 'local/a/0.1.0/.a-0.1.0.mur.zip.zip.17.tmp');
    put(root, 'local/a/0.1.0/a-0.1.0-windows-x86_64.mur.zip');
    mkdirSync(join(root, 'empty'));
    mkdirSync(join(root, 'local/none'));
    const scan = await scanned(root);
    expect(rowsOf(scan).map((row) => row.key)).toEqual(['local/a/0.1.0']);
    expect(ids(scan).sort()).toEqual(
      [
        'local/a/0.1.0 platform-unknown',
        'local/a/0.1.0 stray-file',
        ' stray-file',
        'empty store-folder-empty',
        'local stray-file',
        'local/a stray-file',
        'local/a stray-file',
        'local/none store-folder-empty',
      ].sort(),
    );
  });

  test('in a folder of very many is counted up to the limit, and the rest said', async () => {
    const root = emptyStore();
    install(root, 'local', 'a', '0.1.0');
    for (let index = 0; index < 50; index++) put(root, `local/a/0.1.0/stray-${index}`);
    const scan = await scanned(root, { limits: { names: 20, folders: 10 } });
    expect(ids(scan)).toEqual(['local/a/0.1.0 store-too-many-files', 'local/a/0.1.0 stray-file']);
    expect(rowsOf(scan)[0]).toMatchObject({ bytes: 100, digest: 'not-read', runtime: 'tool' });
  });

  test('a million names in a folder are never all taken', () => {
    const root = emptyStore();
    for (let index = 0; index < 3000; index++) put(root, `${'n'.repeat(200)}-${index}`);
    const listing = storeFiles.list(root, 1000);
    expect(listing.ok && [listing.value.entries.length, listing.value.cut]).toEqual([1000, true]);
  });

  test('more packages than are looked at are said', async () => {
    const root = emptyStore();
    for (const name of ['a', 'b', 'c']) install(root, 'local', name, '0.1.0');
    const scan = await scanned(root, { limits: { names: 100, folders: 2 } });
    expect(rowsOf(scan)).toHaveLength(2);
    expect(ids(scan)).toEqual([' store-too-many-files']);
  });
});

describe('links', () => {
  test('to packages are followed and named, at every level', async () => {
    const [root, other] = [emptyStore(), emptyStore()];
    install(other, 'far', 'a', '0.1.0');
    install(root, 'local', 'b', '0.1.0');
    symlinkSync(join(other, 'far'), join(root, 'far'));
    symlinkSync(join(other, 'far/a'), join(root, 'local/a'));
    symlinkSync(join(other, 'far/a/0.1.0'), join(root, 'local/b/0.2.0'));
    const scan = await scanned(root);
    expect(ids(scan)).toEqual([
      'far/a/0.1.0 store-link',
      'local/a/0.1.0 store-link',
      'local/a/0.1.0 meta-other-name',
      'local/b/0.2.0 archive-other-name',
      'local/b/0.2.0 store-link',
      'local/b/0.2.0 meta-other-name',
      'local/b/0.2.0 meta-other-version',
    ]);
  });

  test('that lead back or nowhere are named and not followed', async () => {
    const root = emptyStore();
    install(root, 'local', 'a', '0.1.0');
    symlinkSync('.', join(root, 'loop'));
    symlinkSync('..', join(root, 'local/up'));
    symlinkSync('../..', join(root, 'local/a/top'));
    symlinkSync('nowhere', join(root, 'local/gone'));
    symlinkSync('self', join(root, 'self'));
    const scan = await scanned(root);
    expect(rowsOf(scan).map((row) => row.key)).toEqual(['local/a/0.1.0']);
    expect(ids(scan).sort()).toEqual(
      ['loop', 'local/up', 'local/a/top', 'local/gone', 'self'].map((key) => `${key} store-link-broken`).sort(),
    );
  });
});

test('a scan that is no longer wanted stops', async () => {
  const root = emptyStore();
  install(root, 'local', 'a', '0.1.0');
  const scan = await scanStore(root, { signal: AbortSignal.abort() });
  expect(scan.ok ? null : scan.error.code).toBe('cancelled');
});
