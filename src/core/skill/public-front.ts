import { untagged, type YamlNode } from '../yaml';
import type { FrontBlock } from './front-block';
import type { Span } from './places';

/** One value of a front block, in a form that is the same whichever parser read it. Spans are of the skill's text. */
export interface FrontValue {
  readonly kind: 'string' | 'null' | 'bool' | 'number' | 'list' | 'map' | 'other';
  /** A string's value, any other scalar as written; '' for collections. */
  readonly text: string;
  readonly span: Span;
  readonly style: 'plain' | 'quoted' | 'block' | 'flow' | 'indented';
  /** Of a list, at most `DEPTH` levels down. */
  readonly items?: readonly FrontValue[];
  /** Of a mapping, at most `DEPTH` levels down. */
  readonly pairs?: readonly FrontPair[];
}

export interface FrontPair {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: FrontValue;
}

/** Legal YAML that simple readers of front blocks do not know. */
export interface UnusualSyntax {
  readonly what: 'anchor' | 'alias' | 'tag' | 'flow';
  readonly span: Span;
}

/** A front block as the readers of the public format see it: YAML 1.2, or what is wrong with it. */
export type PublicFront =
  | { readonly ok: true; readonly pairs: readonly FrontPair[]; readonly syntax: readonly UnusualSyntax[] }
  | { readonly ok: false; readonly message: string; readonly span: Span };

/** Levels below the top that rules look into: `metadata` and its values. */
export const DEPTH = 2;

/** A whole block as Murmur's own parser reads it, null where that gives no mapping. */
export function murmurView(text: string, front: FrontBlock): Extract<PublicFront, { ok: true }> | null {
  const root = front.document?.root;
  if (front.document == null || root?.kind !== 'map') return null;
  const { start } = front.places.block;
  const convert = new FromMurmur(text, start);
  return {
    ok: true,
    pairs: convert.pairs(root.entries, DEPTH),
    syntax: front.document.syntax.map(({ what, range }) => ({ what, span: shifted(range, start) })),
  };
}

const shifted = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

class FromMurmur {
  constructor(
    readonly text: string,
    readonly by: number,
  ) {}

  pairs(entries: ReadonlyArray<{ key: YamlNode; value: YamlNode }>, depth: number): FrontPair[] {
    return entries.map(({ key, value }) => ({
      key: key.kind === 'string' ? key.value : this.text.slice(key.range.start + this.by, key.range.end + this.by),
      keySpan: shifted(key.range, this.by),
      value: this.value(value, depth),
    }));
  }

  value(given: YamlNode, depth: number): FrontValue {
    const node = untagged(given);
    const span = shifted(node.range, this.by);
    const written = this.text.slice(span.start, span.end);
    if (node.kind === 'map') {
      const style = node.flow ? 'flow' : 'indented';
      const pairs = depth > 0 ? { pairs: this.pairs(node.entries, depth - 1) } : {};
      return { kind: 'map', text: '', span, style, ...pairs };
    }
    if (node.kind === 'seq') {
      const style = node.flow ? 'flow' : 'indented';
      const items = depth > 0 ? { items: node.items.map((item) => this.value(item, depth - 1)) } : {};
      return { kind: 'list', text: '', span, style, ...items };
    }
    const style = STYLES[node.style];
    if (node.kind === 'string') return { kind: 'string', text: node.value, span, style };
    const kind = node.kind === 'int' || node.kind === 'float' ? 'number' : node.kind;
    return { kind, text: written, span, style };
  }
}

const STYLES = { plain: 'plain', single: 'quoted', double: 'quoted', literal: 'block', folded: 'block' } as const;
