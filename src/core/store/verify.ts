import { statSync } from 'node:fs';
import type { Finding } from '../../shared/models/finding';
import type { FileIdentity, StoreRow } from '../../shared/models/store';
import { err, failure, ok, type Result } from '../../shared/result';
import { showName } from '../text/visible';
import { digestFile } from './digest-file';
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
 * Computes the digests of all archives of some rows into the memory, one after the other: hashing takes the whole of a
 * processor anyway. A file that cannot be read, or that changes while it is read, is a finding of its row and stops
 * nothing. Fails only with code `cancelled`.
 */
export async function verifyRows(items: readonly ToVerify[], options: VerifyOptions): Promise<Result<null>> {
  const progress = new Progress(items, options.onProgress);
  for (const item of items) {
    const findings = await verifyRow(item, progress, options);
    if (!findings.ok) return findings;
    options.onRow?.(item, findings.value);
    progress.packageDone();
  }
  return ok(null);
}

async function verifyRow(item: ToVerify, progress: Progress, options: VerifyOptions): Promise<Result<Finding[]>> {
  const findings: Finding[] = [];
  for (const variant of item.row.variants) {
    const path = archivePath(item.root, variant);
    if (path === null || variant.identity === null) continue;
    const counted = progress.file(variant.identity.size);
    const digest = await remember(path, counted, options);
    if (!digest.ok && digest.error.code === 'cancelled') return digest;
    if (!digest.ok) findings.push(unread(variant.archive ?? '', digest.error.code, digest.error.message));
    counted(variant.identity.size);
  }
  return ok(findings);
}

/** Adds up what the files have given. */
class Progress {
  readonly #tell: VerifyOptions['onProgress'];
  readonly #ofPackages: number;
  readonly #total: number;
  #packages = 0;
  #done = 0;

  constructor(items: readonly ToVerify[], tell: VerifyOptions['onProgress']) {
    this.#tell = tell;
    this.#ofPackages = items.length;
    this.#total = items.reduce((sum, { row }) => sum + row.bytes, 0);
  }

  /** For one file of a known size: told the bytes done of it. A file that grew counts as what it was. */
  file(size: number): (done: number) => void {
    let before = 0;
    return (done) => {
      const now = Math.max(before, Math.min(done, size));
      this.#done += now - before;
      before = now;
      this.#say();
    };
  }

  packageDone(): void {
    this.#packages++;
    this.#say();
  }

  #say(): void {
    this.#tell?.({ packages: this.#packages, ofPackages: this.#ofPackages, done: this.#done, total: this.#total });
  }
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
    const digest = await digestFile(path, { onProgress, signal: options.signal });
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
