import { expect, test, vi } from 'vitest';
import { fakeHost } from '../../../../test/browser/fake/host';
import { startApp } from '../../app/actions';
import { createApp } from '../../app/app';
import { docsOf } from '../../app/shell';
import { hostOver } from '../../host';
import { gridRows, PAGE, rowAt } from '../../kit/grid/paged';
import { memoryIn } from '../../memory';
import { chooseConfig, configStore, showValues } from './config/store';
import { outgoingStore } from './files/outgoing';
import { saveEntries } from './files/save';
import {
  choose,
  chosenWith,
  filterBy,
  foldAll,
  foldRow,
  queryOf,
  revealRow,
  select,
  showFiles,
  sortBy,
  want,
} from './files/store';
import { findingsStore, goToEntry, selectFinding, showSeverity } from './findings/actions';
import { findingRows } from './findings/rows';
import { manifestRows } from './manifest/rows';
import { chooseFirst, chooseRow, manifestStore } from './manifest/store';
import { goInto, goOut as goUp, layOut } from './map/store';
import { checkHeaders, dropPackage, type PackageModel, packageModel, reopenPackage, retry } from './model';
import { loadSizes } from './overview/sizes';
import { lookAt, nextPage, previousPage, showAs } from './preview/store';

/** An app with one made-up package open, through the same bridge as the real one. */
async function open(name: string, options: Parameters<typeof fakeHost>[0] = {}) {
  const { bridge, controls } = fakeHost({ ...options, open: [name] });
  const app = createApp(hostOver(bridge), memoryIn(null));
  await startApp(app);
  const doc = docsOf(app.shell.getState(), 'packages')[0];
  if (!doc) throw new Error('nothing opened');
  const model = packageModel(app, doc);
  await vi.waitFor(() => expect(settled(model)).toBe(true));
  return {
    app,
    model,
    controls,
    calls: (channel: string) => controls.calls.filter((call) => call.channel === channel),
  };
}

function settled(model: PackageModel): boolean {
  const { error, check } = model.store.getState();
  return error !== null || check.state === 'done' || check.state === 'failed';
}

async function openFiles(name: string) {
  const opened = await open(name);
  const { files, store } = opened.model;
  showFiles(files, store.getState().summary?.recordCount ?? 0);
  await vi.waitFor(() => expect(files.store.getState().table).not.toBeNull());
  return { ...opened, files, shown: () => files.store.getState() };
}

const names = (files: PackageModel['files']): string[] => {
  const rows = gridRows(files.store.getState());
  return Array.from({ length: rows.count }, (_, index) => rows.at(index)?.shown ?? '…');
};

test('a package gives its summary first, then its digest, then what its local headers say', async () => {
  const { app, model, controls } = await open('house');
  const state = model.store.getState();
  expect(state.summary?.label).toBe('local/house@0.1.0');
  expect(state.digest).toMatchObject({ state: 'done' });
  expect(state.check).toMatchObject({ state: 'done' });
  expect(docsOf(app.shell.getState(), 'packages')[0]?.title).toBe('house 0.1.0');
  const asked = controls.calls.map(({ channel }) => channel).filter((channel) => channel.startsWith('package:'));
  expect(asked).toEqual(['package:open', 'package:digest', 'package:check']);
  expect(controls.faults).toEqual([]);
});

test('a package that cannot be opened keeps its error and the way to try again', async () => {
  const { model } = await open('house', { fail: new Set(['package:open']) });
  expect(model.store.getState()).toMatchObject({ summary: null, error: { code: 'io' } });
});

test('a digest that fails does not keep the headers from being checked', async () => {
  const { model } = await open('house', { fail: new Set(['package:digest']) });
  expect(model.store.getState().digest.state).toBe('failed');
  expect(model.store.getState().check.state).toBe('done');
});

