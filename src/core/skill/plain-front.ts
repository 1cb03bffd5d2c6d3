import type { FrontBlockPlaces } from './front-block';
import type { Span } from './places';
import type { FrontPair, FrontValue, UnusualSyntax } from './public-front';

/** A front block that every YAML reads alike. */
export interface PlainFront {
  readonly pairs: readonly FrontPair[];
  /** Lists in brackets, which YAML reads and simpler readers may not. */
  readonly syntax: readonly UnusualSyntax[];
}

/**
 * Reads a front block of the plainest kind: `key: text` lines, quoted texts, texts over several lines, block scalars
 * without indentation of their own, lists of texts, and such lines below a key. Nearly all real blocks are like that;
 * every YAML reads them alike, so neither Murmur's parser nor the public format's has to be asked. Null for anything
 * else. Tests compare the answer with both parsers' on every block there is.
 */
export function plainFront(text: string, places: FrontBlockPlaces): PlainFront | null {
  const { start, end } = places.block;
  if (end === start || ODD.test(text.slice(start, end))) return null;
  const reader = new PlainReader(text, start, end);
  const pairs = reader.pairs(0, 0);
  return pairs === null ? null : { pairs, syntax: reader.syntax };
}

/** Anything but line feeds, printable ASCII, and characters above that no YAML treats in a way of its own. */
const ODD = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/;
const KEY = /(?:([A-Za-z_][\w-]*)|"([^"\\\n]+)"):(?: +|(?=\n))/y;
/** Words that one YAML or another takes for something else than themselves. */
const RESERVED = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
/** A plain text starts with a letter, so it is no number, and holds nothing that ends it. */
const PLAIN =
  /[A-Za-z\u00c0-\u024f\u0370-\u052f\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3](?:[^\n:#]|:(?=[^ \n])|(?<=[^ ])#)*/y;
/** A further line of a plain text. */
const MORE = / +(?=[^ \n#])((?:[^\n:#]|:(?=[^ \n])|(?<=[^ ])#)+)(?=\n)/y;
const SINGLE = /'((?:[^'\n]|'')*)'/y;
/** With the two escapes that people use. */
const DOUBLE = /"((?:[^"\\\n]|\\["\\])*)"/y;
const ITEM = /- (?=[^ \n])/y;
const FLOW_ITEM = /(?:[A-Za-z][\w ./*()-]*|'[^'\n]*'|"[^"\\\n]*")(?=[,\]])/y;
const FLOW_NEXT = /(?:, *|\])/y;
/** Booleans and numbers that YAML 1.1, 1.2 and Murmur spell alike. */
const SAME_SCALAR = /(?:true|false|0|[1-9][0-9]{0,8}|[0-9]\.[0-9]{1,6})(?= *\n)/y;
/** Versions of three numbers and days, which are texts. */
const NUMBERED = /(?:[0-9]+\.[0-9]+\.[0-9]+|[0-9]{4}-[0-9]{2}-[0-9]{2})(?= *\n)/y;
const HEADER = /([|>])(-?) *(?=\n)/y;
/** Mappings and lists below a key at the top, and once more below that. */
const LEVELS = 2;

class PlainReader {
  readonly syntax: UnusualSyntax[] = [];
  #at: number;

  constructor(
    readonly text: string,
    start: number,
    readonly end: number,
  ) {
    this.#at = start;
  }

  /** The `key: value` lines at one indentation, to the end of the block or to a line that is indented less. */
  pairs(indent: number, level: number): FrontPair[] | null {
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
      const pair = this.#pair(indent, level);
      if (pair === null || RESERVED.test(pair.key) || pairs.some(({ key }) => key === pair.key)) return null;
      pairs.push(pair);
    }
    return pairs.length === 0 ? null : pairs;
  }

  #pair(indent: number, level: number): FrontPair | null {
    const start = this.#at;
    const match = this.#match(KEY);
    const key = match?.[1] ?? match?.[2];
    if (match === null || key === undefined) return null;
    this.#at += match[0].length;
    const keySpan = spanOf(start, key.length + (match[2] === undefined ? 0 : 2));
    const value = this.text[this.#at] === '\n' ? this.#below(indent, level) : this.#scalar(indent, level);
    return value === null ? null : { key, keySpan, value };
  }

  /** A mapping or a list below a key. */
  #below(indent: number, level: number): FrontValue | null {
    if (level >= LEVELS) return null;
    this.#at++;
    const inner = this.#at < this.end ? this.#spaces() : 0;
    const start = this.#at + inner;
    if (inner >= indent && this.text.startsWith('- ', start)) return this.#list(inner, start);
    if (inner <= indent) return null;
    const pairs = this.pairs(inner, level + 1);
    const last = pairs?.at(-1);
    if (pairs === null || last === undefined) return null;
    return { kind: 'map', text: '', span: { start, end: last.value.span.end }, style: 'indented', pairs };
  }

  /** A list below a key: one text a line. */
  #list(inner: number, start: number): FrontValue | null {
    const items: FrontValue[] = [];
    let end = start;
    while (this.#at < this.end && this.#spaces() === inner && this.text[this.#at + inner] === '-') {
      this.#at += inner;
      const dash = this.#match(ITEM);
      if (dash === null) return null;
      this.#at += dash[0].length;
      const item = this.#scalar(inner, LEVELS);
      if (item === null || item.style === 'block' || item.style === 'flow') return null;
      items.push(item);
      end = item.span.end;
    }
    return { kind: 'list', text: '', span: { start, end }, style: 'indented', items };
  }

  #scalar(indent: number, level: number): FrontValue | null {
    const start = this.#at;
    const header = this.#match(HEADER);
    if (header !== null) return this.#block(header, indent, start);
    const value = this.text[start] === '[' ? this.#flow(start, level) : this.#oneLine(start);
    if (value === null) return null;
    this.#at = value.span.end;
    if (!this.#endsLine()) return null;
    if (this.#at >= this.end || this.#spaces() <= indent) return value;
    // What is indented deeper goes on with a plain text; with anything else it would be an error.
    return value.style === 'plain' && value.kind === 'string' ? this.#moreLines(value, indent) : null;
  }

  /** Passes the blanks behind a value, its line's end, and blank lines; false where something else stands there. */
  #endsLine(): boolean {
    while (this.text[this.#at] === ' ') this.#at++;
    if (this.text[this.#at] !== '\n') return false;
    while (this.text[this.#at] === '\n' && this.#at < this.end) this.#at++;
    return true;
  }

  /** A plain text that goes on over further lines, none of them blank. */
  #moreLines(first: FrontValue, indent: number): FrontValue | null {
    let { text } = first;
    let end = first.span.end;
    // A blank line would be a line break in the text.
    if (this.text.slice(end, this.#at).split('\n').length !== 2) return null;
    while (this.#at < this.end && this.#spaces() > indent) {
      const more = this.#match(MORE);
      if (more?.[1] === undefined) return null;
      const line = more[1].replace(/ +$/, '');
      end = this.#at + more[0].length - (more[1].length - line.length);
      text += ` ${line}`;
      this.#at += more[0].length + 1;
    }
    // Blank lines behind it, and then more of it, are left to the parsers.
    while (this.text[this.#at] === '\n' && this.#at < this.end) this.#at++;
    if (this.#at < this.end && this.#spaces() > indent) return null;
    return { ...first, text, span: { start: first.span.start, end } };
  }

  #oneLine(start: number): FrontValue | null {
    const single = this.#match(SINGLE);
    if (single?.[1] !== undefined) return quoted(start, single[0], single[1].replaceAll("''", "'"));
    const double = this.#match(DOUBLE);
    if (double?.[1] !== undefined) return quoted(start, double[0], double[1].replace(/\\(.)/g, '$1'));
    const same = this.#match(SAME_SCALAR)?.[0];
    if (same !== undefined) {
      const kind = same === 'true' || same === 'false' ? 'bool' : 'number';
      return { kind, text: same, span: spanOf(start, same.length), style: 'plain' };
    }
    const plain = (this.#match(NUMBERED) ?? this.#match(PLAIN))?.[0].replace(/ +$/, '');
    if (plain === undefined || RESERVED.test(plain)) return null;
    return { kind: 'string', text: plain, span: spanOf(start, plain.length), style: 'plain' };
  }

  /** A list of texts in brackets on one line. */
  #flow(start: number, level: number): FrontValue | null {
    const items: FrontValue[] = [];
    this.#at++;
    for (let next = ', '; next !== ']'; ) {
      const at = this.#at;
      const written = this.#match(FLOW_ITEM)?.[0];
      if (written === undefined) return null;
      const isQuoted = written.startsWith('"') || written.startsWith("'");
      const plain = written.trimEnd();
      if (!isQuoted && RESERVED.test(plain)) return null;
      items.push(
        isQuoted
          ? quoted(at, written, written.slice(1, -1))
          : { kind: 'string', text: plain, span: spanOf(at, plain.length), style: 'plain' },
      );
      this.#at += written.length;
      next = this.#match(FLOW_NEXT)?.[0] ?? '';
      if (next === '') return null;
      this.#at += next.length;
    }
    const span = { start, end: this.#at };
    this.syntax.push({ what: 'flow', span });
    // As deep as the parsers' answers are looked into.
    return { kind: 'list', text: '', span, style: 'flow', ...(level < LEVELS ? { items } : {}) };
  }

  /** The lines of a block scalar: all indented alike, the first one not blank, none that ends in a blank. */
  #block([header, style, strip]: RegExpExecArray, indent: number, start: number): FrontValue | null {
    this.#at += header.length + 1;
    const inner = this.#at < this.end ? this.#spaces() : 0;
    if (inner <= indent) return null;
    let text = '';
    let blank = 0;
    let last = this.#at;
    while (this.#at < this.end) {
      const newline = this.text.indexOf('\n', this.#at);
      if (newline === this.#at) blank++;
      else {
        const spaces = this.#spaces();
        if (spaces <= indent) break;
        if (spaces !== inner || this.text[newline - 1] === ' ') return null;
        // Blank lines are line breaks; a single break is a blank where lines are folded.
        if (text !== '') text += style === '|' ? '\n'.repeat(blank + 1) : blank === 0 ? ' ' : '\n'.repeat(blank);
        text += this.text.slice(this.#at + inner, newline);
        blank = 0;
        last = newline;
      }
      this.#at = newline + 1;
    }
    // Blank lines behind it belong to it.
    if (blank > 0) last = this.#at;
    return { kind: 'string', text: strip === '-' ? text : `${text}\n`, span: { start, end: last }, style: 'block' };
  }

  /** Spaces at the start of the line. */
  #spaces(): number {
    let at = this.#at;
    while (this.text.charCodeAt(at) === 0x20) at++;
    return at - this.#at;
  }

  /** What a pattern finds right here. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.text);
  }
}

const spanOf = (start: number, length: number): Span => ({ start, end: start + length });

const quoted = (start: number, written: string, text: string): FrontValue => ({
  kind: 'string',
  text,
  span: spanOf(start, written.length),
  style: 'quoted',
});
