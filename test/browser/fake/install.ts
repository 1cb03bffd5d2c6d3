import type { Opened, Start } from '../../../src/shared/contract/app';
import type { Preview, TableQuery } from '../../../src/shared/contract/package';
import type { Settings } from '../../../src/shared/models/settings';
import { err, failure, ok, type Result } from '../../../src/shared/result';
import { catalog } from './catalog';
import { empty, type FakePackage, hostile, house, large, manyFindings, skill } from './packages';
import { type MadeTable, makeTable, treeOf } from './table';

/**
 * A host for a plain browser, behind the same bridge as the real one. What it has open and how it behaves is in the
 * address: `?open=house,hostile&slow=200&fail=package:open&never=package:digest&theme=dark`.
 */
const query = new URLSearchParams(location.search);
const list = (name: string): readonly string[] => query.get(name)?.split(',').filter(Boolean) ?? [];
const [fails, nevers, slow] = [new Set(list('fail')), new Set(list('never')), Number(query.get('slow') ?? 0)];

const makers: Readonly<Record<string, () => FakePackage>> = { house, hostile, large, empty, skill, manyFindings };

interface Open {
  readonly pkg: FakePackage;
  readonly root: ReturnType<typeof treeOf>;
  made: MadeTable | null;
}
const opens = new Map<string, Open>();
let tokens = 0;

function open(name: string): Opened {
  const make = makers[name];
  if (!make)
    return {
      kind: 'refused',
      path: `/tmp/${name}`,
      message: `${name} is not a zip archive.`,
      hint: 'A .mur.zip, a project folder or a skill folder can be opened.',
    };
  const pkg = make();
  const token = `pkg-${(++tokens).toString(16).padStart(16, '0')}`;
  opens.set(token, { pkg, root: treeOf(pkg.entries), made: null });
  const path = pkg.summary.file;
  return { kind: 'package', token, name: path.slice(path.lastIndexOf('/') + 1), path, also: [] };
}

let settings: Settings = { version: 1, theme: 'system', zoom: 1, entryLimit: 524_288_000, readTimeLimit: 60_000 };

const start = (): Start => ({
  name: 'Murscope',
  version: '0.1.0',
  versions: { electron: '33.2.1', chrome: '130.0', node: '20.18.1' },
  platform: 'linux',
  settings,
  settingsProblem: query.get('settingsProblem'),
  catalog: [...catalog],
  recent: query.has('norecent')
    ? []
    : [
        {
          id: 'r1',
          name: 'house-0.1.0.mur.zip',
          path: '/home/sam/packages/house-0.1.0.mur.zip',
          kind: 'package',
          at: Date.now() - 3_600_000,
        },
        {
          id: 'r2',
          name: 'murmur-tool-editor-0.2.0.mur.zip',
          path: '/home/sam/.murmur/artifacts/local/murmur-tool-editor/0.2.0/murmur-tool-editor-0.2.0.mur.zip',
          kind: 'package',
          at: Date.now() - 86_400_000,
        },
      ],
  samples: [
    { id: 'house', name: 'Capsule', what: 'Prompts, a local skill and two configured tools' },
    { id: 'skill', name: 'Skill', what: 'One skill and nothing else' },
    { id: 'hostile', name: 'Hostile', what: 'A dozen things that are wrong with an archive' },
    { id: 'large', name: 'Large', what: '100,000 entries' },
  ],
  opened: list('open').map(open),
});

const PAGE = 65_536;
const LANGUAGES: Readonly<Record<string, string>> = {
  yaml: 'yaml',
  json: 'json',
  md: 'markdown',
  py: 'python',
  rs: 'rust',
  toml: 'toml',
  js: 'javascript',
};

function preview(at: Open, index: number, as: 'auto' | 'text' | 'hex', offset: number): Result<Preview> {
  const entry = at.pkg.entries[index];
  if (!entry) return err(failure('no-entry', `There is no entry ${index}.`));
  if (entry.encrypted)
    return err(
      failure(
        'encrypted',
        'The entry is encrypted, and Murmur cannot read it either.',
        'Rebuild the package without a password.',
      ),
    );
  if (entry.method !== 8 && entry.method !== 0)
    return err(
      failure(
        'method',
        `Compression method ${entry.method} is none that Murmur reads.`,
        'Rebuild the package with deflate.',
      ),
    );
  const whole = at.pkg.content(entry);
  const bytes = whole.slice(offset, offset + PAGE);
  const next = offset + PAGE < whole.length ? offset + PAGE : null;
  const findings = at.pkg.summary.findings.filter((one) => one.index === index && one.id === 'crc-mismatch');
  const isBinary = as === 'hex' || (as === 'auto' && bytes.includes(0) && !/\.md$/.test(entry.name));
  if (isBinary)
    return ok({
      kind: 'hex',
      bytes,
      offset,
      next,
      total: whole.length,
      looksLike: entry.name.endsWith('.wasm') ? 'WebAssembly component' : 'binary data',
      findings,
    });
  const before = new TextDecoder().decode(whole.slice(0, offset));
  return ok({
    kind: 'text',
    text: new TextDecoder().decode(bytes),
    offset,
    next,
    total: whole.length,
    encoding: 'utf-8',
    lineEnds: 'lf',
    language: LANGUAGES[entry.name.split('.').at(-1) ?? ''] ?? 'plain',
    firstLine: before.split('\n').length,
    findings,
  });
}

