import { createHash } from 'node:crypto';
import { err, ok, type Result } from '../../shared/result';
import { AheadSource } from '../io/ahead';
import { cancelled } from '../io/digest';
import type { ByteSource } from '../io/source';
import type { Archive } from '../package/archive';
import { FLAG_ENCRYPTED } from '../package/format';
import { readLocalHeader } from '../package/local-header';
import { unpackEntry } from '../package/read';
import { streamEntry } from '../package/stream';

/** What comparing two contents gave: `unreadable` where the packed bytes differ and one side gives no content. */
export type ContentAnswer = 'same' | 'different' | 'unreadable' | 'not-read';

export interface ContentLimits {
  /** Bytes that one entry may give. */
  readonly ceiling: number;
  /** Packed bytes that are read of both archives together; beyond that the answer is `not-read`. */
  readonly readLimit: number;
  readonly signal: AbortSignal | undefined;
}

/** Bytes of packed data compared at once, and the most that is unpacked at once. */
const PIECE = 1 << 20;

/** Compares contents of records of two archives, reading as little as says it. Throws `SourceError` as sources do. */
export class ContentComparer {
  readonly #a: Archive;
  readonly #b: Archive;
  readonly #sourceA: ByteSource;
  readonly #sourceB: ByteSource;
  readonly #limits: ContentLimits;
  #read = 0;

  constructor(a: Archive, b: Archive, limits: ContentLimits) {
    this.#a = a;
    this.#b = b;
    this.#sourceA = new AheadSource(a.source);
    this.#sourceB = new AheadSource(b.source);
    this.#limits = limits;
  }

  /** Compares two records whose size and checksum are equal. Fails only with `cancelled`. */
  async compare(indexA: number, indexB: number): Promise<Result<ContentAnswer>> {
    if (this.#a.sizeOf(indexA) === 0 && this.#a.packedOf(indexA) === 0 && this.#b.packedOf(indexB) === 0)
      return ok('same');
    this.#read += this.#a.packedOf(indexA) + this.#b.packedOf(indexB);
    if (this.#read > this.#limits.readLimit) return ok('not-read');
    const packed = await this.#samePacked(indexA, indexB);
    if (!packed.ok) return packed;
    return packed.value ? ok('same') : this.#compareUnpacked(indexA, indexB);
  }

  /** SHA-256 of a record's content, null where it gives none. Fails only with `cancelled`. */
  async digest(side: 'a' | 'b', index: number): Promise<Result<string | null>> {
    const archive = side === 'a' ? this.#a : this.#b;
    this.#read += archive.packedOf(index);
    if (this.#read > this.#limits.readLimit) return ok(null);
    return this.#digest(archive, side === 'a' ? this.#sourceA : this.#sourceB, index);
  }

  /** Equal packed bytes under one method are equal contents, whatever else is wrong with them. */
  async #samePacked(indexA: number, indexB: number): Promise<Result<boolean>> {
    const [a, b] = [this.#a, this.#b];
    if (a.methodOf(indexA) !== b.methodOf(indexB) || a.packedOf(indexA) !== b.packedOf(indexB)) return ok(false);
    if (((a.flagsOf(indexA) ^ b.flagsOf(indexB)) & FLAG_ENCRYPTED) !== 0) return ok(false);
    const headA = readLocalHeader(this.#sourceA, a.localOffsetOf(indexA));
    const headB = readLocalHeader(this.#sourceB, b.localOffsetOf(indexB));
    // Where neither has data there is nothing that could differ.
    if (!headA.ok || !headB.ok) return ok(!headA.ok && !headB.ok);
    const length = a.packedOf(indexA);
    for (let at = 0; at < length; at += PIECE) {
      const wanted = Math.min(PIECE, length - at);
      const left = this.#sourceA.read(headA.value.dataStart + at, wanted);
      const right = this.#sourceB.read(headB.value.dataStart + at, wanted);
      if (Buffer.compare(left, right) !== 0) return ok(false);
      // Both end with their files here.
      if (left.length < wanted) break;
      if (length > PIECE && (await this.#pause())) return err(cancelled());
    }
    return ok(true);
  }

  async #compareUnpacked(indexA: number, indexB: number): Promise<Result<ContentAnswer>> {
    if (this.#isSmall(this.#a, indexA) && this.#isSmall(this.#b, indexB)) {
      const left = this.#unpack(this.#a, this.#sourceA, indexA);
      const right = this.#unpack(this.#b, this.#sourceB, indexB);
      if (left === null || right === null) return ok('unreadable');
      return ok(Buffer.compare(left, right) === 0 ? 'same' : 'different');
    }
    const left = await this.#digest(this.#a, this.#sourceA, indexA);
    const right = left.ok ? await this.#digest(this.#b, this.#sourceB, indexB) : left;
    if (!left.ok) return left;
    if (!right.ok) return right;
    if (left.value === null || right.value === null) return ok('unreadable');
    return ok(left.value === right.value ? 'same' : 'different');
  }

  #isSmall(archive: Archive, index: number): boolean {
    return archive.packedOf(index) <= PIECE && archive.sizeOf(index) <= PIECE;
  }

  #unpack(archive: Archive, source: ByteSource, index: number): Uint8Array | null {
    const unpacked = unpackEntry(archive, index, { limit: this.#limits.ceiling }, source);
    return unpacked.ok ? unpacked.value.bytes : null;
  }

  async #digest(archive: Archive, source: ByteSource, index: number): Promise<Result<string | null>> {
    const hash = createHash('sha256');
    if (this.#isSmall(archive, index)) {
      const bytes = this.#unpack(archive, source, index);
      return ok(bytes === null ? null : hash.update(bytes).digest('hex'));
    }
    const { ceiling, signal } = this.#limits;
    for await (const piece of streamEntry(archive, index, { limit: ceiling, ...(signal ? { signal } : {}) })) {
      if (piece.ok) hash.update(piece.value);
      else return piece.error.code === 'cancelled' ? piece : ok(null);
    }
    return ok(hash.digest('hex'));
  }

  async #pause(): Promise<boolean> {
    await new Promise<void>((resume) => setImmediate(resume));
    return this.#limits.signal?.aborted ?? false;
  }
}
