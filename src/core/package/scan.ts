import type { ByteSource } from '../io/source';

const WINDOW = 1 << 16;
/** The first look at a file's end: most archives need no more. */
const FIRST_TAIL = 4096;

/** The signature's four bytes in file order. */
function needle(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Positions of a signature that start within the last `reach` bytes, last one first, read as they are asked for. */
export function* backwards(source: ByteSource, signature: number, reach: number): Generator<number> {
  const wanted = needle(signature);
  const lowest = Math.max(0, source.size - reach);
  // Windows overlap by three bytes, so that a signature across their border is found once.
  let end = source.size;
  let step = FIRST_TAIL;
  while (end > lowest) {
    const start = Math.max(lowest, end - step);
    const bytes = asBuffer(source.read(start, Math.min(source.size, end + 3) - start));
    for (let at = bytes.lastIndexOf(wanted); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(wanted, at - 1)) {
      if (start + at < end) yield start + at;
    }
    end = start;
    step = WINDOW;
  }
}

/**
 * Finds the first place of a signature at or after an offset, and remembers which stretches hold none, so that many
 * questions about one file never read it twice.
 */
export class ForwardFinder {
  readonly #source: ByteSource;
  readonly #wanted: Buffer;
  /** Known stretches `[from, found]`, by `from`, without overlap. `found` is Infinity where none follows. */
  readonly #known: { from: number; found: number }[] = [];
  /** Bytes looked at. */
  scanned = 0;
  constructor(source: ByteSource, signature: number) {
    this.#source = source;
    this.#wanted = needle(signature);
  }

  /** Offset of the first whole signature at or after `from` and before `end`, else null. */
  next(from: number, end: number): number | null {
    const found = this.#firstFrom(from);
    return found + 4 <= end ? found : null;
  }

  #firstFrom(from: number): number {
    const place = this.#placeOf(from);
    const before = this.#known[place - 1];
    if (before && from <= before.found) return before.found;
    const after = this.#known[place];
    const found = this.#scan(from, after?.from ?? Number.POSITIVE_INFINITY) ?? after?.found ?? Number.POSITIVE_INFINITY;
    if (after && found === after.found) after.from = from;
    else this.#known.splice(place, 0, { from, found });
    return found;
  }

  /** How many known stretches start at or before `from`. */
  #placeOf(from: number): number {
    let low = 0;
    let high = this.#known.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#known[middle]?.from ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first signature that starts in `[from, end)`. */
  #scan(from: number, end: number): number | null {
    // Small first: the signature nearly always stands at the very offset.
    let step = 64;
    for (let at = from; at < end && at < this.#source.size; ) {
      const length = Math.min(step, end - at);
      const bytes = asBuffer(this.#source.read(at, length + 3));
      this.scanned += bytes.length;
      const found = bytes.indexOf(this.#wanted);
      if (found >= 0 && found < length) return at + found;
      if (bytes.length < 4) return null;
      at += length;
      step = WINDOW;
    }
    return null;
  }
}

/** Whether a signature stands in `[from, end)`, and where first; looks at no more than `budget` bytes. */
export function findWithin(
  source: ByteSource,
  signature: number,
  from: number,
  end: number,
  budget: number,
): number | null {
  return new ForwardFinder(source, signature).next(from, Math.min(end, from + budget));
}