test('the first table is sorted by size, small packages are unfolded, and the manifest is looked at', async () => {
  const { files, shown } = await openFiles('house');
  expect(names(files).slice(0, 3)).toEqual(['capsule.wasm', 'skills', 'house']);
  expect(shown().selected?.shown).toBe('murmur.yaml');
  expect(queryOf(shown())).toMatchObject({ sort: 'size', direction: 'down', open: 'all' });
});

test('sorting keeps the selected entry, wherever it goes', async () => {
  const { files, shown } = await openFiles('house');
  const before = shown().active;
  sortBy(files, 'name');
  await vi.waitFor(() => expect(shown().busy).toBe(false));
  expect(shown().selected?.shown).toBe('murmur.yaml');
  expect(shown().active).not.toBe(before);
  expect(rowAt(shown(), shown().active ?? -1)?.shown).toBe('murmur.yaml');
  sortBy(files, 'name');
  expect(shown().direction).toBe('down');
});

test('folding one folder of an unfolded tree leaves the others open', async () => {
  const { files, shown } = await openFiles('house');
  const at = names(files).indexOf('references');
  const row = rowAt(shown(), at);
  if (row) foldRow(files, row, false);
  await vi.waitFor(() => expect(names(files)).not.toContain('rooms.md'));
  expect(names(files)).toContain('measure.py');
  expect(queryOf(shown()).open).toEqual({ allBut: ['f:skills/house/references'] });
  foldAll(files, false);
  await vi.waitFor(() => expect(names(files)).not.toContain('measure.py'));
  expect(queryOf(shown()).open).toEqual([]);
});

test('a filter hides the selected row from the table but not from the pane', async () => {
  const { files, shown } = await openFiles('house');
  filterBy(files, 'measure');
  await vi.waitFor(() => expect(shown().table?.matches).toBe(1));
  expect(shown().active).toBeNull();
  expect(shown().selected?.shown).toBe('murmur.yaml');
});

test('of two filters typed fast only the last one counts', async () => {
  const { files, shown, calls } = await openFiles('house');
  const before = calls('package:table').length;
  filterBy(files, 'r');
  filterBy(files, 'rooms');
  await vi.waitFor(() => expect(shown().busy).toBe(false));
  expect(shown().table?.matches).toBe(1);
  expect(calls('package:table').length - before).toBeLessThanOrEqual(2);
});

test('100,000 rows come in pages, only those that are wanted, and none twice', async () => {
  const { files, shown, calls } = await openFiles('large');
  foldAll(files, true);
  await vi.waitFor(() => expect(shown().table?.rows).toBeGreaterThan(100_000));
  const before = calls('package:rows').length;
  want(files, 50_000, 50_040);
  want(files, 50_000, 50_040);
  await vi.waitFor(() => expect(rowAt(shown(), 50_020)).toBeDefined());
  const asked = calls('package:rows').slice(before);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.args.slice(2)).toEqual([50_000 - (50_000 % PAGE), PAGE]);
  expect(rowAt(shown(), 99_000)).toBeUndefined();
});

test('pages that are out of sight again before they arrive are given up', async () => {
  const { files, shown, controls } = await openFiles('large');
  foldAll(files, true);
  await vi.waitFor(() => expect(shown().table?.rows).toBeGreaterThan(100_000));
  want(files, 20_000, 20_040);
  want(files, 80_000, 80_040);
  await vi.waitFor(() => expect(rowAt(shown(), 80_000)).toBeDefined());
  expect(rowAt(shown(), 20_000)).toBeUndefined();
  expect(controls.aborted.some((id) => id.startsWith('package:rows'))).toBe(true);
});

test('a row that is selected before it is here becomes the selected one when it arrives', async () => {
  const { files, shown } = await openFiles('large');
  foldAll(files, true);
  await vi.waitFor(() => expect(shown().table?.rows).toBeGreaterThan(100_000));
  select(files, 60_000);
  expect(shown().selected?.shown).toBe('murmur.yaml');
  want(files, 60_000, 60_010);
  await vi.waitFor(() => expect(shown().selected?.shown).toMatch(/^block-/));
});

