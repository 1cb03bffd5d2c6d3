import { END, HASH, HYPHEN, isBlank, isBreak, isBreakOrEnd, isDigit, PLUS, SPACE, TAB } from './characters';
import type { Cursor, Mark } from './cursor';
import { breaksIn } from './line-breaks';
import type { Range } from './node';
import type { ScalarToken } from './tokens';

/** Reads `|` or `>` and its text. `parentIndent` is the column of the block around it, -1 at the top. */
export function scanBlock(cursor: Cursor, parentIndent: number): ScalarToken {
  const start = cursor.mark();
  const literal = cursor.text.charAt(cursor.pos) === '|';
  cursor.pos++;
  const { chomping, increment } = readBlockHeader(cursor, start);
  let indent = increment === 0 ? 0 : Math.max(parentIndent, 0) + increment;

  let value = '';
  let lineBreak = '';
  let range = cursor.rangeFrom(start);
  const passEmptyLines = (): string => {
    const passed = readIndentation(cursor, indent, parentIndent, start);
    indent = passed.indent;
    range = passed.range ?? range;
    return passed.breaks;
  };
  let emptyLines = passEmptyLines();
  let wasIndented = false;
  while (cursor.column === indent && cursor.peek() !== END) {
    const isIndented = isBlank(cursor.peek());
    const folds = !literal && lineBreak === '\n' && !wasIndented && !isIndented;
    if (!folds) value += lineBreak;
    else if (emptyLines === '') value += ' ';
    value += emptyLines;
    wasIndented = isIndented;
    const from = cursor.pos;
    cursor.passRestOfLine();
    value += cursor.text.slice(from, cursor.pos);
    range = cursor.rangeFrom(start);
    lineBreak = cursor.readBreak();
    emptyLines = passEmptyLines();
  }
  if (chomping !== '-') value += lineBreak;
  if (chomping === '+') value += emptyLines;
  return { kind: 'scalar', range, value, style: literal ? 'literal' : 'folded' };
}

/** Chomping and indentation indicators in either order, then a comment or nothing to the end of the line. */
function readBlockHeader(cursor: Cursor, start: Mark): { chomping: '-' | '+' | ''; increment: number } {
  let chomping: '-' | '+' | '' = '';
  let increment = 0;
  for (let step = 0; step < 2; step++) {
    const code = cursor.peek();
    if (chomping === '' && (code === HYPHEN || code === PLUS)) {
      chomping = code === HYPHEN ? '-' : '+';
      cursor.pos++;
    } else if (increment === 0 && isDigit(code)) {
      if (code === 0x30) throw cursor.fault('an indentation indicator of 0', start);
      increment = code - 0x30;
      cursor.pos++;
    }
  }
  passRestOfLine(cursor, 'a block scalar', start);
  return { chomping, increment };
}

/** Blanks, a comment, and the break: nothing else may follow here. */
export function passRestOfLine(cursor: Cursor, what: string, start: Mark): void {
  while (isBlank(cursor.peek())) cursor.pos++;
  if (cursor.peek() === HASH) cursor.passRestOfLine();
  if (!isBreakOrEnd(cursor.peek())) {
    throw cursor.fault(`only a comment may follow on the first line of ${what}`, start);
  }
  cursor.readBreak();
}

/** Passes indentation and empty lines; where `indent` is still 0, it becomes that of the deepest line seen. */
function readIndentation(
  cursor: Cursor,
  indent: number,
  parentIndent: number,
  start: Mark,
): { indent: number; breaks: string; range: Range | null } {
  const from = cursor.pos;
  let deepest = 0;
  let lineStart = from;
  let range: Range | null = null;
  for (;;) {
    while (cursor.peek() === SPACE && (indent === 0 || cursor.column < indent)) cursor.pos++;
    const column = cursor.column;
    deepest = Math.max(deepest, column);
    if (cursor.peek() === TAB && (indent === 0 || column < indent)) {
      throw cursor.fault('a tab stands where an indentation space belongs', start);
    }
    if (!isBreak(cursor.peek())) break;
    cursor.readBreak();
    lineStart = cursor.pos;
    range = cursor.rangeFrom(start);
  }
  const breaks = breaksIn(cursor.text, from, lineStart);
  return { indent: indent === 0 ? Math.max(deepest, parentIndent + 1, 1) : indent, breaks, range };
}
