import {
  BACKSLASH,
  CLOSE_CURLY,
  CLOSE_SQUARE,
  COLON,
  COMMA,
  DOUBLE_QUOTE,
  END,
  HASH,
  isBlank,
  isBlankOrEnd,
  isBreak,
  OPEN_CURLY,
  OPEN_SQUARE,
  QUESTION,
  SINGLE_QUOTE,
  TAB,
} from './characters';
import type { Cursor, Mark } from './cursor';
import { breaksIn } from './line-breaks';
import type { ScalarToken } from './tokens';

/**
 * White space and line breaks between two pieces of a flow scalar. On one line it is kept; over lines it folds: the
 * first break becomes a space, unless more breaks follow (those are kept) or it is a line or paragraph separator.
 */
class Gap {
  #from = 0;
  #to = 0;
  #first = '';
  /** True once a break was passed: blanks after it are indentation. */
  folded = false;

  /** Passes all blanks and breaks. `onIndent` may refuse a blank that stands in the indentation. */
  pass(cursor: Cursor, onIndent?: () => void): void {
    this.#from = cursor.pos;
    for (let code = cursor.peek(); ; code = cursor.peek()) {
      if (isBlank(code)) {
        if (this.folded) onIndent?.();
        cursor.pos++;
      } else if (isBreak(code)) {
        const lineBreak = cursor.readBreak();
        if (!this.folded) {
          this.#first = lineBreak;
          this.#from = cursor.pos;
        }
        this.folded = true;
      } else break;
    }
    this.#to = cursor.pos;
  }

  /** An escaped line break: nothing is kept of it. */
  passEscapedBreak(cursor: Cursor): void {
    cursor.readBreak();
    this.folded = true;
  }