test('an entry in a folded folder is brought into view', async () => {
  const { files, shown } = await openFiles('large');
  await revealRow(files, 'e:70000');
  expect(shown().selected?.entry?.index).toBe(70_000);
  expect(rowAt(shown(), shown().active ?? -1)?.key).toBe('e:70000');
});

test('where the bytes are is asked once, and the table of entries is right again afterwards', async () => {
  const { model, files, shown, calls } = await openFiles('house');
  await loadSizes(model);
  await loadSizes(model);
  expect(
    model.sizes
      .getState()
      .places?.map(({ shown: name }) => name)
      .slice(0, 2),
  ).toEqual(['capsule.wasm', 'skills']);
  expect(model.sizes.getState().largest?.[1]?.shown).toBe('skills/house/references/rooms.md');
  await vi.waitFor(() => expect(shown().busy).toBe(false));
  expect(calls('package:table')).toHaveLength(4);
  want(files, 0, 10);
  expect(names(files)).toContain('measure.py');
});

test('a file that was replaced is read anew as a whole, a passing fault is only asked again', async () => {
  const { model, calls } = await openFiles('house');
  let asked = 0;
  retry(model, { code: 'io', message: 'try again' }, () => asked++);
  expect([asked, calls('package:open').length]).toEqual([1, 1]);
  lookAt(model.filePreview, 0);
  await reopenPackage(model);
  expect(calls('package:open')).toHaveLength(2);
  expect(model.filePreview.store.getState().target).toBeNull();
  expect(model.files.store.getState().table).not.toBeNull();
  expect(model.sizes.getState().asked).toBe(false);
});

test('where the bytes are is not asked over and over when it cannot be said', async () => {
  const { model, calls } = await open('house', { fail: new Set(['package:table']) });
  await loadSizes(model);
  await loadSizes(model);
  expect(model.sizes.getState().error?.code).toBe('io');
  expect(calls('package:table')).toHaveLength(1);
});

test('a preview steps through pages and back, and shows bytes on demand', async () => {
  const { model } = await open('skill');
  const preview = model.filePreview;
  lookAt(preview, 1);
  await vi.waitFor(() => expect(preview.store.getState().page?.kind).toBe('text'));
  showAs(preview, 'hex');
  await vi.waitFor(() => expect(preview.store.getState().page?.kind).toBe('hex'));
  nextPage(preview);
  previousPage(preview);
  expect(preview.store.getState().before).toEqual([]);
});

test('what an entry refuses is an error of the pane, not of the package', async () => {
  const { model } = await open('hostile');
  lookAt(model.filePreview, 11);
  await vi.waitFor(() => expect(model.filePreview.store.getState().error?.code).toBe('encrypted'));
  expect(model.store.getState().error).toBeNull();
  lookAt(model.filePreview, 0);
  await vi.waitFor(() => expect(model.filePreview.store.getState().page).not.toBeNull());
  expect(model.filePreview.store.getState().error).toBeNull();
});

test('findings stand by severity and kind, can be narrowed and folded', async () => {
  const { model } = await open('hostile');
  const findings = model.store.getState().summary?.findings ?? [];
  const rows = findingRows(findings, findingsStore(model).getState(), () => undefined);
  expect(rows[0]).toMatchObject({ kind: 'group', severity: 'error' });
  expect(rows.at(-1)).toMatchObject({ kind: 'finding', finding: { severity: 'info' } });
  showSeverity(model, 'warning');
  const warnings = findingRows(findings, findingsStore(model).getState(), () => undefined);
  expect(warnings.every((row) => (row.kind === 'group' ? row : row.finding).severity === 'warning')).toBe(true);
  const folded = findingRows(
    findings,
    { severity: 'all', folded: new Set(findings.map(({ id }) => id)) },
    () => undefined,
  );
  expect(folded.every((row) => row.kind === 'group')).toBe(true);
});

