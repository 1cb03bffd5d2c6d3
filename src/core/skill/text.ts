import { isAscii, isUtf8 } from '../text/encoding';
import { decodeUtf8, utf8Fault, utf8FaultText } from '../text/utf8';
import { codePointLength } from '../text/white';
import { type Guess, looksLike } from './encoding';

/** Bytes of a SKILL.md that are read; what follows is neither parsed nor counted. */
export const SKILL_TEXT_LIMIT = 16 * 1024 * 1024;

/** Where a file stops being UTF-8, and what it looks like instead. */
export interface EncodingProblem {
  /** Byte offset in the file. */
  readonly offset: number;
  /** The same as a line and a column, both from 1. */
  readonly line: number;
  readonly column: number;
  /** `UTF-16 (little-endian)`, `Windows-1252`… */
  readonly looksLike: string;
  readonly message: string;
  /** The file's text where its encoding is certain (a UTF-16 BOM), so that it can be saved as UTF-8 without asking. */
  readonly certain: string | null;
}

/** A SKILL.md as text, decoded once for everything that looks at it (3.1). Never an exception, whatever the bytes are. */
export interface SkillText {
  /** Without the BOM. For bytes that are not UTF-8 the best guess, for showing only. Decoded when it is asked for. */
  readonly text: string;
  /** The start of the text, enough for nearly every front block. */
  readonly head: string;
  /** The bytes of the text, without the BOM and without what was not read. */
  readonly content: Uint8Array;
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

/** Bytes that `head` holds at most. */
const HEAD_BYTES = 4_096;

/**
 * Decodes a SKILL.md.
 * @param head the file's bytes, at most `SKILL_TEXT_LIMIT` of them
 * @param size bytes of the whole file
 */
export function readSkillText(head: Uint8Array, size: number = head.length): SkillText {
  const cut = head.length < size;
  // A cut may go through a character; it is given back whole or not at all.
  const bytes = cut ? head.subarray(0, characterEnd(head)) : head;
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const content = bytes.subarray(bom);
  const common = { bytes: size, cut, bom, content };
  if (isUtf8(bytes)) {
    const utf16 = looksLike(bytes, null);
    return new Utf8Text({ ...common, problem: utf16 === null ? null : problemOf(bytes, utf16) });
  }
  const fault = utf8Fault(bytes) ?? { at: 0, length: null };
  const guess = looksLike(bytes, fault) ?? {
    name: 'binary data',
    offset: fault.at,
    message: utf8FaultText(fault),
    text: '',
    certain: false,
  };
  return { ...common, text: guess.text, head: guess.text, utf8: false, problem: problemOf(bytes, guess) };
}

/** Good UTF-8. Most rules look at the front block alone, so the whole is decoded only when one asks for it. */
class Utf8Text implements SkillText {
  readonly utf8 = true;
  readonly bytes: number;
  readonly bom: number;
  readonly cut: boolean;
  readonly content: Uint8Array;
  readonly problem: EncodingProblem | null;
  readonly head: string;
  #text: string | null;

  constructor(given: Pick<SkillText, 'bytes' | 'bom' | 'cut' | 'content' | 'problem'>) {
    this.bytes = given.bytes;
    this.bom = given.bom;
    this.cut = given.cut;
    this.content = given.content;
    this.problem = given.problem;
    const isWhole = this.content.length <= HEAD_BYTES;
    const start = isWhole ? this.content : this.content.subarray(0, HEAD_BYTES);
    this.head = decoded(isWhole ? start : start.subarray(0, characterEnd(start)));
    this.#text = isWhole ? this.head : null;
  }

  get text(): string {
    this.#text ??= decoded(this.content);
    return this.#text;
  }
}

/** The text of good UTF-8. */
function decoded(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

function problemOf(bytes: Uint8Array, guess: Guess): EncodingProblem {
  const before = bytes.subarray(0, guess.offset);
  const lineStart = before.lastIndexOf(0x0a) + 1;
  let line = 1;
  for (const byte of before) if (byte === 0x0a) line++;
  const written = decodeUtf8(before.subarray(lineStart));
  const column = written.ok ? codePointLength(written.text.replace(/^\ufeff/, '')) + 1 : before.length - lineStart + 1;
  const { offset, name, message } = guess;
  return { offset, line, column, looksLike: name, message, certain: guess.certain ? guess.text : null };
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
