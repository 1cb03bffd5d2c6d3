import type { Preview } from '../../shared/contract/package';
import type { Finding } from '../../shared/models/finding';
import { type FindingTable, findingMaker } from '../findings/table';
import { isUtf8 } from '../text/encoding';
import { languageOf } from './language';
import { characterBorder, isTextUtf8, LOOK_BYTES, looksLike, scriptProgram } from './looks-like';

/** Bytes of one page of text and of one page of hex, at most. */
export const TEXT_PAGE = 256 * 1024;
export const HEX_PAGE = 64 * 1024;
/** Bytes that decide whether an entry is text. */
const SAMPLE = 64 * 1024;
/** Bytes that are searched for line ends at a time. */
const COUNT_CHUNK = 1024 * 1024;

export const PREVIEW_FINDINGS = {
  'preview-bytes-replaced': {
    severity: 'info',
    title: 'Some bytes are not text',
    meaning: 'The page holds bytes that are not text in its encoding. They are shown as U+FFFD.',
    action: 'Look at the bytes in hex, or save the file as UTF-8 where it is made.',
  },
} as const satisfies FindingTable;

const finding = findingMaker(PREVIEW_FINDINGS);

type TextEncoding = Extract<Preview, { kind: 'text' }>['encoding'];

/** The content of an entry, whole in memory or not. */
export interface PreviewBytes {
  /** Bytes of the whole content. */
  readonly total: number;
  /** The bytes from `start` up to `end`, fewer only past the end. */
  read(start: number, end: number): Uint8Array;
}

export interface PreviewAsk {
  /** `auto` shows text where it is text. */
  readonly as: 'auto' | 'text' | 'hex';
  /** Byte offset in the content. */
  readonly offset: number;
}

