import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { storedZip } from '../../../test/support/stored-zip';
import { watchStores } from '../../core/store/watch';
import type { Opened } from '../../shared/contract/app';
import { type RegistryQuery, registryCalls, registryEvents } from '../../shared/contract/registry';
import { err, failure, type Result } from '../../shared/result';
import { makeStoreJobs } from './jobs';
import type { Kept, RegistryEvents, RegistryPorts, StoreReading } from './ports';
import { Registry } from './registry';
import { registryService } from './service';

const ended: Array<() => void> = [];
afterEach(() => {
  for (const end of ended.splice(0).reverse()) end();
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'murscope-registry-'));
  ended.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Installs a package whose own manifest says what it is, or something else. */
function install(root: string, name: string, version = '0.1.0', packed = version): string {
  const folder = join(root, 'local', name, version);
  mkdirSync(folder, { recursive: true });
  const bytes = storedZip([{ name: 'murmur.yaml', content: `name: ${name}\nversion: ${packed}\nruntime: tool\n` }]);
  const meta = { name: `local/${name}`, version, runtime: 'wasm', artifact_runtime: 'tool' };
  const stem = join(folder, `${name}-${version}`);
  writeFileSync(`${stem}.meta.json`, JSON.stringify({ meta }));
  writeFileSync(`${stem}.sha256`, createHash('sha256').update(bytes).digest('hex'));
  writeFileSync(`${stem}.mur.zip`, bytes);
  return `${stem}.mur.zip`;
}

function kept(value: unknown = null): Kept & { value: unknown } {
  return {
    value,
    load() {
      return this.value;
    },
    save(next) {
      this.value = JSON.parse(JSON.stringify(next));
    },
  };
}

const QUERY: RegistryQuery = {
  sort: 'name',
  direction: 'up',
  filter: '',
  problems: 'any',
  digests: [],
  stores: [],
  group: 'none',
  folded: [],
};
const never = new AbortController().signal;

/** A registry over real folders and the real jobs, in this process. */
function registryOf(home: string, given: Partial<RegistryPorts> = {}) {
  const jobs = makeStoreJobs();
  const reading: StoreReading = {
    scan: (input) => jobs.storeScan(structuredClone(input), { signal: never }),
    verify: (input, { signal, onProgress }) => jobs.storeVerify(structuredClone(input), { signal, onProgress }),
    look: async (input) => jobs.storeLook(structuredClone(input)),
    forget: (root) => jobs.storeForget({ root }),
  };
  const events: RegistryEvents['registry:progress'][] = [];
  const waiting: Array<{ readonly done: () => boolean; readonly resolve: () => void }> = [];
  const opened: string[] = [];
  const ports: RegistryPorts = {
    reading,
    watch: (root, onChange) => watchStores([root], onChange, { times: { quiet: 5, longest: 50 }, pollEvery: 30 }),
    env: { HOME: home },
    roots: kept(),
    digests: kept(),
    send: (event, payload) => {
      registryEvents[event].parse(payload);
      if (event === 'registry:progress') events.push(payload as RegistryEvents['registry:progress']);
      for (const wait of waiting.splice(0))
        if (wait.done()) wait.resolve();
        else waiting.push(wait);
    },
    chooseFolder: async () => null,
    storeAt: async (folder) => folder,
    openPackage: async (path): Promise<Opened> => {
      opened.push(path);
      return { kind: 'refused', path, message: 'only a test' };
    },
    reveal: (path) => opened.push(path),
    pathOf: (token) => (token.startsWith('package-') ? archive : null),
    declaredBy: (reference) => (reference === 'local/a@0.1.0' ? ['house'] : []),
    ...given,
  };
  const archive = join(home, '.murmur/artifacts/local/a/0.1.0/a-0.1.0.mur.zip');
  const registry = new Registry(ports);
  ended.push(() => registry.dispose());
  const service = registryService(registry, ports);
  const rows = () =>
    registry
      .stores()
      .flatMap((store) =>
        [...store.rows()].map((row) =>
          `${store.label} ${row.key} ${row.digest} ${row.findings.map(({ id }) => id)}`.trim(),
        ),
      )
      .sort();
  return {
    registry,
    service,
    ports,
    events,
    opened,
    rows,
    /** Resolves as soon as an event shows that this is so. */
    until: (done: () => boolean) =>
      new Promise<void>((resolve) => {
        if (done()) resolve();
        else waiting.push({ done, resolve });
      }),
  };
}

