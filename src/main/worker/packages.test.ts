import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { zipBytes } from '../../../scripts/make-samples-zip.mjs';
import type { TableQuery } from '../../shared/contract/package';
import { makeJobs } from './jobs';
import { Packages } from './packages';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'murscope-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MANIFEST = 'name: a\nversion: 0.1.0\nruntime: tool\nartifacts:\n  - name: murmur/x\n    config: {key: secret}\n';
const context = { signal: new AbortController().signal, onProgress: () => {} };
const signal = context.signal;

function writePackage(name: string, content = 'hello'): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    zipBytes([
      { name: 'murmur.yaml', content: MANIFEST },
      { name: 'docs/a.txt', content },
    ]),
  );
  return path;
}

/** The value of a result that must be one. */
async function value<T>(
  result: Promise<{ ok: true; value: T } | { ok: false; error: { message: string } }>,
): Promise<T> {
  const given = await result;
  if (!given.ok) throw new Error(given.error.message);
  return given.value;
}

describe('the packages of a reader', () => {
  test('stay open while the file stays the same, and are read anew when it changed', async () => {
    const packages = new Packages({ large: false });
    const path = writePackage('a.mur.zip');
    const first = await value(packages.get({ path, identity: null }, signal));
    expect(await value(packages.get({ path, identity: first.identity }, signal))).toBe(first);
    writePackage('a.mur.zip', 'changed');
    utimesSync(path, 1, 1);
    expect(await packages.get({ path, identity: first.identity }, signal)).toMatchObject({
      error: { code: 'file-changed' },
    });
    const second = await value(packages.get({ path, identity: null }, signal));
    expect(second).not.toBe(first);
    packages.close({ path });
  });

  test('are closed when too many are open, and opened again when asked for', async () => {
    const packages = new Packages({ large: false });
    const paths = Array.from({ length: 10 }, (_, i) => writePackage(`${i}.mur.zip`));
    const held = [];
    for (const path of paths) held.push(await value(packages.get({ path, identity: null }, signal)));
    const again = await value(packages.get({ path: paths[0] ?? '', identity: held[0]?.identity ?? null }, signal));
    expect(again).not.toBe(held[0]);
    expect(await value(packages.get({ path: paths[9] ?? '', identity: null }, signal))).toBe(held[9]);
    for (const path of paths) packages.close({ path });
  });

  test('that are gone or no archive are failures', async () => {
    const packages = new Packages({ large: false });
    writeFileSync(join(folder, 'no.mur.zip'), 'no');
    expect(await packages.get({ path: join(folder, 'absent'), identity: null }, signal)).toMatchObject({
      error: { code: 'ENOENT' },
    });
    expect((await packages.get({ path: join(folder, 'no.mur.zip'), identity: null }, signal)).ok).toBe(false);
    expect((await packages.get({ path: folder, identity: null }, signal)).ok).toBe(false);
  });
});

