import {
  BANG,
  CLOSE_CURLY,
  CLOSE_SQUARE,
  COLON,
  COMMA,
  DOT,
  GREATER,
  isBlank,
  isBlankOrEnd,
  isDigit,
  isWord,
  LESS,
  PERCENT,
  QUESTION,
  STAR,
} from './characters';
import type { Cursor, Mark } from './cursor';
import { passRestOfLine } from './scan-block';
import type { NameToken, TagDirectiveToken, TagToken, VersionToken } from './tokens';

function readWord(cursor: Cursor): string {
  const from = cursor.pos;
  while (isWord(cursor.peek())) cursor.pos++;
  return cursor.text.slice(from, cursor.pos);
}

function passBlanks(cursor: Cursor): void {
  while (isBlank(cursor.peek())) cursor.pos++;
}

/** What may stand right behind a name, besides blanks, breaks and the end. */
const AFTER_NAME = new Set([QUESTION, COLON, COMMA, CLOSE_SQUARE, CLOSE_CURLY, PERCENT, 0x40, 0x60]);

/** Reads `&name` or `*name`. */
export function scanName(cursor: Cursor): NameToken {
  const start = cursor.mark();
  const kind = cursor.peek() === STAR ? 'alias' : 'anchor';
  cursor.pos++;
  const name = readWord(cursor);
  const next = cursor.peek();
  if (name === '' || !(isBlankOrEnd(next) || AFTER_NAME.has(next))) {
    throw cursor.fault(`the name of an ${kind} is made of letters, digits, '-' and '_'`, start);
  }
  return { kind, range: cursor.rangeFrom(start), name };
}

/** Reads `!`, `!suffix`, `!!suffix`, `!handle!suffix` or `!<verbatim>`. */
export function scanTag(cursor: Cursor, inFlow: boolean): TagToken {
  const start = cursor.mark();
  const { handle, suffix } = cursor.peek(1) === LESS ? readVerbatim(cursor, start) : readShorthand(cursor, start);
  const next = cursor.peek();
  if (!isBlankOrEnd(next) && !(inFlow && next === COMMA)) {
    throw cursor.fault('a tag ends with white space', start);
  }
  return { kind: 'tag', range: cursor.rangeFrom(start), handle, suffix };
}

function readVerbatim(cursor: Cursor, start: Mark): { handle: string; suffix: string } {
  cursor.pos += 2;
  const suffix = readUri(cursor, true, start);
  if (suffix === '') throw cursor.fault('a verbatim tag is empty', start);
  if (cursor.peek() !== GREATER) throw cursor.fault("a verbatim tag ends with '>'", start);
  cursor.pos++;
  return { handle: '', suffix };
}

function readShorthand(cursor: Cursor, start: Mark): { handle: string; suffix: string } {
  const head = readHandle(cursor);
  const suffix = readUri(cursor, false, start);
  if (head.length > 1 && head.endsWith('!')) {
    if (suffix === '') throw cursor.fault(`nothing follows the handle ${head}`, start);
    return { handle: head, suffix };
  }
  const rest = head.slice(1) + suffix;
  return rest === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix: rest };
}

/** `!`, and as far as they follow, a word and a closing `!`. */
function readHandle(cursor: Cursor): string {
  const from = cursor.pos;
  cursor.pos++;
  readWord(cursor);
  if (cursor.peek() === BANG) cursor.pos++;
  return cursor.text.slice(from, cursor.pos);
}

const isUriCharacter = (code: number) => isWord(code) || ";/?:@&=+$.!~*'()".includes(String.fromCharCode(code));
const isVerbatimCharacter = (code: number) => isUriCharacter(code) || ',[]'.includes(String.fromCharCode(code));

/** The characters a tag may hold, escapes decoded; may be empty. */
function readUri(cursor: Cursor, verbatim: boolean, start: Mark): string {
  const fits = verbatim ? isVerbatimCharacter : isUriCharacter;
  let uri = '';
  let from = cursor.pos;
  for (let code = cursor.peek(); code === PERCENT || (code !== 0 && fits(code)); code = cursor.peek()) {
    if (code === PERCENT) {
      uri += cursor.text.slice(from, cursor.pos) + readUriEscapes(cursor, start);
      from = cursor.pos;
    } else cursor.pos++;
  }
  return uri + cursor.text.slice(from, cursor.pos);
}

/** `%41%c3%a9`: the UTF-8 bytes of one or more characters. */
function readUriEscapes(cursor: Cursor, start: Mark): string {
  const escapes = /(?:%[0-9a-fA-F]{2})+/y;
  escapes.lastIndex = cursor.pos;
  const run = escapes.exec(cursor.text)?.[0];
  if (run === undefined) throw cursor.fault("a '%' in a tag needs two hexadecimal digits", start);
  cursor.pos += run.length;
  try {
    return decodeURIComponent(run);
  } catch {
    throw cursor.fault('the escapes of a tag are not UTF-8', start);
  }
}

/** Reads a `%YAML` or `%TAG` line. */
export function scanDirective(cursor: Cursor): VersionToken | TagDirectiveToken {
  const start = cursor.mark();
  cursor.pos++;
  const name = readWord(cursor);
  if (name === '' || !isBlankOrEnd(cursor.peek())) {
    throw cursor.fault('a directive needs a name of letters and digits', start);
  }
  const token =
    name === 'YAML' ? readVersion(cursor, start) : name === 'TAG' ? readTagDirective(cursor, start) : undefined;
  if (token === undefined) throw cursor.fault(`the directive %${name} is not known; %YAML and %TAG are`, start);
  passRestOfLine(cursor, 'a directive', start);
  return token;
}

function readVersion(cursor: Cursor, start: Mark): VersionToken {
  passBlanks(cursor);
  const major = readVersionNumber(cursor, start);
  if (cursor.peek() !== DOT) throw cursor.fault('a version reads like 1.2', start);
  cursor.pos++;
  const minor = readVersionNumber(cursor, start);
  return { kind: 'version', range: cursor.rangeFrom(start), major, minor };
}

function readVersionNumber(cursor: Cursor, start: Mark): number {
  const from = cursor.pos;
  while (isDigit(cursor.peek())) cursor.pos++;
  const digits = cursor.text.slice(from, cursor.pos);
  if (digits === '' || digits.length > 9) throw cursor.fault('a version reads like 1.2', start);
  return Number(digits);
}

function readTagDirective(cursor: Cursor, start: Mark): TagDirectiveToken {
  passBlanks(cursor);
  if (cursor.peek() !== BANG) throw cursor.fault("a handle starts with '!'", start);
  const handle = readHandle(cursor);
  if (handle !== '!' && !handle.endsWith('!')) throw cursor.fault("a handle ends with '!'", start);
  if (!isBlank(cursor.peek())) throw cursor.fault('white space follows a handle', start);
  passBlanks(cursor);
  const prefix = readUri(cursor, true, start);
  if (prefix === '' || !isBlankOrEnd(cursor.peek())) throw cursor.fault('a prefix of tags is missing or odd', start);
  return { kind: 'tag-directive', range: cursor.rangeFrom(start), handle, prefix };
}
