import { ok } from '../../shared/result';
import type { Archive } from '../package/archive';
import { readEntry } from '../package/read';
import type { SkillTree, TreeEntry, TreeEntryKind } from './tree';

/** A folder of an archive: its names, each with a record's number, or a folder below. */
interface ArchiveFolder {
  readonly files: Map<string, TreeEntry>;
  readonly folders: Map<string, ArchiveFolder>;
}

const newFolder = (): ArchiveFolder => ({ files: new Map(), folders: new Map() });

/** The entries of an archive as folders, by their safe names; of equal ones the first counts, as for Murmur's resolver. */
export interface ArchiveFolders {
  readonly archive: Archive;
  readonly root: ArchiveFolder;
  /** Names that Murmur refuses and that belong to no folder. */
  readonly unsafe: number;
}

/** The files that a package has for itself at its root, and a skill beside them has nothing to do with. */
const OWN_FILES = ['murmur.yaml', 'murmur-build.json'];
/** Folders deeper than any file system has them are not built. */
const DEPTH_LIMIT = 256;

/** Sorts an archive's records into folders. A package's own manifest and build info are left out. */
export function archiveFolders(archive: Archive): ArchiveFolders {
  const root = newFolder();
  let unsafe = 0;
  for (const index of archive.seen) {
    const kind = archive.kindOf(index);
    if (kind === 'directory') continue;
    const name = archive.safeNameOf(index);
    const parts = name === null ? [] : name.split('/');
    const last = parts.pop();
    if (last === undefined || last === '' || parts.length > DEPTH_LIMIT) {
      unsafe++;
      continue;
    }
    const folder = parts.reduce(below, root);
    if (!folder.files.has(last)) folder.files.set(last, { name: last, kind: kindOf(kind), at: index });
  }
  if (root.files.has('murmur.yaml')) for (const own of OWN_FILES) root.files.delete(own);
  return { archive, root, unsafe };
}

const kindOf = (kind: ReturnType<Archive['kindOf']>): TreeEntryKind =>
  kind === 'file' || kind === 'symlink' ? kind : 'other';

function below(folder: ArchiveFolder, name: string): ArchiveFolder {
  const known = folder.folders.get(name);
  if (known !== undefined) return known;
  const made = newFolder();
  folder.folders.set(name, made);
  return made;
}

/** The folders of an archive that hold a SKILL.md in any casing, outermost first, each below the skill it lies in. */
export function* archiveSkills(
  folders: ArchiveFolders,
): Generator<{ readonly path: string; readonly inside: string | null; readonly folder: ArchiveFolder }> {
  const waiting: Array<{ path: string; inside: string | null; folder: ArchiveFolder }> = [
    { path: '', inside: null, folder: folders.root },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, folder } = next;
    const isSkill = [...folder.files.keys()].some((name) => name.toLowerCase() === 'skill.md');
    if (isSkill) yield next;
    const inside = isSkill ? path : next.inside;
    const names = [...folder.folders.keys()].filter((name) => name !== '.git' && name !== 'node_modules');
    for (const name of names.sort().reverse()) {
      const child = folder.folders.get(name);
      if (child !== undefined) waiting.push({ path: path === '' ? name : `${path}/${name}`, inside, folder: child });
    }
  }
}

/**
 * A folder of an archive as a tree.
 * @param shown how the folder is printed
 * @param path of the folder within the archive, '' for its root, which has no name
 * @param limit bytes that one entry may give
 */
export function archiveTree(
  archive: Archive,
  folder: ArchiveFolder,
  shown: string,
  path: string,
  limit: number,
): SkillTree {
  const places = new Map<TreeEntry, ArchiveFolder>();
  return {
    shown,
    folderName: path === '' ? null : path.slice(path.lastIndexOf('/') + 1),
    list: (inside) => {
      const at = inside === null ? folder : places.get(inside);
      const entries: TreeEntry[] = [...(at?.files.values() ?? [])];
      for (const [name, child] of at?.folders ?? []) {
        const entry: TreeEntry = { name, kind: 'directory', at: -1 };
        places.set(entry, child);
        entries.push(entry);
      }
      return ok(entries);
    },
    stat: (file) => ok({ bytes: archive.sizeOf(recordOf(file)), unreadable: null }),
    head: (file, most) => {
      const read = readEntry(archive, recordOf(file), { limit });
      if (!read.ok) return read;
      return ok({ bytes: read.value.subarray(0, most), size: read.value.length });
    },
    linkTarget: (link) => {
      const read = readEntry(archive, recordOf(link), { limit: 4_096 });
      return read.ok ? Buffer.from(read.value).toString('utf8') : null;
    },
  };
}

function recordOf({ at }: TreeEntry): number {
  if (typeof at !== 'number') throw new Error('an entry of the disk was asked of an archive');
  return at;
}
