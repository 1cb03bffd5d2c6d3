import type { Place } from '../../shared/result';

/**
 * Where something stands in a text. Offsets are UTF-16 units; lines and columns are 1-based, columns in code points.
 * The end is the place right after the last character.
 */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Where a node begins. */
export const startOf = ({ range }: YamlNode): Place => ({ line: range.line, column: range.column });

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

interface Scalar {
  readonly range: Range;
  readonly style: ScalarStyle;
}

/** One pair of a mapping, in the order of the document. */
export interface YamlPair {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

/** `range` is the content's, without its anchor and tag. An alias gives the node it names, so nodes may be shared. */
export type YamlNull = Scalar & { readonly kind: 'null' };
export type YamlBool = Scalar & { readonly kind: 'bool'; readonly value: boolean };
export type YamlInt = Scalar & { readonly kind: 'int'; readonly value: bigint };
/** May be infinite or not a number. */
export type YamlFloat = Scalar & { readonly kind: 'float'; readonly value: number };
export type YamlString = Scalar & { readonly kind: 'string'; readonly value: string };
export interface YamlSequence {
  readonly kind: 'seq';
  readonly range: Range;
  readonly flow: boolean;
  readonly items: readonly YamlNode[];
}
export interface YamlMapping {
  readonly kind: 'map';
  readonly range: Range;
  readonly flow: boolean;
  readonly entries: readonly YamlPair[];
}
export interface YamlTagged {
  readonly kind: 'tagged';
  readonly range: Range;
  /** With one `!` before it, as it is written out. */
  readonly tag: string;
  readonly value: Exclude<YamlNode, YamlTagged>;
}

/** A value as Murmur reads it, with its place. Nesting, aliases followed, is at most 128 deep. */
export type YamlNode = YamlNull | YamlBool | YamlInt | YamlFloat | YamlString | YamlSequence | YamlMapping | YamlTagged;

/** Why a text is no YAML for Murmur. The wording is ours, the verdict Murmur's. */
export interface YamlError {
  readonly message: string;
  /** 1-based, columns in code points; null where no place can be named. */
  readonly line: number | null;
  readonly column: number | null;
  /** The same place in UTF-16 units of the text. */
  readonly offset: number | null;
  /** Of a key that stands twice: the second one. */
  readonly repeated?: Range;
}

/** Something in the document that is legal YAML and unusual in a hand-written file. */
export interface SyntaxNote {
  readonly what: 'anchor' | 'alias' | 'tag' | 'flow';
  readonly range: Range;
}

export interface YamlDocument {
  readonly root: YamlNode;
  /** Anchors, aliases, tags and flow collections, in document order. */
  readonly syntax: readonly SyntaxNote[];
}

/** The value under a local tag, else the node itself. */
export function untagged(node: YamlNode): Exclude<YamlNode, YamlTagged> {
  return node.kind === 'tagged' ? node.value : node;
}

/** The value of a string key of a mapping; undefined if there is none or `node` is no mapping. */
export function mapGet(node: YamlNode | null | undefined, key: string): YamlNode | undefined {
  return pairOf(node, key)?.value;
}

/** The pair of a string key of a mapping, where the key's own place is wanted. */
export function pairOf(node: YamlNode | null | undefined, key: string): YamlPair | undefined {
  if (node?.kind !== 'map') return undefined;
  return node.entries.find((pair) => pair.key.kind === 'string' && pair.key.value === key);
}

/** The text of a string (a local tag does not matter, as in Murmur), else null. */
export function asString(node: YamlNode | null | undefined): string | null {
  if (node === null || node === undefined) return null;
  const inner = untagged(node);
  return inner.kind === 'string' ? inner.value : null;
}
