import type { Finding } from '../../shared/models/finding';
import type { StoreRow, StoreState } from '../../shared/models/store';
import { err, failure, ok, type Result } from '../../shared/result';
import { compareBytes } from '../text/order';
import { showName } from '../text/visible';
import { type Listed, type StoreFiles, storeFiles } from './files';
import { storeFinding } from './findings';
import { mayEnter, strayFinding, tooMany, unreadableFolder } from './folder-findings';
import { compareVersions } from './names';
import type { ReadPacked } from './packed';
import { type Cell, readCell } from './scan-cell';

/** How much of a store is looked at. A real one stays far below; a hostile one ends here. */
export interface ScanLimits {
  /** Names of one folder. */
  readonly names: number;
  /** Folders of the second level: names of packages. */
  readonly folders: number;
}
export const SCAN_LIMITS: ScanLimits = { names: 100_000, folders: 100_000 };

export interface ScanOptions {
  readonly files?: StoreFiles;
  readonly packed?: ReadPacked;
  readonly limits?: ScanLimits;
  readonly signal?: AbortSignal;
}

/** One store, read. */
export interface StoreScan {
  readonly root: string;
  readonly state: StoreState;
  /** What belongs to no row. */
  readonly findings: readonly Finding[];
  /** By `<scope>/<name>`, or `<name>/<version>` in the older layout. */
  readonly cells: ReadonlyMap<string, Cell>;
}

/** Milliseconds of work after which other events get their turn. */
const SLICE = 12;

/**
 * Reads a store: every folder's names, every sidecar, every archive's size; no archive is opened but one that no sidecar
 * describes. Both layouts, links followed by one rule, everything bounded. One broken file never hides another.
 * Fails only with code `cancelled`.
 * @param again an earlier scan and what changed since, as paths below the root (`''`: everything); the rest is reused
 */
export async function scanStore(
  root: string,
  options: ScanOptions = {},
  again?: { readonly scan: StoreScan; readonly changed: readonly string[] },
): Promise<Result<StoreScan>> {
  const { files = storeFiles, limits = SCAN_LIMITS, packed = null, signal } = options;
  const top = files.list(root, limits.names);
  if (!top.ok) return ok(unreadable(root, top.error.code, top.error.message));
  const findings: Finding[] = [];
  const cells = new Map<string, Cell>();
  const reuse = reusable(again);
  sayStray(top.value, '', findings, limits);
  let since = performance.now();
  for (const scope of folders(top.value.entries)) {
    const entered = mayEnter(files, root, [scope]);
    if (!entered.enter) {
      if (entered.finding) findings.push(entered.finding);
      continue;
    }
    const above = entered.finding === null ? [] : [entered.finding];
    const below = files.list(`${root}/${scope.name}`, limits.names);
    if (!below.ok) {
      findings.push(unreadableFolder(scope, scope.name, below.error.message));
      continue;
    }
    const names = folders(below.value.entries);
    sayStray(below.value, scope.name, findings, limits);
    if (names.length === 0)
      findings.push(
        storeFinding('store-folder-empty', `nothing is installed below ${showName(scope.name)}`, { entry: scope.name }),
      );
    for (const name of names) {
      if (performance.now() - since > SLICE) {
        await new Promise((resume) => setImmediate(resume));
        since = performance.now();
      }
      if (signal?.aborted) return err(failure('cancelled', 'stopped'));
      if (cells.size >= limits.folders) {
        findings.push(tooMany('', `more than ${limits.folders} packages`));
        return ok({ root, state: 'ready', findings, cells });
      }
      const key = `${scope.name}/${name.name}`;
      cells.set(key, reuse(key) ?? readCell({ root, scope, name, above, files, packed, limit: limits.names }));
    }
  }
  return ok({ root, state: 'ready', findings, cells });
}

/** What of an earlier scan still stands. */
function reusable(again: { readonly scan: StoreScan; readonly changed: readonly string[] } | undefined) {
  if (again === undefined || again.changed.includes('')) return () => undefined;
  const changed = new Set(again.changed.map((path) => path.split('/').slice(0, 2).join('/')));
  return (key: string): Cell | undefined =>
    changed.has(key) || changed.has(key.slice(0, key.indexOf('/'))) ? undefined : again.scan.cells.get(key);
}

/** Names that begin with a dot belong to other programs; Murmur accepts none of them. */
function folders(entries: readonly Listed[]): Listed[] {
  return entries
    .filter(({ name, kind }) => (kind === 'folder' || kind === 'link') && !name.startsWith('.'))
    .sort((a, b) => compareBytes(a.name, b.name));
}

function sayStray(
  listing: { readonly entries: readonly Listed[]; readonly cut: boolean },
  key: string,
  findings: Finding[],
  limits: ScanLimits,
): void {
  const stray = listing.entries
    .filter(({ name, kind }) => name.startsWith('.') || (kind !== 'folder' && kind !== 'link'))
    .map(({ name }) => name);
  if (stray.length > 0) findings.push(strayFinding(stray, key));
  if (listing.cut) findings.push(tooMany(key, `more than ${limits.names} names`));
}

function unreadable(root: string, code: string | null, why: string): StoreScan {
  if (code === 'ENOENT') return { root, state: 'missing', findings: [], cells: new Map() };
  const message = code === 'ENOTDIR' ? `${showName(root)} is no folder` : `${showName(root)}: ${why}`;
  return { root, state: 'unreadable', findings: [storeFinding('store-unreadable', message)], cells: new Map() };
}

/** All rows of a store: by name, then by version as semver orders them, newest last. */
export function rowsOf(scan: StoreScan): StoreRow[] {
  const rows = [...scan.cells.values()].flatMap((cell) => cell.rows);
  return rows.sort(
    (a, b) => compareBytes(a.name, b.name) || compareVersions(a.version, b.version) || compareBytes(a.key, b.key),
  );
}

/** Everything that belongs to no row. */
export function looseFindings(scan: StoreScan): Finding[] {
  return [...scan.findings, ...[...scan.cells.values()].flatMap((cell) => cell.findings)];
}

/** The one row of a store that stands in a version's folder, read anew; null where nothing does. */
export function rowAt(root: string, key: string, files: StoreFiles = storeFiles): StoreRow | null {
  const [scope, name] = key.split('/');
  if (!scope || !name) return null;
  const folder = (part: string) => ({ name: part, kind: 'folder' as const });
  const cell = readCell({
    root,
    scope: folder(scope),
    name: folder(name),
    above: [],
    files,
    packed: null,
    limit: SCAN_LIMITS.names,
  });
  return cell.rows.find((row) => row.key === key) ?? null;
}
