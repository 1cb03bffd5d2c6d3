import { spanOf } from './cursor';
import type { EventSink, Properties } from './events';
import { Fault } from './fault';
import { Identities, type KeySet } from './identity';
import type { Range, ScalarStyle, SyntaxNote, YamlDocument, YamlNode, YamlPair, YamlTagged } from './node';
import { localTag, resolveScalar, type ScalarValue } from './scalars';
import type { ScalarToken } from './tokens';

/** How deep a value may nest, aliases followed. */
const DEPTH_LIMIT = 128;
/** Following aliases may take this many steps for each event of the document. */
const JUMPS_PER_EVENT = 100;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Collection = Mutable<Extract<YamlNode, { kind: 'seq' | 'map' }>>;

/** What counts against the limits: levels of collections, and steps through aliases, of a whole subtree. */
interface Weight {
  height: number;
  jumps: number;
}

interface Frame {
  readonly node: Collection;
  readonly pairs: YamlPair[];
  readonly items: YamlNode[];
  readonly tag: string | null;
  readonly tagRange: Range | null;
  readonly anchor: Anchored | null;
  readonly weight: Weight;
  readonly keys: KeySet | null;
  key: YamlNode | null;
  /** Where the last part of it stands. */
  last: Range;
}

/** A node that aliases may name; null while it is not complete, and then an alias to it would contain itself. */
interface Anchored {
  node: YamlNode | null;
  weight: Weight;
}

const LEAF: Weight = { height: 0, jumps: 0 };

/** Builds the value tree from events. Throws `Fault`. */
export class Composer implements EventSink {
  #root: YamlNode | null = null;
  #syntax: SyntaxNote[] = [];
  #frames: Frame[] = [];
  #anchors = new Map<string, Anchored>();
  #identities = new Identities();
  #events = 0;
  #jumps = 0;

  scalar(token: ScalarToken, properties: Properties): void {
    this.#events++;
    this.#noteProperties(properties);
    const { range, style } = token;
    const value = resolveScalar(token.value, style, properties.tag);
    if (typeof value === 'string') throw Fault.at(value, properties.tagRange ?? range);
    const node = withTag(scalarNode(value, range, style), localTag(properties.tag), properties.tagRange);
    if (properties.anchor !== null) this.#anchors.set(properties.anchor, { node, weight: LEAF });
    this.#add(node, LEAF, range);
  }

  open(kind: 'seq' | 'map', flow: boolean, range: Range, properties: Properties): void {
    this.#events++;
    this.#noteProperties(properties);
    if (flow) this.#syntax.push({ what: 'flow', range });
    if (this.#frames.length >= DEPTH_LIMIT) throw tooDeep(range);
    const weight = { height: 1, jumps: 0 };
    const anchor = properties.anchor === null ? null : { node: null, weight };
    if (properties.anchor !== null && anchor !== null) this.#anchors.set(properties.anchor, anchor);
    const items: YamlNode[] = [];
    const pairs: YamlPair[] = [];
    this.#frames.push({
      node: kind === 'seq' ? { kind, range, flow, items } : { kind, range, flow, entries: pairs },
      pairs,
      items,
      tag: localTag(properties.tag),
      tagRange: properties.tagRange,
      anchor,
      weight,
      keys: kind === 'map' ? this.#identities.keySet() : null,
      key: null,
      last: range,
    });
  }

  close(end: Range | null): void {
    this.#events++;
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    const last = end ?? frame.last;
    frame.node.range = spanOf(frame.node.range, last);
    const node = withTag(frame.node, frame.tag, frame.tagRange);
    if (frame.anchor !== null) frame.anchor.node = node;
    this.#add(node, frame.weight, last);
  }

  alias(name: string, range: Range): void {
    this.#events++;
    this.#syntax.push({ what: 'alias', range });
    const target = this.#anchors.get(name);
    if (target === undefined) throw Fault.at(`the alias *${name} names no anchor before it`, range);
    if (target.node === null || this.#frames.length + target.weight.height > DEPTH_LIMIT) throw tooDeep(range);
    this.#add(target.node, { height: target.weight.height, jumps: target.weight.jumps + 1 }, range);
  }

  /** The finished document. */
  result(): YamlDocument {
    if (this.#jumps > this.#events * JUMPS_PER_EVENT) {
      throw new Fault({
        message: 'the aliases of this document copy too much',
        line: null,
        column: null,
        offset: null,
      });
    }
    if (this.#root === null) throw new Error('a document without a node');
    return { root: this.#root, syntax: this.#syntax };
  }

  #noteProperties({ anchorRange, tagRange }: Properties): void {
    if (anchorRange !== null) this.#syntax.push({ what: 'anchor', range: anchorRange });
    if (tagRange !== null) this.#syntax.push({ what: 'tag', range: tagRange });
  }

  /** Puts a complete node where it belongs. */
  #add(node: YamlNode, weight: Weight, range: Range): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      this.#root = node;
      this.#jumps = weight.jumps;
      return;
    }
    frame.last = range;
    frame.weight.height = Math.max(frame.weight.height, weight.height + 1);
    frame.weight.jumps += weight.jumps;
    if (frame.node.kind === 'seq') frame.items.push(node);
    else if (frame.key === null) {
      if (frame.keys?.add(node) === false) throw repeated(node, frame.node.range);
      frame.key = node;
    } else {
      frame.pairs.push({ key: frame.key, value: node });
      frame.key = null;
    }
  }
}

/** Spelled out by kind, so that nodes of a kind have one shape. */
function scalarNode(scalar: ScalarValue, range: Range, style: ScalarStyle): Exclude<YamlTagged['value'], Collection> {
  switch (scalar.kind) {
    case 'null':
      return { kind: 'null', range, style };
    case 'bool':
      return { kind: 'bool', value: scalar.value, range, style };
    case 'int':
      return { kind: 'int', value: scalar.value, range, style };
    case 'float':
      return { kind: 'float', value: scalar.value, range, style };
    case 'string':
      return { kind: 'string', value: scalar.value, range, style };
  }
}

function withTag(node: YamlTagged['value'], tag: string | null, tagRange: Range | null): YamlNode {
  if (tag === null || tagRange === null) return node;
  return { kind: 'tagged', tag: `!${tag}`, value: node, range: spanOf(tagRange, node.range) };
}

function tooDeep(range: Range): Fault {
  return Fault.at(`recursion limit exceeded: values nest more than ${DEPTH_LIMIT} deep, aliases followed`, range);
}

/** The place is the mapping's, as in Murmur; the text and `repeated` name the second key. */
function repeated(key: YamlNode, mapping: Range): Fault {
  const { line, column } = key.range;
  const name = key.kind === 'string' ? JSON.stringify(key.value) : 'of equal value';
  const message = `duplicate entry with key ${name}, again at line ${line} column ${column}`;
  return new Fault({ ...Fault.at(message, mapping).problem, repeated: key.range });
}
