import type { FrontBlockPlaces } from './front-block';
import type { Span } from './places';
import type { FrontPair, FrontValue } from './public-front';

/**
 * Reads a front block of the plainest kind: `key: text` lines, quoted texts without escapes, block scalars without
 * indentation of their own, and one level of such lines below a key. Most real blocks are like that; every YAML reads
 * them alike, so neither Murmur's parser nor the public format's has to be asked. Null for anything else. Tests compare
 * the answer with both parsers' on every block there is.
 */
export function plainFront(text: string, places: FrontBlockPlaces): FrontPair[] | null {
  const { start, end } = places.block;
  if (end === start || ODD.test(text.slice(start, end))) return null;
  return new PlainReader(text, start, end).pairs(0);
}

/** Anything but line feeds, printable ASCII, and characters above that no YAML treats in a way of its own. */
const ODD = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/;
const KEY = /([A-Za-z_][\w-]*):(?: +|(?=\n))/y;
/** Words that one YAML or another takes for something else than themselves. */
const RESERVED = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
/** A plain text starts with a letter, so it is no number, and holds nothing that ends it. */
const PLAIN =
  /[A-Za-z\u00c0-\u024f\u0370-\u052f\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3](?:[^\n:#]|:(?=[^ \n])|(?<=[^ ])#)*/y;
const SINGLE = /'((?:[^'\n]|'')*)'/y;
/** The two escapes that people use. */
const DOUBLE = /"((?:[^"\\\n]|\\["\\])*)"/y;
const ITEM = /- (?=[^ \n])/y;
/** Booleans and numbers that YAML 1.1, 1.2 and Murmur spell alike. */
const SAME_SCALAR = /(?:true|false|0|[1-9][0-9]{0,8}|[0-9]\.[0-9]{1,6})(?= *\n)/y;
/** Versions of three numbers and days, which are texts. */
const NUMBERED = /(?:[0-9]+\.[0-9]+\.[0-9]+|[0-9]{4}-[0-9]{2}-[0-9]{2})(?= *\n)/y;
const HEADER = /([|>])(-?) *(?=\n)/y;

class PlainReader {
  #at: number;

  constructor(
    readonly text: string,
    start: number,
    readonly end: number,
  ) {
    this.#at = start;
  }

  /** The `key: value` lines at one indentation, to the end of the block or to a line that is indented less. */
  pairs(indent: number): FrontPair[] | null {
    const pairs: FrontPair[] = [];
    while (this.#at < this.end) {
      if (this.text[this.#at] === '\n') {
        this.#at++;
        continue;
      }
      const spaces = this.#spaces();
      if (spaces < indent) break;
      if (spaces > indent) return null;
      this.#at += indent;
      const pair = this.#pair(indent);
      if (pair === null || RESERVED.test(pair.key) || pairs.some(({ key }) => key === pair.key)) return null;
      pairs.push(pair);
    }
    return pairs.length === 0 ? null : pairs;
  }

  #pair(indent: number): FrontPair | null {
    const start = this.#at;
    const match = this.#match(KEY);
    if (match?.[1] === undefined) return null;
    const keySpan = { start, end: start + match[1].length };
    const value = this.text[this.#at] === '\n' ? this.#below(indent) : this.#scalar(indent);
    return value === null ? null : { key: match[1], keySpan, value };
  }

  /** A mapping below a key at the top. */
  #below(indent: number): FrontValue | null {
    if (indent > 0) return null;
    this.#at++;
    const inner = this.#at < this.end ? this.#spaces() : 0;
    const start = this.#at + inner;
    if (this.text.startsWith('- ', start)) return this.#list(inner, start);
    if (inner === 0) return null;
    const pairs = this.pairs(inner);
    const last = pairs?.at(-1);
    if (pairs === null || last === undefined) return null;
    return { kind: 'map', text: '', span: { start, end: last.value.span.end }, style: 'indented', pairs };
  }

  /** A list below a key at the top: one text a line. */
  #list(inner: number, start: number): FrontValue | null {
    const items: FrontValue[] = [];
    let end = start;
    while (this.#at < this.end && this.#spaces() === inner && this.text[this.#at + inner] === '-') {
      this.#at += inner;
      const dash = this.#match(ITEM);
      if (dash === null) return null;
      this.#at += dash[0].length;
      // What is indented to the item's text may go on with it.
      const item = this.#scalar(inner);
      if (item === null || item.style === 'block') return null;
      items.push(item);
      end = item.span.end;
    }
    return { kind: 'list', text: '', span: { start, end }, style: 'indented', items };
  }

  #scalar(indent: number): FrontValue | null {
    const start = this.#at;
    const header = this.#match(HEADER);
    if (header !== null) return this.#block(header, indent, start);
    const value = this.#oneLine(start);
    if (value === null) return null;
    this.#at = value.span.end;
    while (this.text[this.#at] === ' ') this.#at++;
    if (this.text[this.#at] !== '\n') return null;
    while (this.text[this.#at] === '\n' && this.#at < this.end) this.#at++;
    // What is indented deeper may go on with the value.
    return this.#at < this.end && this.#spaces() > indent ? null : value;
  }

  #oneLine(start: number): FrontValue | null {
    const single = this.#match(SINGLE);
    if (single?.[1] !== undefined) return this.#quoted(start, single[0], single[1].replaceAll("''", "'"));
    const double = this.#match(DOUBLE);
    if (double?.[1] !== undefined) return this.#quoted(start, double[0], double[1].replace(/\\(.)/g, '$1'));
    const same = this.#match(SAME_SCALAR)?.[0];
    if (same !== undefined) {
      const kind = same === 'true' || same === 'false' ? 'bool' : 'number';
      return { kind, text: same, span: this.#spanOf(start, same.length), style: 'plain' };
    }
    const plain = (this.#match(NUMBERED) ?? this.#match(PLAIN))?.[0].replace(/ +$/, '');
    if (plain === undefined || RESERVED.test(plain)) return null;
    return { kind: 'string', text: plain, span: this.#spanOf(start, plain.length), style: 'plain' };
  }

  #quoted(start: number, written: string, text: string): FrontValue {
    return { kind: 'string', text, span: this.#spanOf(start, written.length), style: 'quoted' };
  }

  /** The lines of a block scalar: all indented alike, none blank unless it is literal, none that ends in a blank. */
  #block([, style, strip]: RegExpExecArray, indent: number, start: number): FrontValue | null {
    this.#at++;
    const inner = this.#at < this.end ? this.#spaces() : 0;
    if (inner <= indent) return null;
    const lines: string[] = [];
    let last = this.#at;
    while (this.#at < this.end) {
      const newline = this.text.indexOf('\n', this.#at);
      const line = this.text.slice(this.#at, newline);
      if (line === '') {
        if (style === '>') return null;
        lines.push('');
      } else {
        const spaces = this.#spaces();
        if (spaces <= indent) break;
        if (spaces !== inner || line.endsWith(' ')) return null;
        lines.push(line.slice(inner));
        last = newline;
      }
      this.#at = newline + 1;
    }
    // Blank lines behind it belong to it.
    if (lines.at(-1) === '') last = this.#at;
    while (lines.at(-1) === '') lines.pop();
    const text = lines.join(style === '|' ? '\n' : ' ') + (strip === '-' ? '' : '\n');
    return { kind: 'string', text, span: { start, end: last }, style: 'block' };
  }

  /** Spaces at the start of the line. */
  #spaces(): number {
    let at = this.#at;
    while (this.text.charCodeAt(at) === 0x20) at++;
    return at - this.#at;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match !== null && (pattern === KEY || pattern === HEADER)) this.#at += match[0].length;
    return match;
  }

  #spanOf(start: number, length: number): Span {
    return { start, end: start + length };
  }
}
