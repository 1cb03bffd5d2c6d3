import { isWhite, lines, trim, trimEnd } from '../text/white';
import { asString, mapGet, parseYamlDocument, type YamlDocument, type YamlError } from '../yaml';

/** Longest front block that is parsed as YAML, in bytes of UTF-8 (6.2). */
export const FRONT_BLOCK_LIMIT = 256 * 1024;

/** A stretch of the text that was given, in UTF-16 units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Where a front block stands in its text. */
export interface FrontBlockPlaces {
  /** The `---` of the first line. */
  readonly opening: Stretch;
  /** What is between the fences, the last line's end included. */
  readonly block: Stretch;
  /** The `---` or `...` that closes it. */
  readonly closing: Stretch;
  /** Start of the line after the closing fence. */
  readonly body: number;
}

export interface FrontBlock {
  /** Trimmed; null where absent, empty or not a string. */
  readonly name: string | null;
  readonly description: string | null;
  readonly places: FrontBlockPlaces;
  /**
   * How the two were read: out of a YAML mapping, or line by line, because the block does not parse (`error` says
   * why), is no mapping (`document` is what it is), or is over the limit (neither is there).
   */
  readonly way: 'yaml' | 'lines' | 'too-long';
  /** Its ranges count from the start of the block: add `places.block.start`. */
  readonly document: YamlDocument | null;
  /** Its place counts from the start of the block; `offset` plus `places.block.start` is that in the text. */
  readonly error: YamlError | null;
}

const BOM = '\ufeff';

/**
 * Where the front block of a SKILL.md is (S2): after an optional BOM the first line is exactly `---`, and a later line
 * is exactly `---` or `...`. Null if there is none.
 */
export function splitFrontBlock(text: string): FrontBlockPlaces | null {
  let opening: Stretch | null = null;
  let blockStart = 0;
  for (const { start, end, next } of lines(text, text.startsWith(BOM) ? 1 : 0, 'drop')) {
    const fence = end - start === 3 ? text.slice(start, end) : '';
    if (opening === null) {
      if (fence !== '---') return null;
      opening = { start, end };
      blockStart = next;
    } else if (fence === '---' || fence === '...') {
      return { opening, block: { start: blockStart, end: start }, closing: { start, end }, body: next };
    }
  }
  return null;
}

/**
 * Name and description of a SKILL.md as Murmur reads them (S2), and how they were read. Null without a front block.
 * Hand-written blocks are often no valid YAML; then, as in Murmur, the lines `name:` and `description:` are read.
 */
export function readFrontBlock(text: string): FrontBlock | null {
  const places = splitFrontBlock(text);
  if (places === null) return null;
  const block = text.slice(places.block.start, places.block.end);
  const byLines = { name: lineValue(block, 'name'), description: lineValue(block, 'description') };
  if (Buffer.byteLength(block) > FRONT_BLOCK_LIMIT) {
    return { ...byLines, places, way: 'too-long', document: null, error: null };
  }
  const parsed = parseYamlDocument(block);
  if (!parsed.ok) return { ...byLines, places, way: 'lines', document: null, error: parsed.error };
  const document = parsed.value;
  const { root } = document;
  if (root.kind !== 'map') return { ...byLines, places, way: 'lines', document, error: null };
  const field = (key: string) => nonEmpty(asString(mapGet(root, key)));
  return { name: field('name'), description: field('description'), places, way: 'yaml', document, error: null };
}

/**
 * How a skill describes itself (S2): its front block's description, else the first line after the block that is not
 * blank (of the whole text if there is no block), trimmed. Null if there is none.
 * @param front what `readFrontBlock` gave for the same text, where it is at hand
 */
export function skillDescription(text: string, front: FrontBlock | null = readFrontBlock(text)): string | null {
  if (front?.description != null) return front.description;
  const from = front?.places.body ?? (text.startsWith(BOM) ? 1 : 0);
  for (const { start, end } of lines(text, from)) {
    const line = nonEmpty(text.slice(start, end));
    if (line !== null) return line;
  }
  return null;
}

function nonEmpty(value: string | null): string | null {
  if (value === null) return null;
  const trimmed = trim(value);
  return trimmed === '' ? null : trimmed;
}

/** The value of the first unindented `key: value` line that has one. */
function lineValue(block: string, key: string): string | null {
  for (const { start, end } of lines(block)) {
    if (!block.startsWith(key, start) || isWhite(block.charCodeAt(start))) continue;
    const line = block.slice(start, end);
    const colon = line.indexOf(':');
    if (colon < 0 || trimEnd(line.slice(0, colon)) !== key) continue;
    const value = nonEmpty(unquoted(trim(line.slice(colon + 1))));
    if (value !== null) return value;
  }
  return null;
}

/** Without one pair of equal quotes around it; the two may not be the same character. */
function unquoted(value: string): string {
  const first = value.charAt(0);
  const isQuoted = value.length > 1 && (first === '"' || first === "'") && value.endsWith(first);
  return isQuoted ? value.slice(1, -1) : value;
}
