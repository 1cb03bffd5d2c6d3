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
import { Cursor, startOf } from './cursor';
import { Fault } from './fault';
import { scanBlock } from './scan-block';
import { scanPlain, scanQuoted } from './scan-flow';
import { scanDirective, scanName, scanTag } from './scan-names';
import { SimpleKey, TokenQueue } from './token-queue';
import type { PlainToken, Token } from './tokens';

/**
 * Turns a text into tokens, in libyaml's manner: block structure is found by indentation, and a token that may be a
 * simple key is held back until it is clear whether it is one.
 */
export class Scanner {
  readonly cursor: Cursor;
  readonly #queue = new TokenQueue();
  #ended = false;
  /** Columns of the open block collections; -1 is the document. */
  #indents: number[] = [];
  #indent = -1;
  /** The possible simple key of each flow level; the first is that of the block context. */
  #keys: (SimpleKey | null)[] = [null];
  #inFlow = false;
  #keyAllowed = true;

  constructor(text: string) {
    this.cursor = new Cursor(text);
  }

  /** The next token; past the end always the same one. */
  peek(): Token {
    while (!this.#ended && (this.#queue.isEmpty || this.#isFirstUndecided())) this.#fetch();
    return this.#queue.first ?? this.#endToken();
  }

  /** Gives out what `peek` showed. */
  take(): Token {
    const token = this.peek();
    if (token.kind !== 'stream-end') this.#queue.shift();
    return token;
  }

  #endToken(): Token {
    return { kind: 'stream-end', range: this.cursor.rangeHere() };
  }

  // -- simple keys --

