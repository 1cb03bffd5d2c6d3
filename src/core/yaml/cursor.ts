import { BOM, CR, DOT, END, HYPHEN, isBlankOrEnd, isBreak, isHighSurrogate, LF } from './characters';
import { Fault } from './fault';
import type { Range } from './node';

/** A place that was passed, cheap to keep: offset in UTF-16 units, line and column from 0. */
export interface Mark {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Walks a text that holds no forbidden character, and knows the line and the column. */
export class Cursor {
  pos = 0;
  line = 0;
  /** Where the current line starts. */
  lineStart = 0;
  /** Surrogate pairs counted on this line so far, and up to where. */
  #pairs = 0;
  #counted = 0;

  /** Whether the text holds pairs at all; most do not, and then a column is a subtraction. */
  readonly #hasPairs: boolean;

  constructor(readonly text: string) {
    this.#hasPairs = /[\ud800-\udbff]/.test(text);
  }

  /** The code `ahead` units on, `END` past the end. */
  peek(ahead = 0): number {
    const at = this.pos + ahead;
    return at < this.text.length ? this.text.charCodeAt(at) : END;
  }

  /** Passes all that a sticky pattern matches here: for long runs, which a loop in script would pass slowly. */
  pass(sticky: RegExp): void {
    sticky.lastIndex = this.pos;
    if (sticky.test(this.text)) this.pos = sticky.lastIndex;
  }

  passRestOfLine(): void {
    this.pass(/[^\n\r\u0085\u2028\u2029]+/y);
  }

  /** Code points since the start of the line. */
  get column(): number {
    if (!this.#hasPairs) return this.pos - this.lineStart;
    for (; this.#counted < this.pos; this.#counted++) {
      if (isHighSurrogate(this.text.charCodeAt(this.#counted))) this.#pairs++;
    }
    return this.pos - this.lineStart - this.#pairs;
  }

  get atLineStart(): boolean {
    return this.pos === this.lineStart;
  }

  mark(): Mark {
    return { offset: this.pos, line: this.line, column: this.column };
  }

  /** Passes a line break, if one stands here, and gives the text it adds to a scalar. */
  readBreak(): string {
    const code = this.peek();
    if (!isBreak(code)) return '';
    this.pos += code === CR && this.peek(1) === LF ? 2 : 1;
    this.line++;
    this.lineStart = this.pos;
    this.#counted = this.pos;
    this.#pairs = 0;
    return code >= 0x2028 ? String.fromCharCode(code) : '\n';
  }

  /** `---` or `...` alone at the start of a line. */
  atDocumentIndicator(): boolean {
    if (!this.atLineStart) return false;
    const code = this.peek();
    if (code !== HYPHEN && code !== DOT) return false;
    return this.peek(1) === code && this.peek(2) === code && isBlankOrEnd(this.peek(3));
  }

  /** A BOM at the start of a line is passed over, and counts as a column. */
  skipBom(): void {
    if (this.atLineStart && this.peek() === BOM) this.pos++;
  }

  fault(message: string, since?: Mark): Fault {
    const where = since === undefined ? '' : `, in what starts at line ${since.line + 1} column ${since.column + 1}`;
    const { offset, line, column } = this.mark();
    return new Fault({ message: message + where, line: line + 1, column: column + 1, offset });
  }

  /** From a mark to here, as people count it. */
  rangeFrom(start: Mark): Range {
    return {
      start: start.offset,
      end: this.pos,
      line: start.line + 1,
      column: start.column + 1,
      endLine: this.line + 1,
      endColumn: this.column + 1,
    };
  }

  /** Nothing, right here. */
  rangeHere(): Range {
    return this.rangeFrom(this.mark());
  }
}

/** Nothing, at the start of a range. */
export function startOf({ start, line, column }: Range): Range {
  return { start, end: start, line, column, endLine: line, endColumn: column };
}

/** Nothing, at the end of a range. */
export function endOf({ end, endLine, endColumn }: Range): Range {
  return { start: end, end, line: endLine, column: endColumn, endLine, endColumn };
}

/** From the start of one range to the end of another. */
export function spanOf({ start, line, column }: Range, { end, endLine, endColumn }: Range): Range {
  return { start, end, line, column, endLine, endColumn };
}
