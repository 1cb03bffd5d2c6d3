import type { SearchMatch } from '../../shared/contract/search';
import { isAscii } from '../text/encoding';
import { characterBorder } from './looks-like';

/** Bytes of a line that are shown before a match, of a match, and after it. */
const BEFORE = 120;
const SHOWN = 200;
const AFTER = 200;

const LF = 0x0a;
const CR = 0x0d;

/**
 * Follows where in a content the bytes stand that pass by: line, column (code points), offset. Matches are asked for in
 * their order; pieces follow one another. Lines end as in the preview: at LF, CR LF and a lone CR.
 */
export class Places {
  readonly #entry: number;
  /** Whether the content is UTF-16 and `bytes` are its characters as UTF-8: then offsets count two bytes a unit. */
  readonly #wide: boolean;
  #bytes: Buffer = Buffer.alloc(0);
  #hasCr = false;
  /** The place in the present piece up to which everything is counted. */
  #at = 0;
  #line = 1;
  /** Code points of the present line before `#at`. */
  #column = 0;
  /** Where the present line starts in the piece; negative when it started in an earlier one. */
  #lineStart = 0;
  /** Offset in the content of `#at`. */
  #offset: number;

  /** @param skipped bytes of a byte order mark, which is no part of the first line */
  constructor(entry: number, wide: boolean, skipped: number) {
    this.#entry = entry;
    this.#wide = wide;
    this.#offset = skipped;
  }

  /** Begins with the next piece. What it starts with comes right after what was passed over in the one before. */
  begin(bytes: Buffer): void {
    this.#lineStart -= this.#at;
    this.#at = 0;
    this.#bytes = bytes;
    this.#hasCr = bytes.includes(CR);
  }

  /** The match at a range of the present piece. */
  match(start: number, end: number): SearchMatch {
    this.passOver(start);
    const bytes = this.#bytes;
    const lineStart = Math.max(0, this.#lineStart);
    const from = characterBorder(bytes, Math.max(lineStart, start - BEFORE));
    const shownEnd = Math.min(end, start + SHOWN);
    const lineEnd = this.#lineEnd(shownEnd, Math.min(bytes.length, shownEnd + AFTER));
    const until = lineEnd < bytes.length && lineEnd === shownEnd + AFTER ? characterBorder(bytes, lineEnd) : lineEnd;
    const text = (first: number, last: number) => bytes.toString('utf8', first, last);
    const before = text(from, start);
    const shown = text(start, characterBorder(bytes, shownEnd));
    return {
      entry: this.#entry,
      line: this.#line,
      column: this.#column + 1,
      offset: this.#offset,
      length: this.#contentLength(start, end),
      excerpt: before + text(start, until),
      start: before.length,
      end: before.length + shown.length,
      cutBefore: from > lineStart || this.#lineStart < 0,
      cutAfter: this.#goesOn(until),
    };
  }

  /** Counts everything up to a place of the present piece. */
  passOver(to: number): void {
    const from = this.#at;
    if (to <= from) return;
    const last = this.#countLines(from, to);
    if (last >= 0) {
      this.#lineStart = last + 1;
      this.#column = codePoints(this.#bytes, last + 1, to);
    } else this.#column += codePoints(this.#bytes, from, to);
    this.#offset += this.#contentLength(from, to);
    this.#at = to;
  }

  #contentLength(from: number, to: number): number {
    return this.#wide ? 2 * this.#bytes.toString('utf8', from, to).length : to - from;
  }

  /** Counts the line ends of a range and answers with the place of the last one, -1 where there is none. */
  #countLines(from: number, to: number): number {
    const bytes = this.#bytes;
    if (!this.#hasCr) {
      const last = bytes.lastIndexOf(LF, to - 1);
      if (last < from) return -1;
      // The runtime's own search is several times faster than a loop over bytes.
      for (let at = bytes.indexOf(LF, from); at >= 0 && at <= last; at = bytes.indexOf(LF, at + 1)) this.#line++;
      return last;
    }
    let last = -1;
    for (let at = from; at < to; at++) {
      const byte = bytes[at];
      if (byte !== LF && (byte !== CR || bytes[at + 1] === LF)) continue;
      this.#line++;
      last = at;
    }
    return last;
  }

  #lineEnd(from: number, most: number): number {
    for (let at = from; at < most; at++) if (this.#bytes[at] === LF || this.#bytes[at] === CR) return at;
    return most;
  }

  #goesOn(at: number): boolean {
    const byte = this.#bytes[at];
    return byte !== undefined && byte !== LF && byte !== CR;
  }
}

/** Characters of a range of UTF-8: every byte but those that continue one. */
function codePoints(bytes: Buffer, from: number, to: number): number {
  const range = bytes.subarray(from, to);
  if (isAscii(range)) return range.length;
  let count = 0;
  for (const byte of range) if ((byte & 0xc0) !== 0x80) count++;
  return count;
}
