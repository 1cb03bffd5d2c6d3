import { visible } from '../../../src/renderer/kit/visible';
import type { Table, TableQuery, TableRow } from '../../../src/shared/contract/package';
import type { Entry } from '../../../src/shared/models/package';

/** A folder of the made-up tree. */
interface Node {
  readonly key: string;
  readonly name: string;
  readonly children: Map<string, Node>;
  entry: Entry | null;
  isFolder: boolean;
  size: number;
  packed: number;
  entries: number;
}

export interface MadeTable {
  readonly table: Table;
  readonly rows: readonly TableRow[];
}

const folder = (key: string, name: string): Node => ({
  key,
  name,
  children: new Map(),
  entry: null,
  isFolder: true,
  size: 0,
  packed: 0,
  entries: 0,
});

/** Entries as a tree: what the real worker does, in its plainest form. */
export function treeOf(entries: readonly Entry[]): Node {
  const root = folder('f:', '');
  for (const entry of entries) {
    const parts = entry.name.split('/').filter((part) => part !== '');
    let node = root;
    for (const [depth, part] of parts.entries()) {
      const isLast = depth === parts.length - 1 && entry.kind !== 'directory';
      const id = isLast ? `${part}\0${entry.index}` : part;
      let next = node.children.get(id);
      if (!next) {
        next = folder(isLast ? `e:${entry.index}` : `f:${parts.slice(0, depth + 1).join('/')}`, part);
        next.isFolder = !isLast;
        node.children.set(id, next);
      }
      node = next;
      if (!isLast) {
        node.size += entry.size;
        node.packed += entry.compressedSize;
        if (entry.kind !== 'directory') node.entries++;
      }
    }
    node.entry = entry;
    if (!node.isFolder) {
      node.size = entry.size;
      node.packed = entry.compressedSize;
    }
  }
  return root;
}

type Value = string | number;
const VALUES: Readonly<Record<TableQuery['sort'], (node: Node) => Value>> = {
  name: (node) => node.name,
  size: (node) => node.size,
  packed: (node) => node.packed,
  ratio: (node) => (node.size ? node.packed / node.size : 0),
  method: (node) => node.entry?.method ?? -1,
  modified: (node) => node.entry?.modified ?? '',
  crc: (node) => node.entry?.crc32 ?? '',
  index: (node) => node.entry?.index ?? -1,
};

let tables = 0;

export function makeTable(root: Node, query: TableQuery): MadeTable {
  const rows: TableRow[] = [];
  const filter = query.filter.toLowerCase();
  const fits = (node: Node): boolean => {
    if (!filter) return true;
    if ((node.entry?.name ?? node.key.slice(2)).toLowerCase().includes(filter)) return true;
    return node.isFolder && [...node.children.values()].some(fits);
  };
  const isOpen = (key: string): boolean => {
    if (filter || query.open === 'all') return true;
    return 'allBut' in query.open ? !query.open.allBut.includes(key) : query.open.includes(key);
  };
  const sign = query.direction === 'up' ? 1 : -1;
  const value = VALUES[query.sort];
  const order = (a: Node, b: Node) => {
    const [x, y] = [value(a), value(b)];
    return x < y ? -sign : x > y ? sign : a.name < b.name ? -1 : 1;
  };
  const flat = query.layout === 'flat';
  const add = (node: Node, depth: number, shown: string) => {
    const open = node.isFolder && isOpen(node.key);
    rows.push({
      key: node.key,
      depth,
      shown: visible(shown),
      folder: node.isFolder ? { open, entries: node.entries } : null,
      size: node.size,
      packed: node.packed,
      entry: node.entry,
    });
    if (open) walk(node, depth + 1);
  };
  const walk = (node: Node, depth: number) => {
    for (const child of [...node.children.values()].filter(fits).sort(order)) add(child, depth, child.name);
  };
  if (flat) {
    const all: Node[] = [];
    const collect = (node: Node) => {
      for (const child of node.children.values()) child.isFolder ? collect(child) : all.push(child);
    };
    collect(root);
    for (const node of all.filter(fits).sort(order)) add(node, 0, node.entry?.name ?? node.name);
  } else walk(root, 0);
  const count = (node: Node): number =>
    node.isFolder ? [...node.children.values()].reduce((sum, child) => sum + count(child), 0) : fits(node) ? 1 : 0;
  const matches = count(root);
  return { table: { table: ++tables, rows: rows.length, matches }, rows };
}
