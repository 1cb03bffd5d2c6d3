/**
 * White space, lines and lengths as Rust has them. JavaScript's own `trim`, `\s` and `length` differ: there a BOM is
 * white space, U+0085 is not, and characters outside the basic plane count twice.
 */

/** Unicode White_Space of one UTF-16 unit; all of it lies in the basic plane. */
export function isWhite(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0x85 || code === 0xa0;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** `str::trim_start` */
export function trimStart(text: string): string {
  let start = 0;
  while (start < text.length && isWhite(text.charCodeAt(start))) start++;
  return text.slice(start);
}

/** `str::trim_end` */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isWhite(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** `str::trim` */
export function trim(text: string): string {
  return trimEnd(trimStart(text));
}

/** Whether a text is empty or nothing but white space. */
export function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isWhite(text.charCodeAt(at))) return false;
  return true;
}

/** A line within a text, in UTF-16 units: its content without the line end, and where the next line starts. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/**
 * The lines of a text from `from` on. Lines end at `\n` only, and a `\r` right before it is no content (`str::lines`).
 * The `\r` of a last line without `\n` stays content, but for `bare`, where it is dropped too.
 */
export function* lines(text: string, from = 0, bare: 'keep' | 'drop' = 'keep'): Generator<Line, void, undefined> {
  for (let start = from; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const next = found < 0 ? text.length : found + 1;
    let end = found < 0 ? text.length : found;
    if (end > start && text.charCodeAt(end - 1) === 0x0d && (found >= 0 || bare === 'drop')) end--;
    yield { start, end, next };
    start = next;
  }
}

/** Length in code points; a lone half of a pair counts as one. */
export function codePointLength(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      at++;
    }
  }
  return count;
}
