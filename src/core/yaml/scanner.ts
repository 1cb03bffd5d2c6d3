import {
  AMPERSAND,
  BANG,
  CLOSE_CURLY,
  CLOSE_SQUARE,
  COLON,
  COMMA,
  DOUBLE_QUOTE,
  END,
  GREATER,
  HASH,
  HYPHEN,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isBreakOrEnd,
  OPEN_CURLY,
  OPEN_SQUARE,
  PERCENT,
  PIPE,
  QUESTION,
  SINGLE_QUOTE,
  SPACE,
  STAR,
  TAB,
} from './characters';
import { ByteMeter, Cursor, type Mark } from './cursor';
import { scanDirective, scanName, scanTag } from './scan-names';
import { scanBlock, scanPlain, scanQuoted } from './scan-scalars';
import type { PlainToken, Token } from './tokens';

/** A token that turns out to be a key if a `:` follows on the same line, within 1,024 bytes. */
interface SimpleKey {
  /** Number of the token in the stream. */
  readonly token: number;
  readonly mark: Mark;
  readonly bytes: ByteMeter;
  /** It starts a line of a block mapping: then it must be a key. */
  readonly required: boolean;
}

const SIMPLE_KEY_BYTES = 1024;

/**
 * Turns a text into tokens, in libyaml's manner: block structure is found by indentation, and a token that may be a
 * simple key is held back until it is clear whether it is one.
 */
export class Scanner {
  readonly cursor: Cursor;
  #queue: Token[] = [];
  /** Tokens already given out are left at the front of the queue up to here. */
  #head = 0;
  /** How many tokens were given out. */
  #given = 0;
  #ended = false;
  /** Columns of the open block collections; -1 is the document. */
  #indents: number[] = [];
  #indent = -1;
  /** The possible simple key of each flow level; the first is that of the block context. */
  #keys: (SimpleKey | null)[] = [null];
  /** Possible keys by the number of their token. */
  #keyAt = new Map<number, SimpleKey>();
  #keyAllowed = true;

  constructor(text: string) {
    this.cursor = new Cursor(text);
  }

  /** The next token; past the end always the same one. */
  peek(): Token {
    while (!this.#ended && (this.#head === this.#queue.length || this.#isHeadUndecided())) this.#fetch();
    return this.#queue[this.#head] ?? this.#endToken();
  }

  /** Gives out what `peek` showed. */
  take(): Token {
    const token = this.peek();
    if (token.kind === 'stream-end') return token;
    this.#head++;
    this.#given++;
    if (this.#head === this.#queue.length || this.#head > 4096) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
    return token;
  }

  #endToken(): Token {
    const mark = this.cursor.mark();
    return { kind: 'stream-end', start: mark, end: mark };
  }

  // -- simple keys --

  get #inFlow(): boolean {
    return this.#keys.length > 1;
  }