test('going to a finding shows it whatever was narrowed or folded, and from there its entry', async () => {
  const { model } = await open('hostile');
  const finding = model.store.getState().summary?.findings.find(({ id }) => id === 'name-bidi');
  if (!finding) throw new Error('no such finding');
  showSeverity(model, 'info');
  selectFinding(model, finding);
  expect(model.store.getState().tab).toBe('findings');
  expect(findingsStore(model).getState()).toMatchObject({ severity: 'all', selected: finding });
  goToEntry(model, finding);
  expect(model.store.getState().tab).toBe('files');
  await vi.waitFor(() => expect(model.files.store.getState().selected?.entry?.index).toBe(1));
});

test('going to a finding in a text brings its line into view', async () => {
  const { model } = await open('house');
  goToEntry(model, { id: 'unknown-key', severity: 'info', message: 'm', index: 0, place: { line: 3, column: 2 } });
  expect(model.store.getState().tab).toBe('files');
  expect(model.filePreview.store.getState()).toMatchObject({
    target: { kind: 'entry', index: 0 },
    as: 'text',
    jump: { line: 3, column: 2 },
  });
});

test('manifest rows list declared paths, required files and what nothing declares', async () => {
  const { model } = await open('house');
  const { summary } = model.store.getState();
  if (!summary) throw new Error('no summary');
  const rows = manifestRows(summary, new Set());
  expect(rows.filter((row) => row.kind === 'group').map((row) => [row.key, row.count])).toEqual([
    ['declared', 4],
    ['required', 4],
    ['undeclared', 2],
  ]);
  expect(manifestRows(summary, new Set(['declared', 'required', 'undeclared']))).toHaveLength(3);
});

test('a found file of the package is shown at once, one that is not found asks for nothing', async () => {
  const { model, calls } = await open('house');
  const { summary } = model.store.getState();
  if (!summary) throw new Error('no summary');
  chooseFirst(model, summary);
  await vi.waitFor(() => expect(model.manifestPreview.store.getState().page?.kind).toBe('text'));
  const missing = manifestRows(summary, new Set()).find((row) => row.kind === 'declared' && !row.file.found);
  if (missing) chooseRow(model, missing);
  expect(manifestStore(model).getState().selected).toBe(missing);
  expect(calls('package:manifest-file')).toHaveLength(1);
});

test('a file of this machine is not read by walking over its row', async () => {
  const { model, calls } = await open('house');
  chooseRow(model, {
    kind: 'declared',
    key: 'declared 9',
    index: 9,
    file: { key: 'k', declared: '/etc/hostname', resolved: '/etc/hostname', base: 'host-path', found: true },
  });
  expect(calls('package:manifest-file')).toHaveLength(0);
});

test('config values are asked for only when they are to be shown, and forgotten when they are hidden', async () => {
  const { model, calls } = await open('house');
  chooseConfig(model, 0);
  expect(calls('package:config')).toHaveLength(0);
  showValues(model, true);
  await vi.waitFor(() => expect(configStore(model).getState().json.get(0)).toContain('read_recent'));
  chooseConfig(model, 2);
  expect(calls('package:config'), 'a refused block has no JSON').toHaveLength(1);
  showValues(model, false);
  expect(configStore(model).getState().json.size).toBe(0);
});

test('checking twice at once asks once', async () => {
  const { model, calls } = await open('house');
  const before = calls('package:check').length;
  await Promise.all([checkHeaders(model, true), checkHeaders(model, true)]);
  expect(calls('package:check').length - before).toBe(1);
});

