import type { Place } from '../../../shared/result';
import { utf8Fault } from '../../text/utf8';
import {
  CLOSE,
  COLON,
  COMMA,
  JsonProblem,
  KEY,
  LITERAL,
  NUMBER,
  OPEN_ARRAY,
  OPEN_OBJECT,
  STRING,
  type TokenKind,
  type TokenSink,
  Unwanted,
} from './token';

/** How deep containers may lie in each other, unless the caller says otherwise. */
export const DEPTH_LIMIT = 512;
const LITERALS: readonly string[] = ['true', 'false', 'null'];
const NUMBER_FORM = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
const ESCAPES: ReadonlySet<number> = new Set([...'"\\/bfnrtu'].map((char) => char.charCodeAt(0)));

/** What the grammar takes next. */
type Next = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'top';
const WANTED: Readonly<Record<Next, string>> = {
  value: 'a value',
  'value-or-end': 'a value or `]`',
  key: 'a key',
  'key-or-end': 'a key or `}`',
  colon: '`:`',
  'comma-or-end': '`,` or the end of the list or object',
  top: 'a value',
};

/** What the bytes are inside of. */
type Inside = 'between' | 'string' | 'word';

/**
 * Reads JSON (RFC 8259) as it arrives, in chunks cut anywhere, and hands out every token in its own spelling: nothing is
 * converted, so numbers keep their digits and keys their order. Bounded by the longest token; no recursion. Any number
 * of values may follow each other, as in JSON lines; whoever wants one only says so in its sink.
 * @throws JsonProblem with the place, in `push` and `end`.
 */
export class JsonReader {
  readonly #sink: TokenSink;
  #next: Next = 'top';
  /** 1 for an object, 0 for an array. */
  #stack = new Uint8Array(64);
  #depth = 0;
  #inside: Inside = 'between';
  /** Of a string: whether the last byte was an unanswered `\`, how many hex digits are due, any byte over 7F. */
  #escaped = false;
  #hexDue = 0;
  #wide = false;
  /** The beginning of a token that began in an earlier chunk. */
  #carry: Uint8Array[] = [];
  /** Bytes before this chunk; the start of the current line; bytes in it that are no character's first; its number. */
  #base = 0;
  #lineStart = 0;
  #inner = 0;
  #line = 1;
  #tokenAt = 0;

  /** How much of a byte order mark was there; negative when there is none or it is over. */
  #bom = 0;

  readonly #depthLimit: number;
  constructor(sink: TokenSink, depthLimit = DEPTH_LIMIT) {
    this.#sink = sink;
    this.#depthLimit = depthLimit;
  }

  push(chunk: Uint8Array): void {
    this.#placing(() => this.#read(chunk));
  }

