import { err, failure, type Result } from '../../shared/result';
import { type Interfaces, readInterfaces } from '../package/wasm';

/** The layer half of the header tells a component (1) from a core module (0); both are 8 bytes with the magic. */
const PREAMBLE = 8;
/** Sections of the outermost component that name imports and exports (component model, binary format). */
const KEPT: ReadonlySet<number> = new Set([10, 11]);
/** Bytes of kept sections in all; names of interfaces take a few kilobytes. */
const KEPT_LIMIT = 16 * 1024 * 1024;
/** An id and a LEB128 size of at most 32 bits. */
const HEAD = 6;

/**
 * The interfaces of a component too large to hold: keeps its header and its import and export sections as they pass and
 * skips the rest. Fails as the stream does.
 */
export async function outermostInterfaces(stream: AsyncIterable<Result<Uint8Array>>): Promise<Result<Interfaces>> {
  const sieve = new SectionSieve();
  for await (const piece of stream) {
    if (!piece.ok) return piece;
    const problem = sieve.take(piece.value);
    if (problem !== null) return err(failure(null, problem));
    // A core module has no interfaces; the rest of it need not be read.
    if (sieve.isModule) break;
  }
  if (!sieve.isModule && sieve.isCut) return err(failure(null, 'the payload ends in the middle of a section'));
  return readInterfaces(sieve.kept());
}

/** Takes bytes in pieces of any size and keeps the sections that matter. */
class SectionSieve {
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #pending = new Uint8Array(0);
  #started = false;
  /** Bytes of the present section that are still to come. */
  #left = 0;
  #keeping = false;
  isModule = false;

  take(piece: Uint8Array): string | null {
    let bytes = piece;
    if (this.#pending.length > 0) {
      bytes = new Uint8Array(this.#pending.length + piece.length);
      bytes.set(this.#pending);
      bytes.set(piece, this.#pending.length);
      this.#pending = new Uint8Array(0);
    }
    let at = 0;
    while (at < bytes.length) {
      if (this.#left > 0) {
        const part = bytes.subarray(at, at + this.#left);
        if (this.#keeping) this.#keep(part);
        this.#left -= part.length;
        at += part.length;
        continue;
      }
      const used = this.#started ? this.#head(bytes.subarray(at, at + HEAD)) : this.#preamble(bytes.subarray(at));
      if (used === 0) break;
      if (used < 0) return 'a section has no proper size';
      at += used;
      if (this.#keptBytes + (this.#keeping ? this.#left : 0) > KEPT_LIMIT) return 'imports and exports are too large';
    }
    this.#pending = bytes.slice(at);
    return null;
  }

  get isCut(): boolean {
    return this.#left > 0;
  }

  /** What was kept, with a head that waited for its end. */
  kept(): Uint8Array {
    return Buffer.concat([...this.#kept, this.#pending]);
  }

  #keep(part: Uint8Array): void {
    this.#kept.push(part.slice());
    this.#keptBytes += part.length;
  }

  #preamble(bytes: Uint8Array): number {
    if (bytes.length < PREAMBLE) return 0;
    this.#started = true;
    this.isModule = bytes[6] === 0 && bytes[7] === 0;
    this.#keep(bytes.subarray(0, PREAMBLE));
    return PREAMBLE;
  }

  /** Reads an id and a size: bytes used, 0 if more are needed, negative if it is no size. */
  #head(bytes: Uint8Array): number {
    let size = 0;
    for (let at = 1; at < HEAD; at++) {
      const byte = bytes[at];
      if (byte === undefined) return 0;
      size += (byte & 0x7f) * 2 ** (7 * (at - 1));
      if ((byte & 0x80) !== 0) continue;
      this.#left = size;
      this.#keeping = KEPT.has(bytes[0] ?? 0);
      if (this.#keeping) this.#keep(bytes.subarray(0, at + 1));
      return at + 1;
    }
    return -1;
  }
}