describe('the jobs of a reader', () => {
  const query: TableQuery = { sort: 'name', direction: 'up', filter: '', layout: 'flat', open: 'all' };

  test('open, show rows, and hand a check from one process to the other', async () => {
    const [front, background] = [makeJobs({ large: false }), makeJobs({ large: true })];
    const path = join(folder, 'bad.mur.zip');
    const bytes = zipBytes([
      { name: 'murmur.yaml', content: MANIFEST },
      { name: 'wrong.txt', content: 'hello', method: 0, crc: 1 },
    ]);
    writeFileSync(path, bytes);
    const { summary, identity } = await value(front.open({ ref: { path, identity: null } }, context));
    expect(summary).toMatchObject({ sha256: null, recordCount: 2, label: 'local/a@0.1.0' });
    const ref = { path, identity };
    const table = { number: 1, query };
    const rows = () => value(front.rows({ ref, table, start: 0, count: 10 }, context));
    expect((await rows()).map((row) => row.entry?.name)).toEqual(['murmur.yaml', 'wrong.txt']);
    const checked = await value(background.check({ ref, read: true }, context));
    expect(checked.summary.findings.map(({ id }) => id)).toContain('crc-mismatch');
    front.adopt({ ref, check: structuredClone(checked.check) });
    const [, wrong] = await rows();
    expect(wrong?.entry?.findings).toContain('crc-mismatch');
    expect(wrong?.entry?.read).toMatchObject({ ok: false, code: 'crc-mismatch' });
    front.close({ path });
    background.close({ path });
  });

  test('make a table again that was made elsewhere', async () => {
    const jobs = makeJobs({ large: false });
    const path = writePackage('a.mur.zip');
    const rows = await value(
      jobs.rows({ ref: { path, identity: null }, table: { number: 77, query }, start: 1, count: 5 }, context),
    );
    expect(rows.map((row) => row.shown)).toEqual(['murmur.yaml']);
    const key = 'e:0';
    expect(await value(jobs.rowOf({ ref: { path, identity: null }, table: { number: 78, query }, key }, context))).toBe(
      1,
    );
    jobs.close({ path });
  });

  test('write reports with the digest, whole or not at all, and without any value of a config', async () => {
    const jobs = makeJobs({ large: true });
    const path = writePackage('a.mur.zip');
    const ref = { path, identity: null };
    for (const form of ['text', 'json', 'markdown'] as const) {
      const to = join(folder, `report.${form}`);
      expect(await jobs.saveReport({ ref, form, to }, context)).toEqual({ ok: true, value: null });
      const text = readFileSync(to, 'utf8');
      expect(text).toBe(await value(jobs.report({ ref, form }, context)));
      expect(text).toMatch(/[0-9a-f]{64}/);
      expect(text).not.toContain('secret');
    }
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ ok: true, entryCount: 2 });
    const nowhere = join(folder, 'absent', 'report.txt');
    expect(await jobs.saveReport({ ref, form: 'text', to: nowhere }, context)).toMatchObject({ ok: false });
    jobs.close({ path });
  });

  test('show pages of an entry, what is wrong with it, and refuse what is not there', async () => {
    const jobs = makeJobs({ large: false });
    const path = join(folder, 'a.mur.zip');
    const long = Array.from({ length: 60_000 }, (_, i) => `line ${i}`).join('\n');
    writeFileSync(
      path,
      zipBytes([
        { name: 'murmur.yaml', content: MANIFEST },
        { name: 'long.txt', content: long },
        { name: 'short.txt', content: 'hello', size: 500 },
        { name: 'locked.txt', content: 'x', flags: 1 },
      ]),
    );
    const page = (index: number, offset = 0, limit = 1e9) =>
      jobs.preview({ ref: { path, identity: null }, index, ask: { as: 'auto', offset }, limit }, context);
    const first = await value(page(1));
    expect(first).toMatchObject({ kind: 'text', firstLine: 1, total: long.length, findings: [] });
    const second = await value(page(1, first.next ?? 0));
    const text = first.kind === 'text' && second.kind === 'text' ? first.text + second.text : '';
    expect(long.startsWith(text)).toBe(true);
    expect(await value(page(2))).toMatchObject({
      kind: 'text',
      text: 'hello',
      total: 5,
      findings: [{ id: 'size-short' }],
    });
    expect(await page(3)).toMatchObject({ ok: false, error: { code: 'encrypted' } });
    expect(await page(4)).toMatchObject({ ok: false, error: { code: 'no-such-entry' } });
    jobs.close({ path });
    expect(await page(1, 0, 1000)).toMatchObject({ ok: false, error: { code: 'over-ceiling' } });
    jobs.close({ path });
  });

  test('give the exact JSON of a config, and say what a path opens', async () => {
    const jobs = makeJobs({ large: false });
    const path = writePackage('a.mur.zip');
    expect(await jobs.config({ ref: { path, identity: null }, row: 0 }, context)).toEqual({
      ok: true,
      value: { json: '{"key":"secret"}' },
    });
    expect(await jobs.config({ ref: { path, identity: null }, row: 9 }, context)).toMatchObject({ ok: false });
    expect(jobs.whatOpens(path)).toMatchObject({ ok: true, value: { kind: 'package', path } });
    jobs.close({ path });
  });
});
