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

  /** The span of bytes that a span of text takes up in the file, with a text in its place. */
  edit(span: Span, text: string): TextEdit {
    const whole = this.#textTo(span.end);
    const start = this.#source.bom + Buffer.byteLength(whole.slice(0, span.start));
    return { start, end: start + Buffer.byteLength(whole.slice(span.start, span.end)), text };
  }

  #place(offset: number): { line: number; column: number } {
    const text = this.#textTo(offset);
    const starts = this.#lineStarts(text);
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const start = starts[low] ?? 0;
    return { line: low + 1, column: codePointLength(text.slice(start, offset)) + 1 };
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