async function value<T>(answer: Result<T> | Promise<Result<T>>): Promise<T> {
  const given = await answer;
  if (!given.ok) throw new Error(given.error.message);
  return given.value;
}
const context = { signal: never };

describe('the registry', () => {
  test('shows the global store, and follows it', async () => {
    const home = emptyFolder();
    const root = join(home, '.murmur/artifacts');
    const { service, rows, until } = registryOf(home);
    const first = await value(service['registry:open']([], context));
    expect(first.stores.map(({ kind, label, state }) => [kind, label, state])).toEqual([
      ['global', 'global', 'reading'],
    ]);
    install(root, 'a');
    await until(() => rows().length === 1);
    install(root, 'b');
    await until(() => rows().length === 2);
    rmSync(join(root, 'local/a'), { recursive: true });
    await until(() => rows().length === 1);
    expect(rows()).toEqual(['global local/b/0.1.0 not-read']);
    const now = await value(service['registry:open']([], context));
    expect(now.stores[0]).toMatchObject({ state: 'ready', packages: 1, errors: 0, warnings: 0 });
  });

  test('looks into packages by itself, and says where one is another than its place says', async () => {
    const home = emptyFolder();
    install(join(home, '.murmur/artifacts'), 'a', '0.2.0', '0.1.0');
    const { registry, rows, until } = registryOf(home);
    registry.start();
    await until(() => rows()[0]?.includes('package-other-version') ?? false);
    expect(registry.summaries()[0]).toMatchObject({ warnings: 1, errors: 0 });
  });

  test('verifies, remembers over a restart, and forgets what changed', async () => {
    const home = emptyFolder();
    const root = join(home, '.murmur/artifacts');
    const paths = [install(root, 'a'), install(root, 'b')];
    writeFileSync(String(paths[1]).replace('.mur.zip', '.sha256'), '0'.repeat(64));
    const digests = kept();
    const first = registryOf(home, { digests });
    first.registry.start();
    await first.until(() => first.rows().length === 2);
    const verified = await value(first.service['registry:verify']([{ keys: 'all', fresh: false }], context));
    expect(verified).toEqual({ packages: 2, agree: 1, differ: 1, unread: 0 });
    expect(first.rows()).toEqual(['global local/a/0.1.0 agrees', 'global local/b/0.1.0 differs digest-differs']);
    const last = first.events[first.events.length - 1];
    expect(last).toMatchObject({ packages: 2, ofPackages: 2 });
    expect(last?.done).toBe(last?.total);
    first.registry.dispose();
    const second = registryOf(home, { digests });
    second.registry.start();
    await second.until(() => second.rows().length === 2);
    expect(second.rows()[0]).toBe('global local/a/0.1.0 agrees');
    writeFileSync(String(paths[0]), 'other bytes that are no package at all');
    await second.until(() => second.rows()[0]?.includes('not-read archive-broken') ?? false);
    const again = await value(second.service['registry:verify']([{ keys: 'all', fresh: false }], context));
    expect(again).toEqual({ packages: 2, agree: 0, differ: 2, unread: 0 });
    expect(second.events[0]).toMatchObject({ ofPackages: 1 });
  });

  test('verifies what it is asked for only, and stops when told to', async () => {
    const home = emptyFolder();
    const root = join(home, '.murmur/artifacts');
    for (const name of ['a', 'b']) install(root, name);
    const { registry, service, rows, until } = registryOf(home);
    registry.start();
    await until(() => rows().length === 2);
    const id = registry.stores()[0]?.id;
    const one = await value(service['registry:verify']([{ keys: [`${id}:local/a/0.1.0`], fresh: true }], context));
    expect(one).toEqual({ packages: 1, agree: 1, differ: 0, unread: 0 });
    const stopped = await service['registry:verify']([{ keys: 'all', fresh: true }], { signal: AbortSignal.abort() });
    expect(stopped.ok ? null : stopped.error.code).toBe('cancelled');
  });

  test('adds and removes stores by hand, and keeps them over a restart', async () => {
    const [home, other] = [emptyFolder(), emptyFolder()];
    install(other, 'x');
    const roots = kept();
    const first = registryOf(home, { roots, chooseFolder: async () => other });
    await value(first.service['registry:open']([], context));
    const added = await value(first.service['registry:add-root']([], context));
    expect(added?.stores.map(({ kind }) => kind)).toEqual(['global', 'added']);
    await first.until(() => first.rows().length === 1);
    first.registry.dispose();
    const second = registryOf(home, { roots });
    second.registry.start();
    await second.until(() => second.rows().length === 1);
    const id = second.registry.stores().find(({ kind }) => kind === 'added')?.id ?? '';
    const left = await value(second.service['registry:remove-root']([id], context));
    expect(left.stores.map(({ kind }) => kind)).toEqual(['global']);
    expect(roots.value).toEqual([]);
    expect(second.rows()).toEqual([]);
  });

  test('shows the stores of open projects', async () => {
    const [home, project] = [emptyFolder(), emptyFolder()];
    install(join(project, '.murmur/artifacts'), 'p');
    const { registry, rows, until } = registryOf(home);
    registry.start();
    registry.setProjects([{ folder: project, name: 'house' }]);
    await until(() => rows().length === 1);
    expect(rows()[0]).toBe('project local/p/0.1.0 not-read');
    registry.setProjects([]);
    expect(registry.summaries().map(({ kind }) => kind)).toEqual(['global']);
  });

  test('opens, reveals and describes a package by its key, never by a path of the window', async () => {
    const home = emptyFolder();
    const path = install(join(home, '.murmur/artifacts'), 'a');
    const { registry, service, opened, rows, until } = registryOf(home);
    registry.start();
    await until(() => rows().length === 1);
    const key = `${registry.stores()[0]?.id}:local/a/0.1.0`;
    await service['registry:open-package']([key, null], context);
    await service['registry:reveal']([key], context);
    expect(opened).toEqual([path, path]);
    expect((await service['registry:open-package']([key, 'darwin-x86_64'], context)).ok).toBe(false);
    for (const other of ['', 'x', `${key}/../..`, 'store-0000000000000000:local/a/0.1.0'])
      expect((await service['registry:reveal']([other], context)).ok).toBe(false);
    const about = await value(service['registry:about'](['package-0123456789abcdef'], context));
    expect(about).toMatchObject({
      reference: 'local/a@0.1.0',
      storeLabel: 'global',
      digest: 'not-read',
      declaredBy: ['house'],
    });
    expect(registryCalls['registry:about'].value.parse(about)).toEqual(about);
    expect(await value(service['registry:about'](['project-0123456789abcdef'], context))).toBeNull();
  });

  test('stays an answer where reading fails', async () => {
    const home = emptyFolder();
    const failing = { ok: false as const, error: failure('reader-ended', 'gone') };
    const reading = {
      scan: async () => failing,
      verify: async () => failing,
      look: async () => failing,
      forget: () => {},
    };
    const { registry, service } = registryOf(home, { reading });
    registry.start();
    expect(await service['registry:verify']([{ keys: 'all', fresh: false }], context)).toEqual({
      ok: true,
      value: { packages: 0, agree: 0, differ: 0, unread: 0 },
    });
    expect(registry.summaries()[0]?.state).toBe('reading');
    expect(await service['registry:rows']([99, 0, 10], context)).toMatchObject(err({ code: 'old-table' }));
  });

  test('follows a root that is a link', async () => {
    const [home, real] = [emptyFolder(), emptyFolder()];
    mkdirSync(join(home, '.murmur'));
    symlinkSync(real, join(home, '.murmur/artifacts'));
    const { registry, rows, until } = registryOf(home);
    registry.start();
    install(real, 'a');
    await until(() => rows().length === 1);
    expect(rows()).toEqual(['global local/a/0.1.0 not-read']);
  });
});

describe('its table', () => {
  test('comes in slices, and says where a row is', async () => {
    const home = emptyFolder();
    for (const name of ['c', 'a', 'b']) install(join(home, '.murmur/artifacts'), name);
    const { registry, service, rows, until } = registryOf(home);
    registry.start();
    await until(() => rows().length === 3);
    const table = await value(service['registry:table']([QUERY], context));
    expect(table).toMatchObject({ rows: 3, matches: 3, packages: 3 });
    const slice = await value(service['registry:rows']([table.table, 1, 1], context));
    expect(registryCalls['registry:rows'].value.parse(slice)).toEqual(slice);
    expect(slice.map((row) => row.kind === 'package' && row.reference)).toEqual(['local/b@0.1.0']);
    const key = slice[0]?.key ?? '';
    expect(await value(service['registry:row-of']([table.table, key], context))).toBe(1);
    expect(await value(service['registry:row-of']([table.table, 'x'], context))).toBeNull();
    rmSync(join(home, '.murmur/artifacts/local/a'), { recursive: true });
    await until(() => rows().length === 2);
    const newer = await value(service['registry:table']([QUERY], context));
    expect(await value(service['registry:row-of']([newer.table, key], context))).toBe(0);
  });
});
