import type {
  CompareEntry,
  CompareQuery,
  CompareRow,
  CompareSide,
  CompareSummary,
  EntryChange,
} from '../../shared/models/compare';
import { err, ok, type Result } from '../../shared/result';
import { SourceError } from '../io/source';
import type { PackageModel } from '../model/model';
import type { Archive } from '../package/archive';
import { positionsByBytes } from '../text/sort';
import { showName } from '../text/visible';
import { type Changed, type ContentsRead, compareEntries, type EntryDifferences } from './entries';
import type { Renamed } from './renames';
import { configChanges, grantChanges, interfaceChanges, manifestChanges, payloadChange } from './says';

export interface CompareOptions {
  /** What is read of contents; `renamed` unless given. `checksums` also works on packages whose file is closed. */
  readonly contents?: ContentsRead;
  /** Packed bytes that are read of both packages at most; no limit unless given. */
  readonly readLimit?: number;
  readonly signal?: AbortSignal;
  /** Entries done, of all in the first package. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Compares two packages: entries by name and content, and what their manifests, grants, payloads and configs say. Reads of
 * the files only what `contents` asks for, in slices that let the event loop run. Fails with `cancelled` when the signal
 * aborts, and where a file cannot be read. Memory: a few numbers and one name per entry.
 */
export async function compare(
  a: PackageModel,
  b: PackageModel,
  options: CompareOptions = {},
): Promise<Result<Comparison>> {
  const { contents = 'renamed', readLimit = Number.POSITIVE_INFINITY, signal, onProgress } = options;
  try {
    const entries = await compareEntries(a.archive, b.archive, {
      contents,
      readLimit,
      ceiling: Math.max(a.parts.ceiling, b.parts.ceiling),
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress } : {}),
    });
    return entries.ok ? ok(new Comparison(a, b, entries.value)) : entries;
  } catch (error) {
    if (error instanceof SourceError) return err(error.failure);
    throw error;
  }
}

/** Which rows a query has, kept so that slices of it cost nothing. */
interface Listed {
  readonly key: string;
  readonly rows: readonly number[];
}

type Difference =
  | { readonly change: 'changed'; readonly at: Changed }
  | { readonly change: 'renamed'; readonly at: Renamed }
  | { readonly change: 'added'; readonly at: number }
  | { readonly change: 'removed'; readonly at: number };

/** What differs between two packages. Holds both models; closing them stays with who opened them. */
export class Comparison {
  readonly a: PackageModel;
  readonly b: PackageModel;
  readonly entries: EntryDifferences;
  readonly #summary: CompareSummary;
  #sorted: readonly Difference[] | null = null;
  #listed: Listed | null = null;

  constructor(a: PackageModel, b: PackageModel, entries: EntryDifferences) {
    this.a = a;
    this.b = b;
    this.entries = entries;
    this.#summary = summaryOf(a, b, entries);
  }

  /** Everything but the entries. */
  summary(): CompareSummary {
    return this.#summary;
  }

  /** Whether nothing differs. Another packing, order or date of equal contents is no difference. */
  get same(): boolean {
    return this.#summary.same;
  }

  /** The record of the second package that a record of the first became, null where it is gone: what a selection follows. */
  became(index: number): number | null {
    const found = this.entries.became[index] ?? -1;
    return found < 0 ? null : found;
  }

  /** How many rows a query has. */
  rowCount(query: CompareQuery): number {
    return this.#select(query).length;
  }

