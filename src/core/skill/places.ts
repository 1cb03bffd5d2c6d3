import type { TextEdit } from '../../shared/models/skill';
import { codePointLength } from '../text/white';
import type { SkillText } from './text';

/** A stretch of a skill's text, in UTF-16 units of the text without its BOM. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a span stands in the file: lines and columns from 1, columns in code points, the end behind its last character. */
export interface FileRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The first character of a file: where a finding about the file as a whole stands. */
export const FILE_START: FileRange = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** Turns spans of a skill's text into places of its file. Lines end at `\n` only (S2); a BOM is no column. */
export class Places {
  readonly #source: SkillText;
  #starts: number[] | null = null;
  #byteStarts: number[] | null = null;
  /** How far the known line starts reach. */
  #reach = 0;

  constructor(source: SkillText) {
    this.#source = source;
  }

  range(span: Span): FileRange {
    const from = this.#place(span.start);
    const to = span.end === span.start ? from : this.#place(span.end);
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /** As `range`, for a span of the text's bytes (without the BOM). */
  byteRange({ start, end }: Span): FileRange {
    const from = this.#bytePlace(start);
    const to = this.#bytePlace(end);
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  #bytePlace(offset: number): { line: number; column: number } {
    const { content } = this.#source;
    if (this.#byteStarts === null) {
      this.#byteStarts = [0];
      for (let at = content.indexOf(0x0a); at >= 0; at = content.indexOf(0x0a, at + 1)) this.#byteStarts.push(at + 1);
    }
    const line = lastUpTo(this.#byteStarts, offset);
    const before = content.subarray(this.#byteStarts[line], offset);
    return { line: line + 1, column: codePointLength(Buffer.from(before).toString('utf8')) + 1 };
  }

  /** The span of bytes that a span of text takes up in the file, with a text in its place. */
  edit(span: Span, text: string): TextEdit {
    const whole = this.#textTo(span.end);
    const start = this.#source.bom + Buffer.byteLength(whole.slice(0, span.start));
    return { start, end: start + Buffer.byteLength(whole.slice(span.start, span.end)), text };
  }

  #place(offset: number): { line: number; column: number } {
    const text = this.#textTo(offset);
    const starts = this.#lineStarts(text);
    const line = lastUpTo(starts, offset);
    return { line: line + 1, column: codePointLength(text.slice(starts[line], offset)) + 1 };
  }

  /** A text that reaches past an offset: the start, where that is enough. */
  #textTo(offset: number): string {
    const { head } = this.#source;
    return offset < head.length ? head : this.#source.text;
  }

  #lineStarts(text: string): number[] {
    if (this.#starts !== null && this.#reach >= text.length) return this.#starts;
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
    this.#reach = text.length;
    return starts;
  }
}

/** The index of the last of some growing numbers that is not over a limit; the first one always counts. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle;
  }
  return low;
}
