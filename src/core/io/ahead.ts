import type { ByteSource } from './source';

/** Bytes read at once. */
export interface Ahead {
  /** After a jump. */
  readonly least: number;
  /** At most, when reading goes forwards; it doubles from read to read. */
  readonly most: number;
}

const USUAL: Ahead = { least: 1 << 12, most: 1 << 18 };

/**
 * A source that reads ahead as long as reading goes forwards and reads little after a jump, so that neither an archive in
 * order nor one that was shuffled on purpose costs more than about its own size. Longer reads go straight through.
 */
export class AheadSource implements ByteSource {
  readonly size: number;
  readonly #source: ByteSource;
  readonly #limits: Ahead;
  #start = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #ahead: number;
  /** Where the last read ended. */
  #last = 0;

  constructor(source: ByteSource, limits: Ahead = USUAL) {
    this.#source = source;
    this.#limits = limits;
    this.#ahead = limits.least;
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
    const { least, most } = this.#limits;
    this.#ahead = isForwards ? Math.min(this.#ahead * 2, most) : least;
    if (length >= this.#ahead) return this.#source.read(offset, length);
    this.#bytes = this.#source.read(offset, this.#ahead);
    this.#start = offset;
    return this.#bytes.subarray(0, length);
  }

  close(): void {
    this.#source.close();
  }
}
