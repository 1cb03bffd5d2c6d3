import { diffRows } from '../../core/store/diff';
import type { DigestMemory, RememberedDigest } from '../../core/store/digest-memory';
import { DigestMemory as Memory } from '../../core/store/digest-memory';
import { packedFindings } from '../../core/store/judge';
import { readPackedIdentity } from '../../core/store/packed';
import { looseFindings, rowsOf, type StoreScan, scanStore } from '../../core/store/scan';
import { verifyRows } from '../../core/store/verify';
import type { Finding } from '../../shared/models/finding';
import type { StoreRow, StoreState } from '../../shared/models/store';
import { ok, type Result } from '../../shared/result';
import type { JobContext } from '../worker/protocol';

export interface ScanInput {
  readonly root: string;
  /** Paths below the root that changed; null to read everything. */
  readonly changed: readonly string[] | null;
  /** The answer that the asker still has; what it lacks is sent whole. */
  readonly have: number | null;
}

/** A store as it is now: whole, or what became different since the answer that the asker has. */
export interface ScanAnswer {
  /** Names this answer. */
  readonly version: number;
  readonly state: StoreState;
  readonly findings: readonly Finding[];
  readonly whole: boolean;
  /** All rows, or those that came or changed. */
  readonly rows: readonly StoreRow[];
  /** Keys of rows that went. */
  readonly removed: readonly string[];
}

export interface RowsInput {
  readonly root: string;
  readonly rows: readonly StoreRow[];
}

/** What was found out about one row by reading its archives. */
export interface RowAnswer {
  readonly key: string;
  /** By path. */
  readonly digests: ReadonlyArray<readonly [string, RememberedDigest]>;
  readonly findings: readonly Finding[];
}

/** Findings of one store that belong to no row and are told; a hostile store has no end of them. */
const LOOSE = 300;

/**
 * What a reader process does with stores. It keeps the last scan of each, so that a change costs the changed folders and
 * sends the changed rows.
 */
export function makeStoreJobs() {
  const kept = new Map<
    string,
    { readonly scan: StoreScan; readonly rows: readonly StoreRow[]; readonly version: number }
  >();
  let count = 0;

  async function storeScan(input: ScanInput, { signal }: Pick<JobContext, 'signal'>): Promise<Result<ScanAnswer>> {
    const { root, changed, have } = input;
    const before = kept.get(root);
    const again = before && changed !== null ? { scan: before.scan, changed } : undefined;
    const scan = await scanStore(root, { packed: readPackedIdentity, signal }, again);
    if (!scan.ok) return scan;
    const rows = rowsOf(scan.value);
    const version = ++count;
    kept.set(root, { scan: scan.value, rows, version });
    const { state } = scan.value;
    const answer = { version, state, findings: looseFindings(scan.value).slice(0, LOOSE) };
    if (before === undefined || before.version !== have) return ok({ ...answer, whole: true, rows, removed: [] });
    const diff = diffRows(before.rows, rows);
    return ok({
      ...answer,
      whole: false,
      rows: [...diff.added, ...diff.changed.map(({ after }) => after)],
      removed: diff.removed.map((row) => row.key),
    });
  }

  /** Computes the digests of some rows and looks into their packages. */
  async function storeVerify({ root, rows }: RowsInput, context: JobContext): Promise<Result<readonly RowAnswer[]>> {
    const memory = new Memory();
    const answers: RowAnswer[] = [];
    const { signal, onProgress } = context;
    const done = await verifyRows(
      rows.map((row) => ({ root, row })),
      {
        memory,
        signal,
        onProgress: (progress) => onProgress(progress.done, progress.total),
        onRow: ({ row }, findings) => {
          const digests = digestsOf(row, root, memory);
          answers.push({
            key: row.key,
            digests,
            findings: [...findings, ...packedFindings(row, root, readPackedIdentity)],
          });
        },
      },
    );
    return done.ok ? ok(answers) : done;
  }

  /** Looks into some rows' packages: the directory and the manifest of each. */
  function storeLook({ root, rows }: RowsInput): Result<readonly RowAnswer[]> {
    return ok(
      rows.map((row) => ({ key: row.key, digests: [], findings: packedFindings(row, root, readPackedIdentity) })),
    );
  }

  /** Forgets a store that is no longer shown. */
  function storeForget({ root }: { readonly root: string }): Result<null> {
    kept.delete(root);
    return ok(null);
  }

  return { storeScan, storeVerify, storeLook, storeForget } as const;
}
export type StoreJobs = ReturnType<typeof makeStoreJobs>;

function digestsOf(row: StoreRow, root: string, memory: DigestMemory): Array<readonly [string, RememberedDigest]> {
  return row.variants.flatMap(({ archive, identity }) => {
    const path = `${root}/${archive}`;
    const digest = archive === null || identity === null ? null : memory.get(path, identity);
    return digest === null ? [] : [[path, digest] as const];
  });
}
