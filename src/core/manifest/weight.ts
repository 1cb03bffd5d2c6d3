import type { YamlNode } from '../yaml/node';
import { untagged } from '../yaml/node';

/** What a node counts beside its text, so that many empty ones weigh something too. */
const NODE = 8;

/** Says which values are left out, by where they stand. */
type Skip = (node: YamlNode, key: string) => boolean;

/**
 * Weighs nodes with their aliases followed: characters, and a little for each node. What is shared is weighed once and
 * added often, also over several calls, so that a bomb costs no more than its text.
 */
export function weigher(skip: Skip = () => false): (node: YamlNode) => number {
  const known = new Map<YamlNode, number>();
  const weigh = (node: YamlNode): number => {
    const inner = untagged(node);
    if (inner.kind === 'string') return NODE + inner.value.length;
    if (inner.kind !== 'seq' && inner.kind !== 'map') return NODE + inner.range.end - inner.range.start;
    const before = known.get(inner);
    if (before !== undefined) return before;
    let sum = NODE;
    if (inner.kind === 'seq') for (const item of inner.items) sum += weigh(item);
    else {
      for (const { key, value } of inner.entries) {
        sum += weigh(key);
        if (!(key.kind === 'string' && skip(inner, key.value))) sum += weigh(value);
      }
    }
    known.set(inner, sum);
    return sum;
  };
  return weigh;
}

/**
 * How much a manifest comes to once its aliases are followed, which can be hundreds of gigabytes out of a few kilobytes;
 * whoever lists what a manifest says asks this first. Values of an artifact's `config:` are left out: they are counted
 * where they are lowered, and never listed.
 */
export function expandedWeight(root: YamlNode): number {
  const top = untagged(root);
  const list =
    top.kind === 'map' ? top.entries.find(({ key }) => key.kind === 'string' && key.value === 'artifacts') : null;
  const items = list && untagged(list.value);
  const entries = new Set<YamlNode>(items?.kind === 'seq' ? items.items.map(untagged) : []);
  return weigher((node, key) => key === 'config' && entries.has(node))(root);
}
