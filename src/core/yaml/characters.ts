/** Character codes the scanner asks for, by name. `END` stands past the last character: NUL never gets into a text. */
export const END = 0;
export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const BANG = 0x21;
export const DOUBLE_QUOTE = 0x22;
export const HASH = 0x23;
export const PERCENT = 0x25;
export const AMPERSAND = 0x26;
export const SINGLE_QUOTE = 0x27;
export const STAR = 0x2a;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const HYPHEN = 0x2d;
export const DOT = 0x2e;
export const COLON = 0x3a;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const OPEN_SQUARE = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_SQUARE = 0x5d;
export const PIPE = 0x7c;
export const OPEN_CURLY = 0x7b;
export const CLOSE_CURLY = 0x7d;
const NEXT_LINE = 0x85;
export const LINE_SEPARATOR = 0x2028;
export const PARAGRAPH_SEPARATOR = 0x2029;
export const BOM = 0xfeff;

export const isBlank = (code: number) => code === SPACE || code === TAB;
export const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
/** Letters, digits, `-` and `_`: what names of anchors, handles and directives are made of. */
export const isWord = (code: number) =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || isDigit(code) || code === HYPHEN || code === 0x5f;

export function isBreak(code: number): boolean {
  if (code < NEXT_LINE) return code === LF || code === CR;
  return code === NEXT_LINE || code === LINE_SEPARATOR || code === PARAGRAPH_SEPARATOR;
}

export const isBreakOrEnd = (code: number) => code === END || isBreak(code);
export const isBlankOrEnd = (code: number) => isBlank(code) || isBreakOrEnd(code);
export const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** C0 but tab, LF and CR; DEL; C1 but next-line; lone surrogates; U+FFFE and U+FFFF. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Offset of the first character that may stand nowhere in a YAML text, or -1. */
export function forbiddenAt(text: string): number {
  return text.search(FORBIDDEN);
}

/** Bytes that one UTF-16 unit adds in UTF-8; both halves of a pair count two. */
export function utf8Width(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800 || (code >= 0xd800 && code <= 0xdfff)) return 2;
  return 3;
}
