import { basename, join } from 'node:path';
import { err, failure, ok, type Result } from '../../shared/result';
import type { Listed, StoreFiles } from '../store/files';
import { ARTIFACTS, MANIFEST_NAME } from '../store/roots';
import { roleOf } from '../store/version-files';
import type { OpenChoice } from './choice';

/** Names looked at in one folder, and in all of them together. */
const NAMES = 20_000;
const ALL_NAMES = 60_000;
/** Levels below the folder in which a skill is looked for. */
const DEEPEST = 8;
/** Folders in which nobody keeps skills of their own. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.murmur',
  '.hg',
  '.svn',
  '__pycache__',
  'target',
]);

/** The views of a folder, in the order of spec 1.1; a folder that is several things has several. */
export function viewsOfFolder(path: string, files: StoreFiles): Result<readonly OpenChoice[]> {
  const listing = files.list(path, NAMES);
  if (!listing.ok)
    return err(failure(listing.error.code, `cannot be opened: ${listing.error.message}`, listing.error.hint));
  const { entries } = listing.value;
  const has = (name: string) => entries.some((entry) => entry.name === name && isFile(files, path, entry));
  const views: OpenChoice[] = [];
  if (has(MANIFEST_NAME)) views.push({ kind: 'project', path });
  if (holdsSkill(path, entries, files)) views.push({ kind: 'skills', path });
  const runners = entries.find((entry) => entry.name === 'runners.toml' && isFile(files, path, entry));
  if (runners) views.push({ kind: 'naming', path: join(path, runners.name) });
  else if (holdsPackets(path, entries, files)) views.push({ kind: 'naming', path });
  const store = storeIn(path, entries, files);
  if (store !== null) views.push({ kind: 'registry', path: store });
  if (views.length > 0) return ok(views);
  return err(failure('not-openable', whatFolderIs(entries)));
}

function isFile(files: StoreFiles, folder: string, entry: Listed): boolean {
  if (entry.kind !== 'link') return entry.kind === 'file';
  const seen = files.look(join(folder, entry.name));
  return seen.ok && seen.value?.kind === 'file';
}

/** SKILL.md in any casing, here or below: near ones first, links not followed, within bounds. */
function holdsSkill(path: string, top: readonly Listed[], files: StoreFiles): boolean {
  let level: Array<{ readonly path: string; readonly entries: readonly Listed[] }> = [{ path, entries: top }];
  let left = ALL_NAMES;
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
    if (level.some(({ entries }) => entries.some(isSkill))) return true;
    const below: typeof level = [];
    for (const folder of level) {
      for (const entry of folder.entries) {
        if (left <= 0) return false;
        if (entry.kind !== 'folder' || PASSED_OVER.has(entry.name)) continue;
        const inner = join(folder.path, entry.name);
        const listing = files.list(inner, Math.min(NAMES, left));
        if (!listing.ok) continue;
        left -= listing.value.entries.length + 1;
        below.push({ path: inner, entries: listing.value.entries });
      }
    }
    level = below;
  }
  return false;
}

const isSkill = (entry: Listed) => entry.kind !== 'folder' && entry.name.toLowerCase() === 'skill.md';

/** A folder of packets holds JSON files and nothing else, and the first of them looks like a packet. */
function holdsPackets(path: string, entries: readonly Listed[], files: StoreFiles): boolean {
  const shown = entries.filter((entry) => !entry.name.startsWith('.'));
  const packets = shown.filter((entry) => /\.json$/i.test(entry.name) && entry.kind === 'file');
  const first = packets[0];
  if (first === undefined || packets.length !== shown.length) return false;
  const head = files.head(join(path, first.name), 64 * 1024);
  const text = head.ok ? Buffer.from(head.value.buffer, head.value.byteOffset, head.value.length).toString('utf8') : '';
  return /^\s*\{/.test(text) && !/"meta"\s*:/.test(text);
}

/** The store that a folder is, or holds at the place where a home or a project has it. */
function storeIn(path: string, entries: readonly Listed[], files: StoreFiles): string | null {
  const isFolder = (inner: string) => {
    const seen = files.look(inner);
    return seen.ok && seen.value?.kind === 'folder';
  };
  if (basename(path) === 'artifacts' && (entries.length === 0 || holdsVersions(path, files))) return path;
  for (const below of [ARTIFACTS, ...(basename(path) === '.murmur' ? ['artifacts'] : [])])
    if (isFolder(join(path, below))) return join(path, below);
  if (holdsVersions(path, files)) return path;
  const inner = join(path, 'artifacts');
  return isFolder(inner) && holdsVersions(inner, files) ? inner : null;
}

/** Names looked at on each level, to find one version. */
const FEW = 40;

/** Whether `<scope>/<name>/<version>` (or the older `<name>/<version>`) below a folder holds a package's files. */
function holdsVersions(root: string, files: StoreFiles): boolean {
  const below = (folder: string) => {
    const listing = files.list(folder, FEW);
    return listing.ok ? listing.value.entries : [];
  };
  const folders = (folder: string) =>
    below(folder)
      .filter(({ name, kind }) => (kind === 'folder' || kind === 'link') && !name.startsWith('.'))
      .map(({ name }) => `${folder}/${name}`);
  const isVersion = (folder: string) => below(folder).some((entry) => roleOf(entry.name) !== null);
  const seconds = folders(root)
    .slice(0, FEW)
    .flatMap(folders)
    .slice(0, FEW * 4);
  return seconds.some((second) => isVersion(second) || folders(second).slice(0, 4).some(isVersion));
}

function whatFolderIs(entries: readonly Listed[]): string {
  if (entries.length === 0) return 'is an empty folder';
  const packages = entries.filter((entry) => entry.name.toLowerCase().endsWith('.mur.zip')).length;
  if (packages > 0)
    return `is a folder with ${packages === 1 ? 'a package' : `${packages} packages`} in it; open ${packages === 1 ? 'that' : 'those'}`;
  return 'is a folder without a murmur.yaml, a SKILL.md, blocks or packages';
}