  #isFirstUndecided(): boolean {
    const key = this.#queue.firstCandidate;
    if (key === null) return false;
    const isAlive = key.isAlive(this.cursor);
    if (!isAlive && key.required) throw missingColon(key);
    return isAlive;
  }

  /** A required key that no longer can be one is an error; only the block context has such keys. */
  #dropDeadBlockKey(): void {
    const key = this.#keys[0];
    if (key && !key.isAlive(this.cursor)) this.#removeKey(0);
  }

  #removeKey(level = this.#keys.length - 1): void {
    const key = this.#keys[level];
    if (!key) return;
    if (key.required) throw missingColon(key);
    this.#forgetKey(level, key);
  }

  #forgetKey(level: number, key: SimpleKey): void {
    key.isPossible = false;
    this.#keys[level] = null;
  }

  /** The token that is about to be read may be a simple key. */
  #saveKey(): SimpleKey | null {
    if (!this.#keyAllowed) return null;
    this.#removeKey();
    const mark = this.cursor.mark();
    const required = !this.#inFlow && this.#indent === mark.column;
    const key = new SimpleKey(this.#queue.nextNumber, mark, required);
    this.#keys[this.#keys.length - 1] = key;
    return key;
  }

  // -- indentation --

  /** Opens a block collection at the cursor if its column is deeper than that of the one around it. */
  #indentHere(kind: 'block-sequence-start' | 'block-mapping-start'): void {
    if (this.#deepen(this.cursor.column)) this.#queue.push({ kind, range: this.cursor.rangeHere() });
  }

  /** True if a block collection starts at this column. */
  #deepen(column: number): boolean {
    if (this.#inFlow || this.#indent >= column) return false;
    this.#indents.push(this.#indent);
    this.#indent = column;
    return true;
  }

  /** Closes the block collections that are deeper than `column`. */
  #unindentTo(column: number): void {
    if (this.#inFlow) return;
    while (this.#indent > column) {
      this.#queue.push({ kind: 'block-end', range: this.cursor.rangeHere() });
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
      if (cursor.peek() === HASH) cursor.passRestOfLine();
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
  #pushIndicator(kind: PlainToken['kind'], length = 1, candidate: SimpleKey | null = null): void {
    const start = this.cursor.mark();
    this.cursor.pos += length;
    this.#queue.push({ kind, range: this.cursor.rangeFrom(start) }, candidate);
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
    this.#pushIndicator(this.cursor.peek() === HYPHEN ? 'document-start' : 'document-end', 3);
  }

  fetchFlowStart(kind: 'flow-sequence-start' | 'flow-mapping-start'): void {
    const key = this.#saveKey();
    this.#keys.push(null);
    this.#inFlow = true;
    this.#keyAllowed = true;
    this.#pushIndicator(kind, 1, key);
  }

  fetchFlowEnd(kind: 'flow-sequence-end' | 'flow-mapping-end'): void {
    this.#removeKey();
    if (this.#inFlow) this.#keys.pop();
    this.#inFlow = this.#keys.length > 1;
    this.#keyAllowed = false;
    this.#pushIndicator(kind);
  }

  fetchFlowEntry(): void {
    this.#removeKey();
    this.#keyAllowed = true;
    this.#pushIndicator('flow-entry');
  }

  /** `- ` opens or continues a block sequence; in flow context the parser refuses it. */
  fetchBlockEntry(): boolean {
    const { cursor } = this;
    if (!isBlankOrEnd(cursor.peek(1))) return false;
    if (!this.#inFlow) {
      if (!this.#keyAllowed) throw cursor.fault("a '- ' item is not allowed here");
      this.#indentHere('block-sequence-start');
    }
    this.#removeKey();
    this.#keyAllowed = true;
    this.#pushIndicator('block-entry');
    return true;
  }

  /** `? ` marks a key of any kind. */
  fetchKey(): boolean {
    const { cursor } = this;
    if (!this.#inFlow) {
      if (!isBlankOrEnd(cursor.peek(1))) return false;
      if (!this.#keyAllowed) throw cursor.fault("a '? ' key is not allowed here");
      this.#indentHere('block-mapping-start');
    }
    this.#removeKey();
    this.#keyAllowed = !this.#inFlow;
    this.#pushIndicator('key');
    return true;
  }

  /** `: ` makes the simple key before it a key, or follows a `? ` key. */
  fetchValue(): boolean {
    const { cursor } = this;
    if (!this.#inFlow && !isBlankOrEnd(cursor.peek(1))) return false;
    const level = this.#keys.length - 1;
    const key = this.#keys[level];
    if (key?.isAlive(cursor)) {
      const range = startOf(cursor.rangeFrom(key.mark));
      this.#queue.insert({ kind: 'key', range }, key.token);
      if (this.#deepen(key.mark.column)) this.#queue.insert({ kind: 'block-mapping-start', range }, key.token);
      this.#forgetKey(level, key);
      this.#keyAllowed = false;
    } else {
      if (!this.#inFlow) {
        if (!this.#keyAllowed) throw cursor.fault("a ': ' value is not allowed here; quote a text that holds ': '");
        this.#indentHere('block-mapping-start');
      }
      this.#keyAllowed = !this.#inFlow;
    }
    this.#pushIndicator('value');
    return true;
  }

  fetchName(): void {
    const key = this.#saveKey();
    this.#keyAllowed = false;
    this.#queue.push(scanName(this.cursor), key);
  }

  fetchTag(): void {
    const key = this.#saveKey();
    this.#keyAllowed = false;
    this.#queue.push(scanTag(this.cursor, this.#inFlow), key);
  }

  fetchBlockScalar(): boolean {
    if (this.#inFlow) return false;
    this.#removeKey();
    this.#keyAllowed = true;
    this.#queue.push(scanBlock(this.cursor, this.#indent));
    return true;
  }

  fetchQuoted(): void {
    const key = this.#saveKey();
    this.#keyAllowed = false;
    this.#queue.push(scanQuoted(this.cursor), key);
  }

  #fetchPlain(code: number): void {
    if (!this.#startsPlain(code)) throw this.cursor.fault('no token starts with this character');
    const key = this.#saveKey();
    const { token, endsAfterBreak } = scanPlain(this.cursor, this.#inFlow, this.#indent + 1);
    this.#keyAllowed = endsAfterBreak;
    this.#queue.push(token, key);
  }
}

function missingColon({ mark: { offset, line, column } }: SimpleKey): Fault {
  const message = "this line starts a key, but no ':' follows it";
  return new Fault({ message, line: line + 1, column: column + 1, offset });
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
