import { createContext, Script } from 'node:vm';
import type { SearchQuery } from '../../shared/contract/search';
import { err, failure, ok, type Result } from '../../shared/result';
import { isAscii, isUtf8 } from '../text/encoding';

/** Finds a query in bytes of text: the byte ranges of its matches in order, flat (start, end, start, end…). */
export interface Finder {
  /** Up to `most` matches. Throws `TooSlow` where a pattern takes too long. */
  find(bytes: Buffer, most: number): number[];
  /** Bytes that a match may have at most before it is cut at a border between pieces of a very long line. */
  readonly overlap: number;
}

/** A pattern took longer than it may on some piece of text. */
export class TooSlow extends Error {}

/** Milliseconds that a regular expression may take on one piece of text. */
export const PATTERN_BUDGET = 1000;
/** UTF-16 units of a line that a regular expression is given at once. */
export const PATTERN_LINE = 1 << 16;

/** The finder for a query; fails with words for a person where the query is none. */
export function finderOf({ text, caseSensitive, regex }: SearchQuery): Result<Finder> {
  if (text === '') return err(failure('search-empty', 'there is nothing to look for', 'Type what to look for.'));
  if (regex) return patternFinder(text, caseSensitive);
  if (/[\r\n]/.test(text))
    return err(failure('search-lines', 'lines are searched one by one', 'Look for a part of one line.'));
  const bytes = Buffer.from(text, 'utf8');
  if (caseSensitive) return ok(byteFinder(bytes));
  const escaped = text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/\\([-/])/g, '$1');
  if (isAscii(bytes)) return ok(foldedFinder(new RegExp(escaped, 'gi'), bytes.length));
  return ok(textFinder(new RegExp(escaped, 'giu'), bytes.length * 3));
}

/** Exact text, in the bytes themselves: nothing is decoded. */
function byteFinder(needle: Buffer): Finder {
  return {
    overlap: needle.length,
    find(bytes, most) {
      const found: number[] = [];
      for (
        let at = bytes.indexOf(needle);
        at >= 0 && found.length < most * 2;
        at = bytes.indexOf(needle, at + needle.length)
      )
        found.push(at, at + needle.length);
      return found;
    },
  };
}

/** ASCII in any case: one character a byte, so that places are places of bytes. */
function foldedFinder(pattern: RegExp, overlap: number): Finder {
  return { overlap, find: (bytes, most) => allOf(pattern, bytes.toString('latin1'), most) };
}

function allOf(pattern: RegExp, text: string, most: number): number[] {
  const found: number[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null && found.length < most * 2; match = pattern.exec(text))
    found.push(match.index, match.index + match[0].length);
  return found;
}

/** Text of other scripts in any case. */
function textFinder(pattern: RegExp, overlap: number): Finder {
  return {
    overlap,
    find(bytes, most) {
      const { text, exact } = textOf(bytes);
      const found = allOf(pattern, text, most);
      return exact ? found : byteRanges(text, found);
    },
  };
}

/** Bytes as text; `exact` where one character is one byte. Bytes that are not UTF-8 are taken one by one. */
function textOf(bytes: Buffer): { readonly text: string; readonly exact: boolean } {
  if (isAscii(bytes) || !isUtf8(bytes)) return { text: bytes.toString('latin1'), exact: true };
  return { text: bytes.toString('utf8'), exact: false };
}

/** Ranges of UTF-16 units, in order, as ranges of UTF-8 bytes. */
function byteRanges(text: string, units: readonly number[]): number[] {
  let [unit, byte] = [0, 0];
  return units.map((next) => {
    byte += Buffer.byteLength(text.slice(unit, next), 'utf8');
    unit = next;
    return byte;
  });
}

/**
 * Goes through a text line by line. It runs in a context of its own only because a running regular expression cannot be
 * stopped in any other way; the pattern is never evaluated as a program.
 */
const SCAN = `
const scan = (text, most) => {
  const found = [];
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\\n', at);
    const next = feed < 0 ? text.length : feed;
    const end = next > at && text.charCodeAt(next - 1) === 13 ? next - 1 : next;
    for (let piece = at; piece < end; piece += ${PATTERN_LINE}) {
      const line = text.slice(piece, Math.min(end, piece + ${PATTERN_LINE}));
      pattern.lastIndex = 0;
      for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
        if (match[0].length === 0) pattern.lastIndex++;
        else found.push(piece + match.index, piece + match.index + match[0].length);
        if (found.length >= most * 2) return found;
      }
    }
    at = next + 1;
  }
  return found;
};
const pattern = new RegExp(source, flags);
`;

function patternFinder(source: string, caseSensitive: boolean): Result<Finder> {
  const flags = flagsFor(source, caseSensitive ? 'g' : 'gi');
  if (!flags.ok) return flags;
  const context = createContext({ source, flags: flags.value, text: '', most: 0 });
  new Script(SCAN).runInContext(context);
  const scan = new Script('scan(text, most)');
  return ok({
    overlap: PATTERN_LINE,
    find(bytes, most) {
      const { text, exact } = textOf(bytes);
      Object.assign(context, { text, most });
      try {
        const found: number[] = scan.runInContext(context, { timeout: PATTERN_BUDGET });
        return exact ? [...found] : byteRanges(text, found);
      } catch (error) {
        if (isTimeout(error)) throw new TooSlow();
        throw error;
      } finally {
        context.text = '';
      }
    },
  });
}

/** The error may be one of the context's own kind, which is no `Error` here. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/** With the Unicode rules where the pattern keeps to them, else without. */
function flagsFor(source: string, flags: string): Result<string> {
  for (const tried of [`${flags}u`, flags]) {
    try {
      new RegExp(source, tried);
      return ok(tried);
    } catch {
      // The next flags, or the failure below.
    }
  }
  return err(
    failure(
      'search-pattern',
      `this is no regular expression: ${whyNot(source)}`,
      'Correct it, or look for it as plain text.',
    ),
  );
}

function whyNot(source: string): string {
  try {
    new RegExp(source);
    return '';
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return message.slice(message.lastIndexOf(': ') + 2);
  }
}
