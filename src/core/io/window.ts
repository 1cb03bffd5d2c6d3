import type { ByteSource } from './source';

/**
 * A source that reads ahead, for work that goes through a file mostly forwards in small steps. Reads longer than the
 * window go straight through.
 */
export class WindowedSource implements ByteSource {
  readonly size: number;
  readonly #source: ByteSource;
  readonly #ahead: number;
  #start = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  /** `ahead`: bytes per read. */
  constructor(source: ByteSource, ahead: number) {
    this.#source = source;
    this.#ahead = ahead;
    this.size = source.size;
  }

  get bytesRead(): number {
    return this.#source.bytesRead;
  }

  read(offset: number, length: number): Uint8Array {
    if (length <= 0 || offset < 0) return new Uint8Array(0);
    const from = offset - this.#start;
    if (from >= 0 && from + length <= this.#bytes.length) return this.#bytes.subarray(from, from + length);
    if (length >= this.#ahead) return this.#source.read(offset, length);
    this.#bytes = this.#source.read(offset, this.#ahead);
    this.#start = offset;
    return this.#bytes.subarray(0, length);
  }

  close(): void {
    this.#source.close();
  }
}