  /** A slice of the entries that differ, in the order of their names' bytes. */
  rows(query: CompareQuery, offset: number, limit: number): CompareRow[] {
    const chosen = this.#select(query).slice(offset, offset + limit);
    return chosen.flatMap((position) => {
      const difference = this.#differences()[position];
      return difference === undefined ? [] : [this.#row(difference)];
    });
  }

  /** All rows of these kinds one by one, in the order of their names' bytes. */
  *all(changes: readonly EntryChange[] = ['changed', 'renamed', 'added', 'removed']): Generator<CompareRow> {
    for (const difference of this.#differences()) if (changes.includes(difference.change)) yield this.#row(difference);
  }

  /** The row of a key (`a:3`, `b:7`), null where that entry does not differ. */
  row(key: string): CompareRow | null {
    const found = this.#differences().find((difference) => keyOf(difference) === key);
    return found === undefined ? null : this.#row(found);
  }

  #select({ changes, filter }: CompareQuery): readonly number[] {
    const key = JSON.stringify([changes, filter]);
    if (this.#listed?.key === key) return this.#listed.rows;
    const wanted = filter.toLowerCase();
    const holds = (archive: Archive, index: number) => showName(archive.nameOf(index)).toLowerCase().includes(wanted);
    const rows: number[] = [];
    for (const [position, difference] of this.#differences().entries()) {
      if (!changes.includes(difference.change)) continue;
      const { from, to } = sides(difference);
      const isFound =
        wanted === '' || (from !== null && holds(this.a.archive, from)) || (to !== null && holds(this.b.archive, to));
      if (isFound) rows.push(position);
    }
    this.#listed = { key, rows };
    return rows;
  }

  #differences(): readonly Difference[] {
    if (this.#sorted !== null) return this.#sorted;
    const { changed, renamed, added, removed } = this.entries;
    const all: Difference[] = [];
    for (const at of changed) all.push({ change: 'changed', at });
    for (const at of renamed) all.push({ change: 'renamed', at });
    for (const at of added) all.push({ change: 'added', at });
    for (const at of removed) all.push({ change: 'removed', at });
    const names = all.map((difference) => {
      const { from, to } = sides(difference);
      return to === null ? this.a.archive.nameOf(from ?? 0) : this.b.archive.nameOf(to);
    });
    this.#sorted = positionsByBytes(names).flatMap((position) => all[position] ?? []);
    return this.#sorted;
  }

  #row(difference: Difference): CompareRow {
    const { from, to } = sides(difference);
    return {
      key: keyOf(difference),
      change: difference.change,
      from: from === null ? null : entryOf(this.a.archive, from),
      to: to === null ? null : entryOf(this.b.archive, to),
      reason: difference.change === 'changed' ? difference.at.reason : null,
      verified: difference.change === 'renamed' && difference.at.verified,
    };
  }
}

function sides(difference: Difference): { readonly from: number | null; readonly to: number | null } {
  if (difference.change === 'added') return { from: null, to: difference.at };
  if (difference.change === 'removed') return { from: difference.at, to: null };
  return { from: difference.at.a, to: difference.at.b };
}

function keyOf(difference: Difference): string {
  const { from, to } = sides(difference);
  return from === null ? `b:${to}` : `a:${from}`;
}

function entryOf(archive: Archive, index: number): CompareEntry {
  return {
    index,
    name: archive.nameOf(index),
    size: archive.sizeOf(index),
    packed: archive.packedOf(index),
    crc32: archive.crcOf(index).toString(16).padStart(8, '0'),
  };
}

function summaryOf(a: PackageModel, b: PackageModel, entries: EntryDifferences): CompareSummary {
  const counts = {
    added: entries.added.length,
    removed: entries.removed.length,
    renamed: entries.renamed.length,
    changed: entries.changed.length,
    same: entries.same,
  };
  const manifest = manifestChanges(a, b);
  const grants = grantChanges(a.parts.grants, b.parts.grants);
  const interfaces = interfaceChanges(a.parts.payload, b.parts.payload);
  const configs = configChanges(a, b);
  const payload = payloadChange(a.parts.payload, b.parts.payload);
  const lists = [manifest.added, manifest.removed, manifest.changed, grants, configs];
  lists.push(
    interfaces.imports.added,
    interfaces.imports.removed,
    interfaces.exports.added,
    interfaces.exports.removed,
  );
  const differ = counts.added + counts.removed + counts.renamed + counts.changed > 0;
  return {
    from: sideOf(a),
    to: sideOf(b),
    same: !differ && payload === null && lists.every((list) => list.length === 0),
    counts,
    unverified: entries.unverified,
    manifest,
    payload,
    grants,
    interfaces,
    configs,
  };
}

function sideOf(model: PackageModel): CompareSide {
  const { file, label, bytes, sha256, recordCount, totals, manifest } = model.summary();
  const identity = 'error' in manifest ? { name: null, version: null } : manifest;
  const { name, version } = identity;
  return { file, label, name, version, bytes, sha256, recordCount, packed: totals.packed, unpacked: totals.unpacked };
}