test('progress of the digest is taken for the package it belongs to', async () => {
  const { bridge, controls } = fakeHost({ open: ['house', 'skill'], never: new Set(['package:digest']) });
  const app = createApp(hostOver(bridge), memoryIn(null));
  await startApp(app);
  const [first, second] = docsOf(app.shell.getState(), 'packages').map((doc) => packageModel(app, doc));
  if (!first || !second) throw new Error('two packages should be open');
  await vi.waitFor(() => expect(second.store.getState().digest.state).toBe('running'));
  controls.emit('package:progress', { token: second.token, what: 'digest', done: 40, total: 100 });
  expect(second.store.getState().digest).toEqual({ state: 'running', done: 40, total: 100 });
  expect(first.store.getState().digest).toMatchObject({ done: 0 });
  dropPackage(app, second.token);
  controls.emit('package:progress', { token: second.token, what: 'digest', done: 80, total: 100 });
  expect(second.store.getState().digest).toMatchObject({ done: 40 });
  expect(controls.aborted.some((id) => id.startsWith('package:digest'))).toBe(true);
});

test('saving tells how far it is, runs alone, and can be stopped', async () => {
  const { app, model, controls } = await open('house', { never: new Set(['package:save-entries']) });
  const saving = saveEntries(model, { keys: ['e:0'] });
  controls.emit('package:progress', { token: model.token, what: 'save', done: 3, total: 9 });
  expect(outgoingStore(model).getState().now).toMatchObject({ what: 'save', done: 3, total: 9 });
  await saveEntries(model, { keys: ['e:1'] });
  expect(app.toasts.getState().toasts.at(-1)?.text).toBe('Something is being written already');
  outgoingStore(model).getState().now?.controller.abort();
  await saving;
  expect(outgoingStore(model).getState().now).toBeNull();
  expect(app.toasts.getState().toasts.at(-1)?.text).toBe('Saving was stopped');
  expect(controls.aborted).toHaveLength(1);
});

test('several rows are saved as ranges of the table, one row by its key', async () => {
  const { files, shown } = await openFiles('house');
  const row = rowAt(shown(), 1);
  if (!row) throw new Error('no row');
  expect(chosenWith(shown(), row)).toEqual({ what: { keys: [row.key] }, count: 1 });
  choose(files, [[1, 3]]);
  expect(chosenWith(shown(), row)).toEqual({ what: { table: shown().table?.table, ranges: [[1, 3]] }, count: 3 });
  sortBy(files, 'name');
  await vi.waitFor(() => expect(shown().busy).toBe(false));
  expect(shown().chosen, 'rows of another order are other rows').toEqual([]);
});

test('the end of a table that is about to change is the end of the new one', async () => {
  const { files, shown } = await openFiles('house');
  foldAll(files, false);
  select(files, (shown().table?.rows ?? 0) - 1);
  await vi.waitFor(() => expect(shown().busy).toBe(false));
  await vi.waitFor(() => expect(shown().active).toBe((shown().table?.rows ?? 0) - 1));
});

test('a row that is clicked while the table changes is that row, wherever it goes', async () => {
  const { files, shown } = await openFiles('house');
  sortBy(files, 'name');
  const clicked = rowAt(shown(), 1);
  select(files, 1, 'pointer');
  await vi.waitFor(() => expect(shown().busy).toBe(false));
  await vi.waitFor(() => expect(rowAt(shown(), shown().active ?? -1)?.key).toBe(clicked?.key));
});

test('a package without anything in it, or with nothing but empty entries, has no boxes', async () => {
  const { model } = await open('empty');
  await layOut(model, 300, 200, new AbortController().signal);
  expect(model.map.getState().drawn?.map).toMatchObject({ entries: 0, nodes: [] });
});

test('boxes are gone into and out of, and a folder that is gone leads back to the package', async () => {
  const { model } = await open('house');
  const lay = () => layOut(model, 300, 200, new AbortController().signal);
  await lay();
  expect(goInto(model, 'f:skills/house')).toBe(true);
  expect(goInto(model, 'rest:skills/house/')).toBe(false);
  goUp(model);
  expect(model.map.getState()).toMatchObject({ folder: 'skills', current: 'f:skills/house' });
  await vi.waitFor(() => expect(model.files.store.getState().selected?.key).toBe('f:skills/house'));
  goInto(model, 'f:nowhere');
  await lay();
  expect(model.map.getState().folder).toBeNull();
});
