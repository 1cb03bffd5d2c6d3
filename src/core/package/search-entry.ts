import type { SearchMatch } from '../../shared/contract/search';
import { characterBorder } from './looks-like';
import type { Finder } from './search-find';
import { Places } from './search-places';
import { BOM_BYTES, decodeUtf16, encodingOfMark, isTextual, type TextEncoding } from './text-encoding';

/** Bytes that decide whether an entry is text. */
const HEAD = 1 << 16;
/** Bytes without a line end that are waited for; of a longer line, pieces are searched. */
const LONG_LINE = 1 << 20;
const LF = 0x0a;
const CR = 0x0d;

/** Searches the content of one entry, which comes in pieces of any size. */
export class EntrySearch {
  readonly #entry: number;
  readonly #finder: Finder;
  /** Matches that are still wanted. */
  #most: number;
  #state: 'head' | 'text' | 'wide' | 'binary' = 'head';
  #waiting: Buffer = Buffer.alloc(0);
  #places = new Places(0, false, 0);
  #units = new Units('utf-16le');
  /** Whether more matched than was wanted. */
  isCut = false;

  /** @param most matches that are wanted of this entry */
  constructor(entry: number, finder: Finder, most: number) {
    this.#entry = entry;
    this.#finder = finder;
    this.#most = most;
  }

  get isBinary(): boolean {
    return this.#state === 'binary';
  }

  /** Whether the rest of the content need not be read. */
  get isDone(): boolean {
    return this.isBinary || this.isCut;
  }

  /** The matches that are known with this piece. Throws `TooSlow`. */
  take(piece: Uint8Array): SearchMatch[] {
    return this.#take(asBuffer(piece), false);
  }

  /** The matches of what is left. */
  end(last: Uint8Array = new Uint8Array(0)): SearchMatch[] {
    return this.#take(asBuffer(last), true);
  }

  #take(piece: Buffer, isLast: boolean): SearchMatch[] {
    if (this.#state !== 'head') return this.#pass(piece, isLast);
    const head = joined(this.#waiting, piece);
    this.#waiting = head;
    if (head.length < HEAD && !isLast) return [];
    this.#waiting = Buffer.alloc(0);
    const mark = encodingOfMark(head);
    if (mark === null && !isTextual(head.subarray(0, HEAD))) {
      this.#state = 'binary';
      return [];
    }
    const isWide = mark === 'utf-16le' || mark === 'utf-16be';
    if (isWide) this.#units = new Units(mark);
    this.#state = isWide ? 'wide' : 'text';
    const skipped = mark === null ? 0 : BOM_BYTES[mark];
    this.#places = new Places(this.#entry, isWide, skipped);
    return this.#pass(head.subarray(skipped), isLast);
  }

  #pass(piece: Buffer, isLast: boolean): SearchMatch[] {
    if (this.isDone) return [];
    const bytes = joined(this.#waiting, this.#state === 'wide' ? this.#units.toUtf8(piece, isLast) : piece);
    this.#waiting = bytes;
    const border = isLast ? bytes.length : lastLineEnd(bytes);
    if (border > 0) return this.#search(bytes.subarray(0, border), border, isLast);
    // A line without an end is searched in pieces that overlap, so that no match falls between two.
    const overlap = Math.min(this.#finder.overlap, LONG_LINE >> 1);
    if (bytes.length < LONG_LINE) return [];
    return this.#search(bytes, characterBorder(bytes, bytes.length - overlap), false);
  }

  /** Searches a piece for what starts before `border`; what comes after waits for the next one. */
  #search(piece: Buffer, border: number, isLast: boolean): SearchMatch[] {
    const found = this.#finder.find(piece, this.#most + 1);
    const matches: SearchMatch[] = [];
    this.#places.begin(piece);
    let next = border;
    for (let at = 0; at < found.length; at += 2) {
      const [start = 0, end = 0] = [found[at], found[at + 1]];
      if (start >= border) break;
      if (matches.length === this.#most) {
        this.isCut = true;
        return matches;
      }
      matches.push(this.#places.match(start, end));
      next = Math.max(next, end);
    }
    this.#most -= matches.length;
    this.#waiting = this.#waiting.subarray(next);
    if (!isLast) this.#places.passOver(next);
    return matches;
  }
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const joined = (a: Buffer, b: Buffer) => (a.length === 0 ? b : b.length === 0 ? a : Buffer.concat([a, b]));

/** Behind the last line end; a CR at the very end may be half of one and is left. */
function lastLineEnd(bytes: Buffer): number {
  const feed = bytes.lastIndexOf(LF);
  const alone = bytes.subarray(0, -1).lastIndexOf(CR);
  return Math.max(feed, bytes[alone + 1] === LF ? alone + 1 : alone) + 1;
}

/** UTF-16 in pieces as UTF-8 in pieces; no character is cut in two. */
class Units {
  readonly #encoding: Extract<TextEncoding, 'utf-16le' | 'utf-16be'>;
  #left: Buffer = Buffer.alloc(0);

  constructor(encoding: Extract<TextEncoding, 'utf-16le' | 'utf-16be'>) {
    this.#encoding = encoding;
  }

  toUtf8(piece: Buffer, isLast: boolean): Buffer {
    const bytes = joined(this.#left, piece);
    let end = bytes.length - (bytes.length % 2);
    if (!isLast && end >= 2) {
      const high = bytes[end - (this.#encoding === 'utf-16le' ? 1 : 2)] ?? 0;
      if (high >= 0xd8 && high <= 0xdb) end -= 2;
    }
    this.#left = Buffer.from(bytes.subarray(end));
    return Buffer.from(decodeUtf16(bytes.subarray(0, end), this.#encoding), 'utf8');
  }
}
