import type { StoreFiles } from './files';

/** What a store's folders of the second level looked like: a text that differs as soon as something in them does. */
export type StorePrint = ReadonlyMap<string, string>;

const NAMES = 100_000;
const SLICE = 12;

/** Looks at every name, size and time of a store, for file systems that tell nobody of changes. */
export async function storePrint(root: string, files: StoreFiles, stopped: () => boolean): Promise<StorePrint> {
  const print = new Map<string, string>();
  let since = performance.now();
  const top = files.list(root, NAMES);
  if (!top.ok) return print;
  print.set('', namesOf(top.value.entries));
  for (const { name: scope, kind } of top.value.entries) {
    if (kind !== 'folder' && kind !== 'link') continue;
    const below = files.list(`${root}/${scope}`, NAMES);
    if (!below.ok) continue;
    print.set(scope, namesOf(below.value.entries));
    for (const { name, kind: which } of below.value.entries) {
      if (which !== 'folder' && which !== 'link') continue;
      const key = `${scope}/${name}`;
      print.set(key, lookAt(`${root}/${key}`, files, 2).join('\n'));
      if (performance.now() - since < SLICE) continue;
      await new Promise((resume) => setImmediate(resume));
      if (stopped()) return print;
      since = performance.now();
    }
  }
  return print;
}

const namesOf = (entries: ReadonlyArray<{ readonly name: string; readonly kind: string }>) =>
  entries
    .map(({ name, kind }) => `${kind} ${name}`)
    .sort()
    .join('\n');

function lookAt(folder: string, files: StoreFiles, levels: number): string[] {
  const listing = files.list(folder, NAMES);
  if (!listing.ok) return [`? ${listing.error.code}`];
  return listing.value.entries
    .flatMap(({ name, kind }) => {
      const path = `${folder}/${name}`;
      if (kind === 'folder' && levels > 1) return [`${name}/`, ...lookAt(path, files, levels - 1)];
      const seen = files.look(path);
      const { size, mtimeMs, ino } = (seen.ok && seen.value) || { size: -1, mtimeMs: 0, ino: 0 };
      return [`${name} ${size} ${mtimeMs} ${ino}`];
    })
    .sort();
}

/** The keys at which two prints differ; a change of the root's or a scope's names is told as its path. */
export function changedKeys(before: StorePrint, after: StorePrint): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key));
}
