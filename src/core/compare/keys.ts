import type { KeyChanges } from '../../shared/models/compare';
import type { YamlNode } from '../yaml';
import { mapGet, untagged } from '../yaml';
import { Identities } from '../yaml/identity';

/** Paths that are listed at most, and pairs of values that are looked at: aliases make a large document of a short text. */
const LISTED = 2000;
const LOOKED_AT = 100_000;
/** Characters of one key in a path. */
const KEY = 200;

/** How paths are written, and what is not looked into. */
export interface KeyRules {
  /** Whether this is a manifest: its artifacts are told by name, and of a `config:` only that it differs. */
  readonly manifest: boolean;
}

type Listed = 'added' | 'removed' | 'changed';

/**
 * The paths of keys at which two YAML values differ, in the order of the first, then of the second document; never a
 * value. Numbers count by value, mappings in any order, as for Murmur. Undefined: there is no such document or block.
 */
export function keyChanges(from: YamlNode | undefined, to: YamlNode | undefined, rules: KeyRules): KeyChanges {
  const walk = new KeyWalk(rules);
  walk.compare(from, to, '');
  return walk.changes();
}

/** Whether two values are equal for Murmur. */
export function sameValue(from: YamlNode, to: YamlNode): boolean {
  const identities = new Identities();
  return identities.of(from) === identities.of(to);
}

class KeyWalk {
  readonly #rules: KeyRules;
  readonly #identities = new Identities();
  readonly #lists: Record<Listed, string[]> = { added: [], removed: [], changed: [] };
  #listed = 0;
  #left = LOOKED_AT;
  #more = false;

  constructor(rules: KeyRules) {
    this.#rules = rules;
  }

  changes(): KeyChanges {
    return { ...this.#lists, more: this.#more };
  }

  /** How many places differ so far. */
  get found(): number {
    return this.#listed;
  }

  compare(from: YamlNode | undefined, to: YamlNode | undefined, path: string): void {
    if (from === undefined || to === undefined) {
      if (from !== to) this.#list(from === undefined ? 'added' : 'removed', path);
    } else if (this.#identities.of(from) !== this.#identities.of(to)) this.#compareUnequal(from, to, path);
  }

  #compareUnequal(from: YamlNode, to: YamlNode, path: string): void {
    const [a, b] = [untagged(from), untagged(to)];
    this.#left--;
    if (this.#left < 0) this.#more = true;
    else if (this.#isHidden(path) || tagOf(from) !== tagOf(to)) this.#list('changed', path);
    else if (a.kind === 'map' && b.kind === 'map') this.#compareMaps(a, b, path);
    else if (a.kind === 'seq' && b.kind === 'seq') this.#compareLists(a.items, b.items, path);
    else this.#list('changed', path);
  }

  #isHidden(path: string): boolean {
    if (!this.#rules.manifest) return false;
    return path === 'config' || (path.startsWith('artifacts[') && path.endsWith('].config'));
  }

  #list(kind: Listed, path: string): void {
    if (this.#listed >= LISTED) {
      this.#more = true;
      return;
    }
    this.#listed++;
    this.#lists[kind].push(path === '' ? '(whole document)' : path);
  }

  #compareMaps(a: Extract<YamlNode, { kind: 'map' }>, b: Extract<YamlNode, { kind: 'map' }>, path: string): void {
    this.#left -= a.entries.length + b.entries.length;
    const left = new Map(a.entries.map((pair) => [this.#identities.of(pair.key), pair]));
    const right = new Map(b.entries.map((pair) => [this.#identities.of(pair.key), pair]));
    for (const [key, pair] of left) this.compare(pair.value, right.get(key)?.value, below(path, pair.key));
    for (const [key, pair] of right) if (!left.has(key)) this.compare(undefined, pair.value, below(path, pair.key));
  }

  #compareLists(a: readonly YamlNode[], b: readonly YamlNode[], path: string): void {
    if (this.#rules.manifest && path === 'artifacts') this.#compareArtifacts(a, b);
    else if (a.length !== b.length || a.every(isScalar) || b.every(isScalar)) {
      // What moved in a list of another length cannot be told from what changed, and values have no keys.
      this.#list('changed', path);
    } else {
      this.#left -= a.length;
      for (const [index, item] of a.entries()) this.compare(item, b[index], `${path}[${index}]`);
    }
  }

  #compareArtifacts(a: readonly YamlNode[], b: readonly YamlNode[]): void {
    const [left, right] = [byName(a), byName(b)];
    const before = this.found;
    for (const [name, node] of left) this.compare(node, right.get(name), `artifacts[${name}]`);
    for (const [name, node] of right) if (!left.has(name)) this.compare(undefined, node, `artifacts[${name}]`);
    // All are equal, so it is their order that differs.
    if (this.found === before) this.#list('changed', 'artifacts');
  }
}

function isScalar(node: YamlNode): boolean {
  const { kind } = untagged(node);
  return kind !== 'map' && kind !== 'seq';
}

function tagOf(node: YamlNode): string | null {
  return node.kind === 'tagged' ? node.tag : null;
}

/** Artifacts by name; a second one of a name is `name#2`, one without a name `#` and its place. */
function byName(artifacts: readonly YamlNode[]): Map<string, YamlNode> {
  const named = new Map<string, YamlNode>();
  const counts = new Map<string, number>();
  for (const [index, node] of artifacts.entries()) {
    const given = mapGet(untagged(node), 'name');
    const name = given && untagged(given).kind === 'string' ? shortened(keyText(given)) : `#${index}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    named.set(count === 1 ? name : `${name}#${count}`, node);
  }
  return named;
}

const PLAIN_KEY = /^[\w$-]+$/;

/** A key as it reads in a path; one that is no plain word stands in brackets and quotes. */
function below(path: string, key: YamlNode): string {
  const text = shortened(keyText(key));
  if (!PLAIN_KEY.test(text)) return `${path}[${JSON.stringify(text)}]`;
  return path === '' ? text : `${path}.${text}`;
}

function keyText(key: YamlNode): string {
  const inner = untagged(key);
  if (inner.kind === 'map' || inner.kind === 'seq') return '?';
  return inner.kind === 'null' ? 'null' : String(inner.value);
}

function shortened(text: string): string {
  return text.length <= KEY ? text : `${[...text.slice(0, KEY)].slice(0, KEY - 1).join('')}…`;
}
