import type { ByteSource } from './source';

/** Bytes read at once after a jump, and at most when reading goes forwards. */
const LEAST = 1 << 12;
const MOST = 1 << 18;

/**
 * A source that reads ahead as long as reading goes forwards and reads little after a jump, so that neither an archive in
 * order nor one that was shuffled on purpose costs more than about its own size. Longer reads go straight through.
 */
export class AheadSource implements ByteSource {
  readonly size: number;
  readonly #source: ByteSource;
  #start = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #ahead = LEAST;
  /** Where the last read ended. */
  #last = 0;

  constructor(source: ByteSource) {
    this.#source = source;
    this.size = source.size;
  }

  get bytesRead(): number {
    return this.#source.bytesRead;
  }

  read(offset: number, length: number): Uint8Array {
    if (length <= 0 || offset < 0) return new Uint8Array(0);
    const isForwards = offset >= this.#last && offset <= this.#last + this.#ahead;
    this.#last = offset + length;
    const from = offset - this.#start;
    if (from >= 0 && from + length <= this.#bytes.length) return this.#bytes.subarray(from, from + length);
    this.#ahead = isForwards ? Math.min(this.#ahead * 2, MOST) : LEAST;
    if (length >= this.#ahead) return this.#source.read(offset, length);
    this.#bytes = this.#source.read(offset, this.#ahead);
    this.#start = offset;
    return this.#bytes.subarray(0, length);
  }

  close(): void {
    this.#source.close();
  }
}
