import { statSync } from 'node:fs';
import type { Finding } from '../../shared/models/finding';
import type { FileIdentity, StoreRow } from '../../shared/models/store';
import { err, failure, ok, type Result } from '../../shared/result';
import { sha256Of } from '../io/digest';
import { guardReads, openFile } from '../io/source';
import { showName } from '../text/visible';
import { type DigestMemory, sameFile } from './digest-memory';
import { storeFinding } from './findings';
import { archivePath } from './judge';

/** A row of a store, to be verified. */
export interface ToVerify {
  readonly root: string;
  readonly row: StoreRow;
}

export interface VerifyProgress {
  readonly packages: number;
  readonly ofPackages: number;
  /** Bytes. */
  readonly done: number;
  readonly total: number;
}

export interface VerifyOptions {
  readonly memory: DigestMemory;
  /** Compute also what is remembered. */
  readonly fresh?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** As each row is done. Its digests are in the memory by then; `findings` are what kept some from being computed. */
  readonly onRow?: (item: ToVerify, findings: readonly Finding[]) => void;
  readonly now?: () => number;
}

/**
 * Computes the digests of all archives of some rows into the memory, one after the other; a file that cannot be read, or
 * that changes while it is read, is a finding of its row and stops nothing. Fails only with code `cancelled`.
 */
export async function verifyRows(items: readonly ToVerify[], options: VerifyOptions): Promise<Result<null>> {
  const total = items.reduce((sum, { row }) => sum + row.bytes, 0);
  let done = 0;
  for (const [index, item] of items.entries()) {
    const findings: Finding[] = [];
    for (const variant of item.row.variants) {
      const path = archivePath(item.root, variant);
      if (path === null || variant.identity === null) continue;
      const size = variant.identity.size;
      const onProgress = (bytes: number) =>
        options.onProgress?.({ packages: index, ofPackages: items.length, done: done + Math.min(bytes, size), total });
      const digest = await remember(path, onProgress, options);
      if (!digest.ok && digest.error.code === 'cancelled') return digest;
      if (!digest.ok) findings.push(unread(variant.archive ?? '', digest.error.code, digest.error.message));
      done += size;
    }
    options.onRow?.(item, findings);
    options.onProgress?.({ packages: index + 1, ofPackages: items.length, done, total });
  }
  return ok(null);
}

function unread(archive: string, code: string | null, message: string): Finding {
  const id = code === CHANGED ? 'changed-while-read' : 'archive-unreadable';
  return storeFinding(id, `${showName(archive.split('/').pop() ?? '')}: ${message}`, { entry: archive });
}

const CHANGED = 'changed';
/** A package is replaced by one rename; who meets it twice has met someone who writes all the time. */
const ATTEMPTS = 2;

/** The digest of one file in the memory; a file that changed while it was read is read once more. */
async function remember(
  path: string,
  onProgress: (bytes: number) => void,
  options: VerifyOptions,
): Promise<Result<string>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (options.signal?.aborted) return err(failure('cancelled', 'stopped'));
    const before = identityOf(path);
    const known = before === null || options.fresh ? null : options.memory.get(path, before);
    if (known !== null) return ok(known.sha256);
    const digest = await digestOf(path, onProgress, options.signal);
    if (!digest.ok) return digest;
    const after = identityOf(path);
    if (before === null || after === null || !sameFile(before, after)) continue;
    options.memory.put(path, { identity: after, sha256: digest.value, at: (options.now ?? Date.now)() });
    return digest;
  }
  return err(failure(CHANGED, 'was replaced while it was read'));
}

function identityOf(path: string): FileIdentity | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? null : { size: stat.size, mtimeMs: stat.mtimeMs, ino: stat.ino };
  } catch {
    return null;
  }
}

async function digestOf(
  path: string,
  onProgress: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<Result<string>> {
  const opened = guardReads(() => openFile(path));
  if (!opened.ok) return opened;
  try {
    return await sha256Of(opened.value, signal === undefined ? { onProgress } : { onProgress, signal });
  } finally {
    opened.value.close();
  }
}
