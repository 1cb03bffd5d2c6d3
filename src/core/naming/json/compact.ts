/** Collects the spelling of a value token by token, which is the value without white space. */
export class Compactor {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;

  add(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (this.#length + length > this.#bytes.length) this.#grow(this.#length + length);
    if (length < 16) for (let at = start; at < end; at++) this.#bytes[this.#length++] = bytes[at] ?? 0;
    else {
      this.#bytes.set(bytes.subarray(start, end), this.#length);
      this.#length += length;
    }
  }

  /** The value so far, in memory of its own; the next one starts empty. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    // One huge packet must not keep its space for the rest of the file.
    if (this.#bytes.length > KEPT) this.#bytes = Buffer.allocUnsafe(1024);
    return taken;
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafe(Math.max(least, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

const KEPT = 1024 * 1024;
