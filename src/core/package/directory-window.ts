import type { ByteSource } from '../io/source';

const FIRST_WINDOW = 4096;
const WINDOW = 1 << 18;

/** A stretch of the source that moves with the reader. */
export class Window {
  readonly #source: ByteSource;
  #start = 0;
  #next = FIRST_WINDOW;
  #expected = FIRST_WINDOW;
  /** Bytes read. */
  read = 0;
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Says that so many bytes will be wanted, so that they come in one read. */
  expect(length: number): void {
    this.#expected = Math.min(WINDOW, Math.max(FIRST_WINDOW, length));
    this.#next = this.#expected;
  }

  /** Index in `bytes` of a file offset with `length` bytes after it, or -1 where the file ends before. */
  at(offset: number, length: number): number {
    const index = offset - this.#start;
    if (index >= 0 && index + length <= this.bytes.length) return index;
    if (offset + length > this.#source.size) return -1;
    // A jump starts small again: many claims may each point somewhere else.
    if (index < 0 || index > this.bytes.length) this.#next = this.#expected;
    this.bytes = this.#source.read(offset, Math.max(length, this.#next));
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
    this.#start = offset;
    this.read += this.bytes.length;
    this.#next = Math.min(WINDOW, this.#next * 2);
    return this.bytes.length < length ? -1 : 0;
  }
}