const saved: Record<string, unknown> = {};
const on = (token: unknown, then: (at: Open) => Result<unknown>): Result<unknown> => {
  const at = opens.get(String(token));
  return at ? then(at) : err(failure('closed', 'This package is not open any more.', 'Open it again.'));
};

type Answer = (args: readonly unknown[]) => Result<unknown>;
const answers: Readonly<Record<string, Answer>> = {
  'app:start': () => ok(start()),
  'app:choose-files': () => ok([open('house')]),
  'app:open-recent': () => ok(open('house')),
  'app:open-sample': ([id]) => ok(open(String(id))),
  'app:clear-recent': () => ok(null),
  'app:open-link': () => ok({ opened: true }),
  'app:copy': ([text]) => {
    saved.copied = text;
    return ok(null);
  },
  'app:reveal': () => ok(null),
  'settings:set': ([change]) => {
    settings = { ...settings, ...(change as Partial<Settings>) };
    return ok(settings);
  },
  'package:open': ([token]) => on(token, (at) => ok(at.pkg.summary)),
  'package:digest': ([token]) => on(token, (at) => ok({ sha256: at.pkg.sha256 })),
  'package:check': ([token]) => on(token, (at) => ok(at.pkg.summary)),
  'package:table': ([token, wanted]) =>
    on(token, (at) => {
      const made = makeTable(at.root, wanted as TableQuery);
      at.made = made;
      return ok(made.table);
    }),
  'package:rows': ([token, table, first, count]) =>
    on(token, (at) => {
      const { made } = at;
      if (made === null || made.table.table !== table)
        return err(failure('stale-table', 'A newer table took its place.'));
      return ok(made.rows.slice(Number(first), Number(first) + Number(count)));
    }),
  'package:row-of': ([token, , key]) =>
    on(token, (at) => {
      const found = at.made?.rows.findIndex((row) => row.key === key) ?? -1;
      return ok(found < 0 ? null : found);
    }),
  'package:preview': ([token, index, how]) =>
    on(token, (at) => {
      const { as, offset } = how as { as: 'auto' | 'text' | 'hex'; offset: number };
      return preview(at, Number(index), as, offset);
    }),
  'package:manifest-file': ([token, row]) =>
    on(token, (at) => {
      const entry = at.pkg.manifestFileEntries[Number(row)];
      return typeof entry === 'number'
        ? ok({ entry })
        : err(
            failure(
              'NotFound',
              'No such file or directory (os error 2)',
              'Put the file there, or correct the path in murmur.yaml.',
            ),
          );
    }),
  'package:config': ([token, row]) => on(token, (at) => ok({ json: at.pkg.configs[Number(row)] ?? '' })),
  'package:report': ([, form]) => ok(`report as ${form}`),
  'package:save-report': ([, form]) => ok({ saved: `/home/sam/report.${form}` }),
  'package:manifest-files-text': () =>
    ok('\nManifest files\n  inference.system_prompt_file: ./instructions.md -> local/house@0.1.0!/instructions.md\n'),
  'package:close': ([token]) => {
    opens.delete(String(token));
    return ok(null);
  },
};

type Listener = (payload: unknown) => void;
const listeners = new Map<string, Set<Listener>>();
const emit = (event: string, payload: unknown): void => {
  for (const listener of listeners.get(event) ?? []) listener(payload);
};

const calls: { channel: string; args: readonly unknown[] }[] = [];
const aborted: string[] = [];

const bridge = {
  async call(channel: string, args: readonly unknown[], id: string): Promise<unknown> {
    calls.push({ channel, args });
    const delay = slow + (channel === 'package:digest' ? 30 : 0);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (nevers.has(channel)) return new Promise(() => {});
    if (fails.has(channel))
      return err({
        ...failure('io', `The file could not be read: ${channel}.`, 'Check that it is still there, and open it again.'),
      });
    if (aborted.includes(id)) return err(failure('cancelled', 'Cancelled.'));
    return answers[channel]?.(args) ?? err(failure('unknown-call', channel));
  },
  abort: (id: string) => void aborted.push(id),
  on(event: string, listener: Listener) {
    const set = listeners.get(event) ?? new Set();
    listeners.set(event, set.add(listener));
    return () => void set.delete(listener);
  },
};

/** For tests: what was asked and copied, and events from outside. */
export interface FakeControls {
  readonly calls: typeof calls;
  readonly aborted: typeof aborted;
  readonly saved: typeof saved;
  emit(event: string, payload: unknown): void;
  open(name: string): void;
}

const controls: FakeControls = { calls, aborted, saved, emit, open: (name) => emit('app:opened', [open(name)]) };
Object.assign(window, { murscope: bridge, fake: controls });
