import { createHash } from 'node:crypto';
import type { Finding } from '../../shared/models/finding';
import { err, type Failure, ok, type Result } from '../../shared/result';
import { AheadSource } from '../io/ahead';
import { cancelled } from '../io/digest';
import { type ByteSource, SourceError } from '../io/source';
import { showName } from '../text/visible';
import { number } from './amounts';
import type { Archive } from './archive';
import { FindingList } from './finding-list';
import type { EntryFindingId } from './findings';
import { ENTRY_FINDINGS } from './findings-entry';
import { DEFLATED } from './format';
import { checkExtents, checkLocalHeader, type Extent } from './local-check';
import { unpackEntry } from './read';
import { RATIO, RATIO_FROM } from './record-findings';
import { streamEntry } from './stream';

export interface CheckOptions {
  /** Also read every entry: CRC, size, sha256. */
  readonly read: boolean;
  /** Bytes one entry may give at most. */
  readonly limit: number;
  readonly signal?: AbortSignal;
  /** Records done, of `archive.recordCount`. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What reading a record to its end gave; as `Entry.read`. */
export type EntryRead =
  | { readonly ok: true; readonly sha256: string }
  | { readonly ok: false; readonly code: string | null; readonly message: string };

export interface EntryCheck {
  /** Findings of local headers and data; those of the directory are not repeated. */
  readonly findings: readonly Finding[];
  /** Ids of these findings about a record. */
  findingIdsOf(index: number): readonly string[];
  /** By record index; empty unless `read`. Folders have none, as in Murmur. */
  readonly reads: ReadonlyMap<number, EntryRead>;
}

/** Entries up to this are unpacked at once, larger ones in pieces. Bytes. */
const AT_ONCE = 1 << 20;
/** How long the event loop may wait. Milliseconds. */
const SLICE = 12;

/**
 * Checks every local header against the directory, and with `read` every byte (CRC, size, what is left over, sha256).
 * Lets the event loop run as it goes. Fails only when the file cannot be read or the signal aborts (code `cancelled`).
 */
export async function checkEntries(archive: Archive, options: CheckOptions): Promise<Result<EntryCheck>> {
  const findings = new FindingList(archive.recordCount);
  const reads = new Map<number, EntryRead>();
  const extents = new Map<number, Extent>();
  // Small entries stand close together; between large ones only the local headers are wanted.
  const near = new AheadSource(archive.source, { least: 1 << 18, most: 1 << 18 });
  const far = new AheadSource(archive.source, { least: 1 << 10, most: 1 << 10 });
  let yielded = Date.now();
  try {
    for (let index = 0; index < archive.recordCount; index++) {
      if (options.signal?.aborted) return err(cancelled());
      const source = archive.packedOf(index) < 1 << 16 ? near : far;
      const extent = checkLocalHeader(archive, index, source, findings);
      if (extent) extents.set(index, extent);
      if (options.read && archive.kindOf(index) !== 'directory') {
        const read = await readOne(archive, index, options, source, findings);
        if (!read.ok && read.code === 'cancelled') return err(cancelled());
        reads.set(index, read);
      }
      if (Date.now() - yielded >= SLICE) {
        options.onProgress?.(index + 1, archive.recordCount);
        await new Promise<void>((resolve) => setImmediate(resolve));
        yielded = Date.now();
      }
    }
  } catch (error) {
    if (error instanceof SourceError) return err(error.failure);
    throw error;
  }
  checkExtents(archive, extents, findings);
  options.onProgress?.(archive.recordCount, archive.recordCount);
  return ok({ findings: findings.list(), findingIdsOf: (index) => findings.idsOf(index), reads });
}

/** What was read, or why not. */
type Read = { readonly sha256: string; readonly size: number; readonly used: number } | Failure;

async function readOne(
  archive: Archive,
  index: number,
  options: CheckOptions,
  source: ByteSource,
  findings: FindingList,
): Promise<EntryRead> {
  const small = archive.packedOf(index) <= AT_ONCE && archive.sizeOf(index) <= AT_ONCE;
  const read = small ? readAtOnce(archive, index, options, source) : await readInPieces(archive, index, options);
  const add = (id: EntryFindingId, message: () => string) =>
    findings.add(id, index, archive.localOffsetOf(index), () => archive.nameOf(index), message);
  const shown = () => showName(archive.nameOf(index));
  if ('message' in read) {
    const code = read.code ?? '';
    // What the directory already says is not said again.
    if (isEntryFinding(code) && !archive.findingIdsOf(index).includes(code))
      add(code, () => `'${shown()}': ${read.message}.`);
    return { ok: false, code: read.code, message: read.message };
  }
  const declared = archive.sizeOf(index);
  if (read.size < declared) {
    add('size-short', () => `'${shown()}' gives ${number(read.size)} bytes, and declares ${number(declared)}.`);
  }
  const left = archive.packedOf(index) - read.used;
  if (left > 0 && archive.methodOf(index) === DEFLATED) {
    add(
      'unused-compressed-bytes',
      () => `The data of '${shown()}' ends ${number(left)} bytes before its stated compressed size.`,
    );
  }
  const claimed = archive.findingIdsOf(index).includes('ratio-extreme');
  if (!claimed && read.size > RATIO_FROM && read.size > read.used * RATIO) {
    add('ratio-extreme', () => `'${shown()}' unpacks from ${number(read.used)} to ${number(read.size)} bytes.`);
  }
  return { ok: true, sha256: read.sha256 };
}

function isEntryFinding(code: string): code is EntryFindingId {
  return Object.hasOwn(ENTRY_FINDINGS, code);
}

function readAtOnce(archive: Archive, index: number, options: CheckOptions, source: ByteSource): Read {
  const unpacked = unpackEntry(archive, index, options, source);
  if (!unpacked.ok) return unpacked.error;
  const { bytes, used } = unpacked.value;
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, used };
}

async function readInPieces(archive: Archive, index: number, options: CheckOptions): Promise<Read> {
  const hash = createHash('sha256');
  const { limit, signal } = options;
  const pieces = streamEntry(archive, index, signal ? { limit, signal } : { limit });
  for (;;) {
    const next = await pieces.next();
    if (next.done) {
      const end = next.value ?? { size: 0, used: 0 };
      return { sha256: hash.digest('hex'), ...end };
    }
    if (!next.value.ok) return next.value.error;
    hash.update(next.value.value);
  }
}