  #placing(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof Unwanted) this.#fail(error.message);
      throw error;
    }
  }

  /** Ends the reading with a problem at the beginning of the current token. */
  #fail(message: string): never {
    const place: Place = { line: this.#line, column: this.#tokenAt - this.#lineStart - this.#inner + 1 };
    throw new JsonProblem(message, place);
  }

  #read(chunk: Uint8Array): void {
    let at = this.#bom < 0 ? 0 : this.#skipBom(chunk);
    while (at < chunk.length) {
      if (this.#inside === 'string') at = this.#string(chunk, at, 0);
      else if (this.#inside === 'word') at = this.#word(chunk, at, 0);
      else at = this.#between(chunk, at);
    }
    this.#base += chunk.length;
  }

  /** The text is over. */
  end(): void {
    if (this.#inside === 'string') this.#fail('the text ends inside a string that begins here');
    if (this.#inside === 'word') this.#placing(() => this.#endWord(new Uint8Array(0), 0, 0));
    this.#tokenAt = this.#base;
    if (this.#next !== 'top') this.#fail(`the text ends where ${WANTED[this.#next]} should be`);
  }

  #skipBom(chunk: Uint8Array): number {
    let at = 0;
    while (at < chunk.length && this.#bom >= 0 && chunk[at] === BOM[this.#bom]) {
      at++;
      this.#bom = this.#bom === 2 ? -1 : this.#bom + 1;
      if (this.#bom < 0) this.#lineStart = this.#base + at;
    }
    if (at === chunk.length) return at;
    if (this.#bom > 0) this.#fail('the text begins with a broken byte order mark');
    this.#bom = -1;
    return at;
  }

  #between(chunk: Uint8Array, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === 0x0a) {
        this.#line++;
        this.#lineStart = this.#base + at + 1;
        this.#inner = 0;
      } else if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) break;
    }
    if (at === chunk.length) return at;
    this.#tokenAt = this.#base + at;
    const byte = chunk[at];
    switch (byte) {
      case 0x22:
        this.#inside = 'string';
        return this.#string(chunk, at + 1, at);
      case 0x7b:
        return this.#open(1, chunk, at);
      case 0x5b:
        return this.#open(0, chunk, at);
      case 0x7d:
        return this.#close(1, chunk, at);
      case 0x5d:
        return this.#close(0, chunk, at);
      case 0x2c:
        if (this.#next !== 'comma-or-end') this.#unexpected(chunk, at);
        this.#next = this.#stack[this.#depth - 1] === 1 ? 'key' : 'value';
        this.#sink.token(COMMA, this.#depth, chunk, at, at + 1);
        return at + 1;
      case 0x3a:
        if (this.#next !== 'colon') this.#unexpected(chunk, at);
        this.#next = 'value';
        this.#sink.token(COLON, this.#depth, chunk, at, at + 1);
        return at + 1;
      default:
        if (!isWordByte(byte)) this.#unexpected(chunk, at);
        this.#inside = 'word';
        return this.#word(chunk, at, at);
    }
  }

  #open(object: 0 | 1, chunk: Uint8Array, at: number): number {
    if (!this.#takesValue()) this.#unexpected(chunk, at);
    if (this.#depth === this.#depthLimit) this.#fail(`over ${this.#depthLimit} lists and objects inside each other`);
    if (this.#depth === this.#stack.length) this.#growStack();
    this.#sink.token(object ? OPEN_OBJECT : OPEN_ARRAY, this.#depth, chunk, at, at + 1);
    this.#stack[this.#depth++] = object;
    this.#next = object ? 'key-or-end' : 'value-or-end';
    return at + 1;
  }

  #growStack(): void {
    const larger = new Uint8Array(this.#stack.length * 2);
    larger.set(this.#stack);
    this.#stack = larger;
  }

  #close(object: 0 | 1, chunk: Uint8Array, at: number): number {
    const wanted = this.#next === 'comma-or-end' || this.#next === (object ? 'key-or-end' : 'value-or-end');
    if (!wanted || this.#stack[this.#depth - 1] !== object) this.#unexpected(chunk, at);
    this.#depth--;
    this.#sink.token(CLOSE, this.#depth, chunk, at, at + 1);
    this.#afterValue();
    return at + 1;
  }

  /** From inside a string to after its closing quote, or the chunk's end. `start` is where the token begins here. */
  #string(chunk: Uint8Array, from: number, start: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#hexDue > 0) {
        if (!isHex(byte)) this.#fail('a string has `\\u` without four hexadecimal digits after it');
        this.#hexDue--;
      } else if (this.#escaped) {
        if (!ESCAPES.has(byte)) this.#fail('a string has an escape that JSON does not know');
        this.#escaped = false;
        if (byte === 0x75) this.#hexDue = 4;
      } else if (byte === 0x22) {
        this.#inside = 'between';
        const [bytes, first, end] = this.#joined(chunk, start, at + 1);
        this.#endString(bytes, first, end);
        return at + 1;
      } else if (byte === 0x5c) this.#escaped = true;
      else if (byte < 0x20) this.#fail('a string is not closed on its line, or holds a control character');
      else if (byte >= 0x80) this.#wide = true;
      else while (isPlain(chunk[at + 1])) at++;
    }
    this.#carry.push(chunk.slice(start));
    return chunk.length;
  }

  #endString(bytes: Uint8Array, start: number, end: number): void {
    if (this.#wide && utf8Fault(bytes.subarray(start, end)) !== null) this.#fail('a string is not UTF-8');
    if (this.#next === 'key' || this.#next === 'key-or-end') {
      this.#next = 'colon';
      this.#sink.token(KEY, this.#depth, bytes, start, end);
    } else {
      if (!this.#takesValue()) this.#unexpected(bytes, start);
      this.#sink.token(STRING, this.#depth, bytes, start, end);
      this.#afterValue();
    }
    if (this.#wide) for (let at = start; at < end; at++) if (((bytes[at] ?? 0) & 0xc0) === 0x80) this.#inner++;
    this.#wide = false;
  }

  #word(chunk: Uint8Array, from: number, start: number): number {
    let at = from;
    while (at < chunk.length && isWordByte(chunk[at])) at++;
    if (at === chunk.length) this.#carry.push(chunk.slice(start));
    else this.#endWord(chunk, start, at);
    return at;
  }

  #endWord(chunk: Uint8Array, from: number, to: number): void {
    this.#inside = 'between';
    const [bytes, start, end] = this.#joined(chunk, from, to);
    const word = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
    if (!this.#takesValue()) this.#unexpected(bytes, start);
    const kind: TokenKind = LITERALS.includes(word) ? LITERAL : NUMBER;
    if (kind === NUMBER && !NUMBER_FORM.test(word)) this.#fail(`\`${word.slice(0, 20)}\` is not a JSON value`);
    this.#sink.token(kind, this.#depth, bytes, start, end);
    this.#afterValue();
  }

  /** The token's bytes in one piece: a part of this chunk, or what was carried over with it. */
  #joined(chunk: Uint8Array, start: number, end: number): [Uint8Array, number, number] {
    if (this.#carry.length === 0) return [chunk, start, end];
    const bytes = Buffer.concat([...this.#carry, chunk.subarray(0, end)]);
    this.#carry = [];
    return [bytes, 0, bytes.length];
  }

  #takesValue(): boolean {
    return this.#next === 'value' || this.#next === 'value-or-end' || this.#next === 'top';
  }

  #afterValue(): void {
    this.#next = this.#depth === 0 ? 'top' : 'comma-or-end';
  }

  #unexpected(bytes: Uint8Array, at: number): never {
    const byte = bytes[at] ?? 0;
    const shown = byte > 0x20 && byte < 0x7f ? `\`${String.fromCharCode(byte)}\`` : `byte 0x${byte.toString(16)}`;
    this.#fail(`${shown} stands where ${WANTED[this.#next]} should be`);
  }
}

const BOM: readonly number[] = [0xef, 0xbb, 0xbf];

/** A byte of a string that means only itself. */
function isPlain(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x20 && byte < 0x80 && byte !== 0x22 && byte !== 0x5c;
}

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

/** Bytes of numbers and of the three words: letters, digits, sign, dot. */
function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && WORD_BYTES[byte] === 1;
}
const WORD_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9+\-._]/.test(String.fromCharCode(byte)) ? 1 : 0,
);
