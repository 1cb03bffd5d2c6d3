import { type HierarchyRectangularNode, hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import type { Treemap, TreemapKind, TreemapNode, TreemapQuery } from '../../shared/models/treemap';
import { languageOf } from '../package/language';
import { showName } from '../text/visible';
import type { EntrySource } from './entry-index';

/** Room for a folder's name, and around what is inside it. In the units of the asked size, as pixels. */
const HEADER = 18;
const GAP = 2;
/** Folders within folders that are drawn; what is deeper stands in the last one under the rest of its path. */
const DEPTH = 8;

/**
 * The rectangles of a package, or of one folder of it, by the size of its entries and by folder: the largest `most` entries,
 * each folder that holds one of them, and in each folder one rectangle for everything else in it. Pure; 100,000 entries take
 * some tens of milliseconds. Sizes are what the directory declares. A folder that is not there is an empty treemap.
 */
export function layoutTreemap(source: EntrySource, query: TreemapQuery): Treemap {
  const { folder } = query;
  const area = new Area(source, query);
  const { total, whole, entries } = area;
  if (total === 0) return { total, whole, entries, nodes: [] };
  const root = new Branch(folder, '');
  for (const index of largest(area.sizes, query.most))
    grow(root, source.nameOf(index), area.start, index, area.sizes[index] ?? 0);
  addRests(root, source, area);
  return { total, whole, entries, nodes: laidOut(drawnRoot(root), query, whole) };
}

/** What of a package is drawn: the sizes of its records, 0 for those elsewhere. */
class Area {
  readonly sizes: Float64Array;
  readonly whole: number;
  readonly total: number;
  readonly entries: number;
  /** Where the names begin that are told apart here. */
  readonly start: number;
  readonly #isInside: (index: number) => boolean;

  constructor(source: EntrySource, { by, folder }: TreemapQuery) {
    const prefix = folder === null ? '' : `${folder}/`;
    this.start = prefix.length;
    // The record of the folder itself is what is drawn, not something in it.
    this.#isInside =
      folder === null
        ? () => true
        : (index) => source.nameOf(index).startsWith(prefix) && source.nameOf(index).length > prefix.length;
    const sizeOf = by === 'packed' ? source.packedOf.bind(source) : source.sizeOf.bind(source);
    this.sizes = new Float64Array(source.recordCount);
    let [whole, total, entries] = [0, 0, 0];
    for (let index = 0; index < this.sizes.length; index++) {
      const size = sizeOf(index);
      whole += size;
      if (!this.#isInside(index)) continue;
      this.sizes[index] = size;
      total += size;
      entries++;
    }
    [this.whole, this.total, this.entries] = [whole, total, entries];
  }

  holds(index: number): boolean {
    return this.#isInside(index);
  }
}

/** The records with the largest sizes above 0, at most so many; of equal ones the first. */
function largest(sizes: Float64Array, most: number): number[] {
  const sorted = Float64Array.from(sizes).sort();
  const floor = sorted[Math.max(0, sorted.length - most)] ?? 0;
  const chosen: number[] = [];
  const atFloor: number[] = [];
  for (const [index, size] of sizes.entries()) {
    if (size > floor) chosen.push(index);
    else if (size === floor && size > 0) atFloor.push(index);
  }
  return [...chosen, ...atFloor.slice(0, Math.max(0, most - chosen.length))];
}

/** A folder that is drawn. */
class Branch {
  /** Null for the whole package: a folder's may be empty, as that of `/x` is. */
  readonly path: string | null;
  readonly shown: string;
  readonly branches = new Map<string, Branch>();
  readonly leaves: { readonly index: number; readonly name: string; readonly size: number }[] = [];
  /** Bytes and number of the entries below that have no rectangle of their own and no drawn folder nearer to them. */
  restBytes = 0;
  restEntries = 0;

  constructor(path: string | null, shown: string) {
    this.path = path;
    this.shown = shown;
  }
}

/** @param from where the part of the name begins that the root does not stand for */
function grow(root: Branch, name: string, from: number, index: number, size: number): void {
  let branch = root;
  let start = from;
  for (let depth = 0; depth < DEPTH; depth++) {
    const slash = name.indexOf('/', start);
    if (slash < 0 || slash === name.length - 1) break;
    const component = name.slice(start, slash);
    let next = branch.branches.get(component);
    if (next === undefined) {
      next = new Branch(name.slice(0, slash), component);
      branch.branches.set(component, next);
    }
    branch = next;
    start = slash + 1;
  }
  branch.leaves.push({ index, name: name.slice(start), size });
}

/** Gives every entry without a rectangle to the nearest folder that is drawn. */
function addRests(root: Branch, source: EntrySource, area: Area): void {
  const drawn = new Set<number>();
  for (const branch of all(root)) for (const { index } of branch.leaves) drawn.add(index);
  let lastFolder: string | null = null;
  let lastBranch = root;
  for (let index = 0; index < source.recordCount; index++) {
    if (drawn.has(index) || !area.holds(index)) continue;
    const name = source.nameOf(index);
    const folder = name.slice(0, name.lastIndexOf('/', name.length - 2) + 1);
    if (folder !== lastFolder) [lastFolder, lastBranch] = [folder, nearest(root, folder, area.start)];
    lastBranch.restBytes += area.sizes[index] ?? 0;
    lastBranch.restEntries++;
  }
}

function nearest(root: Branch, folder: string, from: number): Branch {
  let branch = root;
  for (let start = from; start < folder.length; ) {
    const slash = folder.indexOf('/', start);
    const next = slash < 0 ? undefined : branch.branches.get(folder.slice(start, slash));
    if (next === undefined) break;
    branch = next;
    start = slash + 1;
  }
  return branch;
}

function* all(branch: Branch): Generator<Branch> {
  yield branch;
  for (const below of branch.branches.values()) yield* all(below);
}

/** A node before it has its place. */
interface Drawn {
  readonly key: string;
  readonly name: string;
  readonly kind: TreemapKind;
  readonly bytes: number;
  readonly entries: number;
  readonly children?: readonly Drawn[];
}

/** @param above the names of folders right above that hold nothing but this one */
function drawn(branch: Branch, above = ''): Drawn {
  const name = above + branch.shown;
  const [only, ...others] = branch.branches.values();
  const isChain = only !== undefined && others.length + branch.leaves.length + branch.restEntries === 0;
  return isChain ? drawn(only, `${name}/`) : drawnFolder(branch, name);
}

/** The root is never told with what is in it. */
const drawnRoot = (root: Branch): Drawn => drawnFolder(root, '');

function drawnFolder(branch: Branch, name: string): Drawn {
  const children: Drawn[] = [...branch.branches.values()].map((below) => drawn(below));
  for (const { index, name: leaf, size } of branch.leaves)
    children.push({ key: `e:${index}`, name: leaf, kind: kindOf(leaf, branch.path === null), bytes: size, entries: 1 });
  const { restBytes, restEntries } = branch;
  if (restEntries > 0)
    children.push({
      key: branch.path === null ? 'rest:' : `rest:${branch.path}/`,
      name: restEntries === 1 ? '1 smaller entry' : `${restEntries.toLocaleString('en-US')} smaller entries`,
      kind: 'rest',
      bytes: restBytes,
      entries: restEntries,
    });
  const sum = (field: 'bytes' | 'entries') => children.reduce((total, child) => total + child[field], 0);
  return {
    key: `f:${branch.path ?? ''}`,
    name,
    kind: 'folder',
    bytes: sum('bytes'),
    entries: sum('entries'),
    children,
  };
}

function laidOut(root: Drawn, { width, height }: TreemapQuery, whole: number): TreemapNode[] {
  const tree = hierarchy<Drawn>(root, ({ children }) => children as Drawn[] | undefined)
    .sum(({ bytes, children }) => (children === undefined ? bytes : 0))
    // A rest comes last, however large.
    .sort((a, b) => Number(a.data.kind === 'rest') - Number(b.data.kind === 'rest') || (b.value ?? 0) - (a.value ?? 0));
  const place = treemap<Drawn>()
    .tile(treemapSquarify)
    .size([width, height])
    .paddingInner(GAP)
    .paddingOuter((node) => (node.depth === 0 ? 0 : GAP))
    .paddingTop((node) => (node.depth === 0 ? 0 : HEADER));
  const nodes: TreemapNode[] = [];
  place(tree).eachBefore((node) => {
    if (node.depth > 0) nodes.push(nodeOf(node, whole));
  });
  return nodes;
}

function nodeOf({ data, depth, x0, y0, x1, y1 }: HierarchyRectangularNode<Drawn>, whole: number): TreemapNode {
  return {
    key: data.key,
    depth: depth - 1,
    shown: data.name === '' ? '⟨empty⟩' : showName(data.name),
    kind: data.kind,
    bytes: data.bytes,
    share: data.bytes / whole,
    entries: data.entries,
    x: x0,
    y: y0,
    // Where there is no room left, a rectangle is as small as nothing but never turned inside out.
    width: Math.max(0, x1 - x0),
    height: Math.max(0, y1 - y0),
  };
}

const BY_LANGUAGE: ReadonlyMap<string, TreemapKind> = new Map(
  (
    [
      ['text', 'markdown html csv diff'],
      ['data', 'json yaml toml xml ini sql'],
      [
        'code',
        'rust javascript typescript python shell css c cpp csharp java kotlin go ruby php swift lua powershell batch wit wat dockerfile makefile',
      ],
    ] as const
  ).flatMap(([kind, languages]) => languages.split(' ').map((language) => [language, kind] as const)),
);

const BY_ENDING: readonly (readonly [RegExp, TreemapKind])[] = [
  [/\.(?:wasm|exe|dll|so|dylib|a|o|bin)$/i, 'program'],
  [/\.(?:png|jpe?g|gif|webp|avif|bmp|ico|tiff?|heic|svg)$/i, 'image'],
  [/\.(?:zip|gz|tgz|xz|bz2|zst|7z|rar|tar|skill|jar|whl)$/i, 'archive'],
  [/\.(?:txt|rst|adoc|tex|log|pdf|docx?|rtf)$/i, 'text'],
  [/\.(?:parquet|arrow|db|sqlite3?|gguf|safetensors|npy|npz|pb|onnx)$/i, 'data'],
];
const MANIFESTS = new Set(['murmur.yaml', 'murmur-build.json']);

/** The kind of an entry by its last components. */
function kindOf(name: string, atRoot: boolean): TreemapKind {
  if (atRoot && MANIFESTS.has(name)) return 'manifest';
  const leaf = name.slice(name.lastIndexOf('/') + 1);
  if (/^skill\.md$/i.test(leaf)) return 'skill';
  return BY_ENDING.find(([pattern]) => pattern.test(leaf))?.[1] ?? BY_LANGUAGE.get(languageOf(leaf, null)) ?? 'other';
}
