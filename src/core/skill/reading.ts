import { trim } from '../text/white';
import type { YamlError } from '../yaml';
import {
  type FrontBlock,
  type FrontBlockPlaces,
  readFrontBlock,
  skillDescription,
  splitFrontBlock,
} from './front-block';
import { Places, type Span } from './places';
import { plainFront } from './plain-front';
import { type FrontPair, murmurView, type PublicFront } from './public-front';
import type { SkillText } from './text';
import { loadYaml, yamlFront } from './yaml-front';

/** A SKILL.md read once, for checking, preview and packing alike. Spans are of `source.text`. */
export interface SkillReading {
  readonly source: SkillText;
  readonly places: Places;
  /** Murmur's reading (without its document where the block is plain); null without a front block or for no text. */
  readonly front: FrontBlock | null;
  /** How Murmur describes the skill; null for none, or for a file that is no text. */
  readonly description: string | null;
  /** What is wrong with the block for Murmur's parser, and where. */
  readonly murmurFault: (YamlError & { readonly span: Span }) | null;
  /** The reading of the public format; null without a front block. */
  readonly publicFront: PublicFront | null;
  /** Murmur's parse in the same form, null where it gives no mapping. */
  readonly murmurFront: Extract<PublicFront, { ok: true }> | null;
  /** Where the text after the block starts, in the text and in its bytes. */
  readonly body: number;
  readonly bodyByte: number;
}

const BOM = '\ufeff';

/** Reads a decoded SKILL.md. Asynchronous only because the public format's parser is loaded when a block needs it. */
export async function readSkill(source: SkillText): Promise<SkillReading> {
  const places = new Places(source);
  const { head, utf8 } = source;
  // Only one BOM is dropped: a second one is text, and a line that starts with it is no fence.
  const fences = utf8 && !head.startsWith(BOM) ? fencesOf(source) : null;
  if (fences === null) {
    const description = utf8 ? descriptionOf(source, null) : null;
    const none = { front: null, murmurFault: null, publicFront: null, murmurFront: null };
    return { source, places, description, body: 0, bodyByte: 0, ...none };
  }
  const plain = plainReading(source, fences);
  const front = plain?.front ?? readFrontBlock(source.text);
  if (front === null) throw new Error('a front block was found and then was not there');
  return {
    source,
    places,
    front,
    description: descriptionOf(source, front),
    murmurFault: murmurFault(front),
    publicFront: plain?.view ?? (await publicFront(source.text, front)),
    murmurFront: plain?.view ?? murmurView(source.text, front),
    body: fences.body,
    bodyByte: Buffer.byteLength((fences.body < head.length ? head : source.text).slice(0, fences.body)),
  };
}

/** Where the front block is; the start of the text says so, unless it ends within a line that may be a fence. */
function fencesOf(source: SkillText): FrontBlockPlaces | null {
  const { head } = source;
  const early = splitFrontBlock(head);
  return early !== null && early.body < head.length ? early : splitFrontBlock(source.text);
}

/** A block that every YAML reads alike needs no parser; its one view is both readers'. */
function plainReading({ head }: SkillText, places: FrontBlockPlaces) {
  const plain = places.block.end < head.length ? plainFront(head, places) : null;
  if (plain === null) return null;
  const { pairs, syntax } = plain;
  const front: FrontBlock = {
    name: textOf(pairs, 'name'),
    description: textOf(pairs, 'description'),
    places,
    way: 'yaml',
    document: null,
    error: null,
  };
  const view = { ok: true, pairs, syntax } as const;
  return { front, view };
}

function textOf(pairs: readonly FrontPair[], key: string): string | null {
  const value = pairs.find((pair) => pair.key === key)?.value;
  const text = value?.kind === 'string' ? trim(value.text) : '';
  return text === '' ? null : text;
}

function descriptionOf(source: SkillText, front: FrontBlock | null): string | null {
  if (front?.description != null) return front.description;
  const { text } = source;
  return text.startsWith(BOM) ? skillDescription(BOM + text, null) : skillDescription(text, front);
}

async function publicFront(text: string, front: FrontBlock): Promise<PublicFront> {
  const { block } = front.places;
  if (front.way === 'too-long')
    return { ok: false, message: 'it is too long to be read', span: { start: block.start, end: block.start } };
  return yamlFront(await loadYaml(), text, block);
}

function murmurFault({ error, places }: FrontBlock): SkillReading['murmurFault'] {
  if (error === null) return null;
  const by = places.block.start;
  if (error.repeated !== undefined) {
    return { ...error, span: { start: error.repeated.start + by, end: error.repeated.end + by } };
  }
  const start = (error.offset ?? 0) + by;
  return { ...error, span: { start, end: start } };
}
