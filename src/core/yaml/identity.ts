import type { YamlNode } from './node';

/**
 * Numbers values so that equal values get equal numbers (2.3 "Keys"): 1 is not 1.0, 0.0 is -0.0, NaN is NaN, mappings
 * are equal in any order. Shared nodes are looked at once, so an alias bomb costs no more than its text.
 */
export class Identities {
  #numbers = new Map<string, number>();
  #known = new WeakMap<YamlNode, number>();

  keySet(): KeySet {
    return new KeySet(this);
  }

  of(node: YamlNode): number {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const text = this.#describe(node);
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    this.#known.set(node, number);
    return number;
  }

  #describe(node: YamlNode): string {
    switch (node.kind) {
      case 'null':
        return 'null';
      case 'seq':
        return `seq ${node.items.map((item) => this.of(item)).join()}`;
      case 'map':
        return `map ${node.entries
          .map(({ key, value }) => `${this.of(key)}:${this.of(value)}`)
          .sort()
          .join()}`;
      case 'tagged':
        return `tagged ${this.of(node.value)} ${node.tag}`;
      case 'float':
        // `+ 0` makes -0 into 0.
        return `float ${node.value + 0}`;
      default:
        return `${node.kind} ${node.value}`;
    }
  }
}

/** The keys of one mapping. */
export class KeySet {
  #texts = new Set<string>();
  #others: Set<number> | null = null;
  constructor(readonly identities: Identities) {}

  /** False if an equal key is already there. */
  add(key: YamlNode): boolean {
    if (key.kind === 'string') {
      const { size } = this.#texts;
      return this.#texts.add(key.value).size > size;
    }
    this.#others ??= new Set();
    const { size } = this.#others;
    return this.#others.add(this.identities.of(key)).size > size;
  }
}
