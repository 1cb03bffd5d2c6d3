import type { TextEdit } from '../../shared/models/skill';
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
    const { text: whole, bom } = this.#source;
    const start = bom + Buffer.byteLength(whole.slice(0, span.start));
    return { start, end: start + Buffer.byteLength(whole.slice(span.start, span.end)), text };
  }

  #place(offset: number): { line: number; column: number } {
    const starts = this.#lineStarts();
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const start = starts[low] ?? 0;
    return { line: low + 1, column: codePoints(this.#source.text.slice(start, offset)) + 1 };
  }

  #lineStarts(): number[] {
    if (this.#starts !== null) return this.#starts;
    const starts = [0];
    const { text } = this.#source;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
    return starts;
  }
}

/** Length in code points; a lone half of a pair counts as one. */
export function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next <= 0xdfff) at++;
    }
    count++;
  }
  return count;
}