  #isHeadUndecided(): boolean {
    const key = this.#keyAt.get(this.#given);
    return key !== undefined && this.#isAlive(key);
  }

  #isAlive(key: SimpleKey): boolean {
    return key.mark.line === this.cursor.line && key.bytes.to(this.cursor.pos) <= SIMPLE_KEY_BYTES;
  }

  /** A required key that no longer can be one is an error; only the block context has such keys. */
  #dropDeadBlockKey(): void {
    const key = this.#keys[0];
    if (key && !this.#isAlive(key)) this.#removeKey(0);
  }

  #removeKey(level = this.#keys.length - 1): void {
    const key = this.#keys[level];
    if (!key) return;
    if (key.required) throw this.cursor.fault("a key without its ':'", key.mark);
    this.#forgetKey(level, key);
  }

  #forgetKey(level: number, key: SimpleKey): void {
    this.#keyAt.delete(key.token);
    this.#keys[level] = null;
  }

  /** The token that is about to be read may be a simple key. */
  #saveKey(): void {
    if (!this.#keyAllowed) return;
    this.#removeKey();
    const { cursor } = this;
    const mark = cursor.mark();
    const key: SimpleKey = {
      token: this.#given + this.#queue.length - this.#head,
      mark,
      bytes: new ByteMeter(cursor.text, cursor.pos),
      required: !this.#inFlow && this.#indent === mark.column,
    };
    this.#keys[this.#keys.length - 1] = key;
    this.#keyAt.set(key.token, key);
  }

  // -- indentation --

  /** Opens a block collection if `column` is deeper than the one around it. */
  #indentTo(column: number, kind: 'block-sequence-start' | 'block-mapping-start', mark: Mark, token?: number): void {
    if (this.#inFlow || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    const start: PlainToken = { kind, start: mark, end: mark };
    if (token === undefined) this.#queue.push(start);
    else this.#queue.splice(this.#head + token - this.#given, 0, start);
  }

  /** Closes the block collections that are deeper than `column`. */
  #unindentTo(column: number): void {
    if (this.#inFlow) return;
    while (this.#indent > column) {
      const mark = this.cursor.mark();
      this.#queue.push({ kind: 'block-end', start: mark, end: mark });
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  // -- tokens --

  #fetch(): void {
    const { cursor } = this;
    this.#passToToken();
    this.#dropDeadBlockKey();
    this.#unindentTo(cursor.column);
    const code = cursor.peek();
    if (code === END) this.#fetchEnd();
    else if (code === PERCENT && cursor.atLineStart) this.#fetchDirective();
    else if (cursor.atDocumentIndicator()) this.#fetchDocumentIndicator();
    else if (FETCHERS.get(code)?.(this) !== true) this.#fetchPlain(code);
  }

  /** Passes white space, comments and breaks. After a break of the block context a simple key may stand. */
  #passToToken(): void {
    const { cursor } = this;
    for (;;) {
      cursor.skipBom();
      const tabs = this.#inFlow || !this.#keyAllowed;
      while (cursor.peek() === SPACE || (tabs && cursor.peek() === TAB)) cursor.pos++;
      if (cursor.peek() === HASH) while (!isBreakOrEnd(cursor.peek())) cursor.pos++;
      if (!isBreak(cursor.peek())) return;
      cursor.readBreak();
      if (!this.#inFlow) this.#keyAllowed = true;
    }
  }

  #startsPlain(code: number): boolean {
    if (code === HYPHEN) return !isBlank(this.cursor.peek(1));
    if (code === QUESTION || code === COLON) return !this.#inFlow && !isBlankOrEnd(this.cursor.peek(1));
    return !NO_PLAIN_START.has(code) && !isBlankOrEnd(code);
  }

  /** A token of the characters here. */
  #push(kind: PlainToken['kind'], length: number): void {
    const start = this.cursor.mark();
    this.cursor.pos += length;
    this.#queue.push({ kind, start, end: this.cursor.mark() });
  }

  #fetchEnd(): void {
    this.#unindentTo(-1);
    this.#removeKey();
    this.#keyAllowed = false;
    this.#queue.push(this.#endToken());
    this.#ended = true;
  }

  #fetchDirective(): void {
    this.#unindentTo(-1);
    this.#removeKey();
    this.#keyAllowed = false;
    this.#queue.push(scanDirective(this.cursor));
  }

  #fetchDocumentIndicator(): void {
    this.#unindentTo(-1);
    this.#removeKey();
    this.#keyAllowed = false;
    this.#push(this.cursor.peek() === HYPHEN ? 'document-start' : 'document-end', 3);
  }

  fetchFlowStart(kind: 'flow-sequence-start' | 'flow-mapping-start'): void {
    this.#saveKey();
    this.#keys.push(null);
    this.#keyAllowed = true;
    this.#push(kind, 1);
  }

  fetchFlowEnd(kind: 'flow-sequence-end' | 'flow-mapping-end'): void {
    this.#removeKey();
    if (this.#inFlow) this.#keys.pop();
    this.#keyAllowed = false;
    this.#push(kind, 1);
  }

  fetchFlowEntry(): void {
    this.#removeKey();
    this.#keyAllowed = true;
    this.#push('flow-entry', 1);
  }

  /** `- ` opens or continues a block sequence; in flow context the parser refuses it. */
  fetchBlockEntry(): boolean {
    const { cursor } = this;
    if (!isBlankOrEnd(cursor.peek(1))) return false;
    if (!this.#inFlow) {
      if (!this.#keyAllowed) throw cursor.fault("a '- ' item is not allowed here");
      this.#indentTo(cursor.column, 'block-sequence-start', cursor.mark());
    }
    this.#removeKey();
    this.#keyAllowed = true;
    this.#push('block-entry', 1);
    return true;
  }

  /** `? ` marks a key of any kind. */
  fetchKey(): boolean {
    const { cursor } = this;
    if (!this.#inFlow) {
      if (!isBlankOrEnd(cursor.peek(1))) return false;
      if (!this.#keyAllowed) throw cursor.fault("a '? ' key is not allowed here");
      this.#indentTo(cursor.column, 'block-mapping-start', cursor.mark());
    }
    this.#removeKey();
    this.#keyAllowed = !this.#inFlow;
    this.#push('key', 1);
    return true;
  }

  /** `: ` makes the simple key before it a key, or follows a `? ` key. */
  fetchValue(): boolean {
    const { cursor } = this;
    if (!this.#inFlow && !isBlankOrEnd(cursor.peek(1))) return false;
    const level = this.#keys.length - 1;
    const key = this.#keys[level];
    if (key && this.#isAlive(key)) {
      const keyToken: PlainToken = { kind: 'key', start: key.mark, end: key.mark };
      this.#queue.splice(this.#head + key.token - this.#given, 0, keyToken);
      this.#indentTo(key.mark.column, 'block-mapping-start', key.mark, key.token);
      this.#forgetKey(level, key);
      this.#keyAllowed = false;
    } else {
      if (!this.#inFlow) {
        if (!this.#keyAllowed) throw cursor.fault("a ': ' value is not allowed here; quote a text that holds ': '");
        this.#indentTo(cursor.column, 'block-mapping-start', cursor.mark());
      }
      this.#keyAllowed = !this.#inFlow;
    }
    this.#push('value', 1);
    return true;
  }

  fetchName(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    this.#queue.push(scanName(this.cursor));
  }

  fetchTag(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    this.#queue.push(scanTag(this.cursor, this.#inFlow));
  }

  fetchBlockScalar(): boolean {
    if (this.#inFlow) return false;
    this.#removeKey();
    this.#keyAllowed = true;
    this.#queue.push(scanBlock(this.cursor, this.#indent));
    return true;
  }

  fetchQuoted(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    this.#queue.push(scanQuoted(this.cursor));
  }

  #fetchPlain(code: number): void {
    if (!this.#startsPlain(code)) throw this.cursor.fault('no token starts with this character');
    this.#saveKey();
    const { token, endsAfterBreak } = scanPlain(this.cursor, this.#inFlow, this.#indent + 1);
    this.#keyAllowed = endsAfterBreak;
    this.#queue.push(token);
  }
}

/** What each indicator starts; a fetcher that gives false leaves the character to a plain scalar. */
const FETCHERS: ReadonlyMap<number, (scanner: Scanner) => boolean> = new Map([
  [OPEN_SQUARE, done((scanner) => scanner.fetchFlowStart('flow-sequence-start'))],
  [OPEN_CURLY, done((scanner) => scanner.fetchFlowStart('flow-mapping-start'))],
  [CLOSE_SQUARE, done((scanner) => scanner.fetchFlowEnd('flow-sequence-end'))],
  [CLOSE_CURLY, done((scanner) => scanner.fetchFlowEnd('flow-mapping-end'))],
  [COMMA, done((scanner) => scanner.fetchFlowEntry())],
  [HYPHEN, (scanner) => scanner.fetchBlockEntry()],
  [QUESTION, (scanner) => scanner.fetchKey()],
  [COLON, (scanner) => scanner.fetchValue()],
  [STAR, done((scanner) => scanner.fetchName())],
  [AMPERSAND, done((scanner) => scanner.fetchName())],
  [BANG, done((scanner) => scanner.fetchTag())],
  [PIPE, (scanner) => scanner.fetchBlockScalar()],
  [GREATER, (scanner) => scanner.fetchBlockScalar()],
  [SINGLE_QUOTE, done((scanner) => scanner.fetchQuoted())],
  [DOUBLE_QUOTE, done((scanner) => scanner.fetchQuoted())],
]);

function done(fetch: (scanner: Scanner) => void): (scanner: Scanner) => boolean {
  return (scanner) => {
    fetch(scanner);
    return true;
  };
}

/** Indicators that never start a plain scalar; `-`, `?` and `:` depend on what follows. */
const NO_PLAIN_START: ReadonlySet<number> = new Set([...',[]{}#&*!|>\'"%@`'].map((letter) => letter.charCodeAt(0)));
