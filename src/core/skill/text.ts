import { decodeUtf8, utf8FaultText } from '../text/utf8';
import { looksLike } from './encoding';

/** Bytes of a SKILL.md that are read; what follows is neither parsed nor counted. */
export const SKILL_TEXT_LIMIT = 16 * 1024 * 1024;

/** Where a file stops being UTF-8, and what it looks like instead. */
export interface EncodingProblem {
  /** Byte offset in the file. */
  readonly offset: number;
  /** `UTF-16 (little-endian)`, `Windows-1252`… */
  readonly looksLike: string;
  readonly message: string;
  /** The file's text where its encoding is certain (a UTF-16 BOM), so that it can be saved as UTF-8 without asking. */
  readonly certain: string | null;
}

/** A SKILL.md as text, decoded once for everything that looks at it (3.1). Never an exception, whatever the bytes are. */
export interface SkillText {
  /** Without the BOM. For bytes that are not UTF-8 the best guess, for showing only. */
  readonly text: string;
  /** Whether the bytes are UTF-8 by the letter; if not, nothing is read out of them but for showing. */
  readonly utf8: boolean;
  /** Bytes of the BOM that was dropped: 3 or 0. */
  readonly bom: number;
  /** What is wrong with the encoding; also set for UTF-16 that happens to be UTF-8 by the letter. */
  readonly problem: EncodingProblem | null;
  /** Bytes of the file, also those beyond `SKILL_TEXT_LIMIT`. */
  readonly bytes: number;
  /** Whether the text ends before the file does. */
  readonly cut: boolean;
}

/**
 * Decodes a SKILL.md.
 * @param head the file's bytes, at most `SKILL_TEXT_LIMIT` of them
 * @param size bytes of the whole file
 */
export function readSkillText(head: Uint8Array, size: number = head.length): SkillText {
  const cut = head.length < size;
  // A cut may go through a character; it is given back whole or not at all.
  const bytes = cut ? head.subarray(0, characterEnd(head)) : head;
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const decoded = decodeUtf8(bytes);
  const common = { bytes: size, cut };
  if (decoded.ok) {
    const text = hasBom ? decoded.text.slice(1) : decoded.text;
    const utf16 = looksLike(bytes, null);
    const problem =
      utf16 === null ? null : { offset: utf16.offset, looksLike: utf16.name, message: utf16.message, certain: null };
    return { ...common, text, utf8: true, bom: hasBom ? 3 : 0, problem };
  }
  const guess = looksLike(bytes, decoded.fault);
  return {
    ...common,
    text: guess?.text ?? '',
    utf8: false,
    bom: hasBom ? 3 : 0,
    problem: {
      offset: guess?.offset ?? decoded.fault.at,
      looksLike: guess?.name ?? 'binary data',
      message: guess?.message ?? utf8FaultText(decoded.fault),
      certain: guess?.certain === true ? guess.text : null,
    },
  };
}

/** The longest prefix that ends between characters, looking at the last three bytes only. */
function characterEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needs > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}