/** Content that is in memory. */
export function inMemory(bytes: Uint8Array): PreviewBytes {
  return { total: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

/**
 * Turns the content of one entry into pages for the window. Text is given as it is, hostile characters included: the
 * window shows them visibly. Remembers only line numbers of pages it has seen.
 */
export class EntryPreview {
  readonly #name: string;
  readonly #content: PreviewBytes;
  readonly #findings: readonly Finding[];
  readonly #head: Uint8Array;
  readonly #encoding: TextEncoding | null;
  /** Number of the line at some offsets, in rising order. */
  readonly #lines: { offset: number; line: number }[] = [{ offset: 0, line: 1 }];

  /**
   * @param name the entry's name, for the language
   * @param findings what is already known about the entry; every page repeats it
   */
  constructor(name: string, content: PreviewBytes, findings: readonly Finding[] = []) {
    this.#name = name;
    this.#content = content;
    this.#findings = findings;
    this.#head = content.read(0, Math.min(content.total, SAMPLE));
    this.#encoding = detectEncoding(this.#head, content.total > this.#head.length);
  }

  /** Whether `auto` shows text. */
  get isText(): boolean {
    return this.#encoding !== null;
  }

  /** The page at an offset; an offset inside a character or a line end gives the page from its start on. */
  page({ as, offset }: PreviewAsk): Preview {
    const from = Math.min(Math.max(0, Math.trunc(offset)), this.#content.total);
    if (as === 'hex' || (as === 'auto' && this.#encoding === null)) return this.#hexPage(from);
    return this.#textPage(from, this.#encoding ?? 'utf-8');
  }

  #hexPage(offset: number): Preview {
    const { total } = this.#content;
    // A copy: the page is sent away, and a slice would take the whole content along.
    const bytes = Uint8Array.from(this.#content.read(offset, Math.min(offset + HEX_PAGE, total)));
    const next = offset + bytes.length < total ? offset + bytes.length : null;
    const kind = looksLike(this.#head.subarray(0, LOOK_BYTES));
    return { kind: 'hex', bytes, offset, next, total, looksLike: kind, findings: [...this.#findings] };
  }

  #textPage(asked: number, encoding: TextEncoding): Preview {
    const { total } = this.#content;
    const units = UNITS[encoding];
    const offset = this.#pageStart(asked, encoding);
    const bytes = this.#content.read(offset, Math.min(offset + TEXT_PAGE, total));
    const end = offset + bytes.length < total ? pageEnd(bytes, units) : bytes.length;
    const page = bytes.subarray(0, end);
    const text = decode(offset === 0 ? page.subarray(BOM_BYTES[encoding]) : page, encoding);
    const isExact = units.size === 2 || isUtf8(page);
    const replaced = isExact ? [] : [finding('preview-bytes-replaced', 'This page holds bytes that are not UTF-8.')];
    return {
      kind: 'text',
      text,
      offset,
      next: offset + end < total ? offset + end : null,
      total,
      encoding,
      lineEnds: lineEndsOf(text),
      language: languageOf(this.#name, scriptProgram(this.#head)),
      firstLine: this.#lineAt(offset, units),
      findings: [...this.#findings, ...replaced],
    };
  }

  /** The start of the character, or of the CR LF, that `offset` points into. */
  #pageStart(offset: number, encoding: TextEncoding): number {
    const units = UNITS[encoding];
    if (offset <= BOM_BYTES[encoding]) return 0;
    if (offset >= this.#content.total) return this.#content.total;
    const around = this.#content.read(Math.max(0, offset - 4), offset + 4);
    const at = Math.min(4, offset);
    return offset - at + borderBefore(around, units.size === 2 ? at - (offset % 2) : at, units);
  }

  #lineAt(offset: number, units: Units): number {
    const known = this.#lines;
    let index = known.length - 1;
    while (index > 0 && (known[index]?.offset ?? 0) > offset) index--;
    let { offset: at, line } = known[index] ?? { offset: 0, line: 1 };
    while (at < offset) {
      const end = Math.min(at + COUNT_CHUNK, offset);
      const bytes = this.#content.read(at, end + units.size);
      line += countLineEnds(bytes, end - at, units);
      at = end;
    }
    if (known[index]?.offset !== offset) known.splice(index + 1, 0, { offset, line });
    return line;
  }
}

// -- encodings --

interface Units {
  readonly size: 1 | 2;
  /** The code unit at a byte offset; -1 past the end. */
  readonly at: (bytes: Uint8Array, offset: number) => number;
}

const BYTE_UNITS: Units = { size: 1, at: (bytes, offset) => bytes[offset] ?? -1 };
const pairAt = (low: number, high: number): Units['at'] => {
  return (bytes, offset) => {
    const [a, b] = [bytes[offset + low], bytes[offset + high]];
    return a === undefined || b === undefined ? -1 : a + 256 * b;
  };
};
const UNITS: Readonly<Record<TextEncoding, Units>> = {
  'utf-8': BYTE_UNITS,
  'utf-8-bom': BYTE_UNITS,
  'utf-16le': { size: 2, at: pairAt(0, 1) },
  'utf-16be': { size: 2, at: pairAt(1, 0) },
};
const BOM_BYTES: Readonly<Record<TextEncoding, number>> = {
  'utf-8': 0,
  'utf-8-bom': 3,
  'utf-16le': 2,
  'utf-16be': 2,
};

/** The encoding of what is text, by BOM or by looking at the first bytes; null for what is no text. */
function detectEncoding(head: Uint8Array, isCut: boolean): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8-bom';
  return isTextUtf8(head, isCut) ? 'utf-8' : null;
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  if (UNITS[encoding].size === 1) return lenient.decode(bytes);
  const pairs = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return (encoding === 'utf-16be' ? pairs.swap16() : pairs).toString('utf16le');
}

// -- borders --

const LF = 0x0a;
const CR = 0x0d;

/** Where a full page ends: after its last line end, else at the last border of characters. */
function pageEnd(bytes: Uint8Array, units: Units): number {
  const whole = bytes.length - (bytes.length % units.size);
  for (let at = whole - units.size; at >= 0; at -= units.size) {
    const unit = units.at(bytes, at);
    const isLoneCr = unit === CR && at + units.size < whole && units.at(bytes, at + units.size) !== LF;
    if (unit === LF || isLoneCr) return at + units.size;
  }
  return borderBefore(bytes, whole, units) || whole;
}

/** The last offset at or before `at` that splits neither a character nor a CR LF. */
function borderBefore(bytes: Uint8Array, at: number, units: Units): number {
  const before = at - units.size;
  if (before < 0) return at;
  const last = units.at(bytes, before);
  if (last === CR && (at >= bytes.length || units.at(bytes, at) === LF)) return before;
  if (units.size === 2) return last >= 0xd800 && last <= 0xdbff ? before : at;
  return characterBorder(bytes, at);
}

/** Line ends that start before `end`: LF, CR LF and lone CR, as editors count them. */
function countLineEnds(bytes: Uint8Array, end: number, units: Units): number {
  let count = 0;
  if (units.size === 1) {
    for (let at = 0; at < end; at++) {
      const byte = bytes[at];
      if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) count++;
    }
    return count;
  }
  for (let at = 0; at < end; at += units.size) {
    const unit = units.at(bytes, at);
    if (unit === LF || (unit === CR && units.at(bytes, at + units.size) !== LF)) count++;
  }
  return count;
}

function lineEndsOf(text: string): Extract<Preview, { kind: 'text' }>['lineEnds'] {
  const kinds = new Set<string>();
  for (const [end] of text.matchAll(/\r\n|\r|\n/g)) {
    kinds.add(end);
    if (kinds.size > 1 || end === '\r') return 'mixed';
  }
  if (kinds.size === 0) return 'none';
  return kinds.has('\n') ? 'lf' : 'crlf';
}
