import type { Printed } from '../../../shared/models/naming';

/** Bytes kept of each pipe: the result comes from the end of stdout (4.3). */
export const STDOUT_HEAD = 512 * 1024;
export const STDOUT_TAIL = 512 * 1024;
export const STDERR_TAIL = 64 * 1024;

/**
 * The first and the last bytes of a pipe, in memory that follows what was printed up to the limits and not beyond,
 * however much comes and in however small pieces.
 */
export class KeptOutput {
  readonly #headLimit: number;
  readonly #tailLimit: number;
  #head: Buffer = Buffer.alloc(0);
  #headLength = 0;
  /** A ring once it is full. */
  #tail: Buffer = Buffer.alloc(0);
  #tailLength = 0;
  #tailStart = 0;
  /** Bytes that came in all. */
  total = 0;

  constructor(headLimit: number, tailLimit: number) {
    this.#headLimit = headLimit;
    this.#tailLimit = tailLimit;
  }

  add(bytes: Uint8Array): void {
    this.total += bytes.length;
    const toHead = Math.min(bytes.length, this.#headLimit - this.#headLength);
    if (toHead > 0) {
      this.#head = withRoom(this.#head, this.#headLength, this.#headLength + toHead, this.#headLimit);
      this.#head.set(bytes.subarray(0, toHead), this.#headLength);
      this.#headLength += toHead;
    }
    if (toHead < bytes.length) this.#addTail(bytes.subarray(Math.max(toHead, bytes.length - this.#tailLimit)));
  }

  #addTail(bytes: Uint8Array): void {
    const wanted = Math.min(this.#tailLimit, this.#tailLength + bytes.length);
    if (wanted > this.#tail.length) this.#tail = withRoom(this.#tail, this.#tailLength, wanted, this.#tailLimit);
    // Until it wraps round the ring begins at 0; its size then is the limit.
    let at = (this.#tailStart + this.#tailLength) % Math.max(1, this.#tailLimit);
    let from = 0;
    while (from < bytes.length) {
      const piece = Math.min(bytes.length - from, this.#tailLimit - at);
      this.#tail.set(bytes.subarray(from, from + piece), at);
      from += piece;
      at = (at + piece) % this.#tailLimit;
    }
    const length = this.#tailLength + bytes.length;
    if (length > this.#tailLimit) this.#tailStart = at;
    this.#tailLength = Math.min(length, this.#tailLimit);
  }

  /** Bytes held in memory. */
  get held(): number {
    return this.#head.length + this.#tail.length;
  }

  /** Bytes that came and were not kept. */
  get leftOut(): number {
    return this.total - this.#headLength - this.#tailLength;
  }

  /** The end of what was printed: everything that is kept without a gap, as text. */
  endText(): string {
    const tail = this.#tailBytes();
    return lossy(this.leftOut > 0 ? tail : Buffer.concat([this.#headBytes(), tail]));
  }

  printed(): Printed {
    const { leftOut, total } = this;
    if (leftOut === 0) return { head: this.endText(), leftOut, tail: '', total };
    return { head: lossy(this.#headBytes()), leftOut, tail: lossy(this.#tailBytes()), total };
  }

  #headBytes(): Buffer {
    return this.#head.subarray(0, this.#headLength);
  }

  #tailBytes(): Buffer {
    if (this.#tailStart === 0) return this.#tail.subarray(0, this.#tailLength);
    return Buffer.concat([this.#tail.subarray(this.#tailStart), this.#tail.subarray(0, this.#tailStart)]);
  }
}

function withRoom(bytes: Buffer, length: number, wanted: number, limit: number): Buffer {
  if (wanted <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(wanted, bytes.length * 2, 256)));
  bytes.copy(larger, 0, 0, length);
  return larger;
}

/** UTF-8 with U+FFFD where it is none, as the original decodes it; a byte order mark is a character like others. */
function lossy(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