  text(cursor: Cursor): string {
    if (!this.folded) return cursor.text.slice(this.#from, this.#to);
    const more = breaksIn(cursor.text, this.#from, this.#to);
    if (this.#first === '\n') return more === '' ? ' ' : more;
    return this.#first + more;
  }
}

/** Reads a plain scalar that starts here. `indent` is the column that continuation lines must reach. */
export function scanPlain(
  cursor: Cursor,
  inFlow: boolean,
  indent: number,
): { readonly token: ScalarToken; readonly endsAfterBreak: boolean } {
  const start = cursor.mark();
  let range = cursor.rangeFrom(start);
  let value = '';
  let gap = new Gap();
  const refuseTab = () => {
    if (cursor.peek() === TAB && cursor.column < indent) {
      throw cursor.fault('a tab stands in the indentation', start);
    }
  };
  while (!cursor.atDocumentIndicator() && cursor.peek() !== HASH) {
    const from = cursor.pos;
    passPlainRun(cursor, inFlow, start);
    if (cursor.pos > from) {
      value += gap.text(cursor) + cursor.text.slice(from, cursor.pos);
      range = cursor.rangeFrom(start);
      gap = new Gap();
    }
    const code = cursor.peek();
    if (!isBlank(code) && !isBreak(code)) break;
    gap.pass(cursor, refuseTab);
    if (!inFlow && cursor.column < indent) break;
  }
  return { token: { kind: 'scalar', range, value, style: 'plain' }, endsAfterBreak: gap.folded };
}

const isFlowIndicator = (code: number) =>
  code === COMMA || code === OPEN_SQUARE || code === CLOSE_SQUARE || code === OPEN_CURLY || code === CLOSE_CURLY;

/** What may stand in a plain scalar without a second look: a word, and words behind it with spaces between. */
const ORDINARY = /[^ \t\n\r\u0085\u2028\u2029:]+(?: +[^ \t\n\r\u0085\u2028\u2029:#][^ \t\n\r\u0085\u2028\u2029:]*)*/y;
const ORDINARY_IN_FLOW =
  /[^ \t\n\r\u0085\u2028\u2029:,[\]{}]+(?: +[^ \t\n\r\u0085\u2028\u2029:#,[\]{}][^ \t\n\r\u0085\u2028\u2029:,[\]{}]*)*/y;

/** Passes what belongs to a plain scalar up to a blank, a break or an indicator that ends it. */
function passPlainRun(cursor: Cursor, inFlow: boolean, start: Mark): void {
  const ordinary = inFlow ? ORDINARY_IN_FLOW : ORDINARY;
  cursor.pass(ordinary);
  for (let code = cursor.peek(); !isBlankOrEnd(code); code = cursor.peek()) {
    if (code === COLON) {
      const next = cursor.peek(1);
      if (isBlankOrEnd(next)) return;
      if (inFlow && (isFlowIndicator(next) || next === QUESTION)) throw cursor.fault("unexpected ':'", start);
    } else if (inFlow && isFlowIndicator(code)) return;
    cursor.pos++;
    cursor.pass(ordinary);
  }
}

/** Reads a quoted scalar, the cursor on its opening quote. */
export function scanQuoted(cursor: Cursor): ScalarToken {
  const start = cursor.mark();
  const quote = cursor.peek();
  cursor.pos++;
  let value = '';
  for (;;) {
    if (cursor.atDocumentIndicator()) throw cursor.fault('a document marker stands inside a quoted scalar', start);
    const gap = new Gap();
    value += readQuotedRun(cursor, quote, gap, start);
    if (cursor.peek() === quote) break;
    if (cursor.peek() === END) throw cursor.fault('a quoted scalar does not end', start);
    gap.pass(cursor);
    value += gap.text(cursor);
  }
  cursor.pos++;
  return { kind: 'scalar', range: cursor.rangeFrom(start), value, style: quote === SINGLE_QUOTE ? 'single' : 'double' };
}

const ORDINARY_IN_SINGLE = /[^ \t\n\r\u0085\u2028\u2029']+(?: +[^ \t\n\r\u0085\u2028\u2029']+)*/y;
const ORDINARY_IN_DOUBLE = /[^ \t\n\r\u0085\u2028\u2029"\\]+(?: +[^ \t\n\r\u0085\u2028\u2029"\\]+)*/y;

/** The text up to the closing quote, a blank, a break or an escaped break (noted in `gap`). */
function readQuotedRun(cursor: Cursor, quote: number, gap: Gap, start: Mark): string {
  let value = '';
  let from = cursor.pos;
  const flush = () => {
    value += cursor.text.slice(from, cursor.pos);
  };
  const ordinary = quote === SINGLE_QUOTE ? ORDINARY_IN_SINGLE : ORDINARY_IN_DOUBLE;
  cursor.pass(ordinary);
  for (let code = cursor.peek(); !isBlankOrEnd(code); code = cursor.peek()) {
    if (code === quote) {
      if (quote !== SINGLE_QUOTE || cursor.peek(1) !== SINGLE_QUOTE) break;
      cursor.pos++;
      flush();
      cursor.pos++;
      from = cursor.pos;
    } else if (quote === DOUBLE_QUOTE && code === BACKSLASH) {
      flush();
      if (isBreak(cursor.peek(1))) {
        cursor.pos++;
        gap.passEscapedBreak(cursor);
        return value;
      }
      value += readEscape(cursor, start);
      from = cursor.pos;
    } else cursor.pos++;
    cursor.pass(ordinary);
  }
  flush();
  return value;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);
const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

function readEscape(cursor: Cursor, start: Mark): string {
  const letter = cursor.text.charAt(cursor.pos + 1);
  const simple = ESCAPES.get(letter);
  if (simple !== undefined) {
    cursor.pos += 2;
    return simple;
  }
  const length = HEX_DIGITS.get(letter);
  if (length === undefined) throw cursor.fault('an escape that YAML does not know', start);
  const digits = cursor.text.slice(cursor.pos + 2, cursor.pos + 2 + length);
  if (digits.length < length || !/^[0-9a-fA-F]*$/.test(digits)) {
    throw cursor.fault(`\\${letter} needs ${length} hexadecimal digits`, start);
  }
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    throw cursor.fault('an escape that names no Unicode character', start);
  }
  cursor.pos += 2 + length;
  return String.fromCodePoint(code);
}
