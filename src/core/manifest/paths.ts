import { statSync } from 'node:fs';
import { err, ok, type Result } from '../../shared/result';
import { osError, osErrorOf } from '../io/os-error';
import { guardReads, openFile } from '../io/source';
import type { Archive } from '../package/archive';
import { readEntry } from '../package/read';
import { decodeUtf8, utf8FaultText } from '../text/utf8';

/** What a relative path in a manifest resolves against (S1). */
export type ManifestBase =
  /** The folder that holds the manifest, as spelled; `cwd` is where a relative one starts. */
  { readonly kind: 'folder'; readonly folder: string; readonly cwd: string } | PackageBase;

/** A package, shown as `<scope>/<name>@<version>`. */
export interface PackageBase {
  readonly kind: 'package';
  readonly label: string;
  /** Null where no directory can be read at all. */
  readonly archive: Archive | null;
  /** Why Murmur does not open the package, null where it does. */
  readonly refusal: string | null;
  readonly cwd: string;
}

/** Where one declared path is read from. */
export type Location =
  | { readonly at: 'host'; readonly path: string }
  | { readonly at: 'entry'; readonly name: string }
  /** A package path with a `..` component, which is refused. */
  | { readonly at: 'outside' };

export interface Located {
  readonly location: Location;
  /** The string that Murmur prints for it. */
  readonly resolved: string;
  readonly base: 'manifest-folder' | 'installed-package' | 'host-path';
}

/** Why a path gives nothing: `io::ErrorKind`'s name and Rust's text. Murmur has no code here. */
export interface PathError {
  readonly kind: string;
  readonly code: null;
  readonly message: string;
}

const NOT_IN_PACKAGE =
  "not in the installed package; list it under requires_files: in the capsule's murmur.yaml and rebuild the package";
/** Why a path with a `..` component gives nothing from a package. */
export const OUTSIDE_PACKAGE = 'names a path outside the installed package';
/** A text of a manifest is read up to this many bytes, however much Murmur would take. */
export const TEXT_LIMIT = 64 * 1024 * 1024;

const pathError = (kind: string, message: string) => err<PathError>({ kind, code: null, message });

/** A declared relative path as an entry's name: its components joined by `/`, null when one is `..` (S1). */
export function normaliseDeclared(declared: string): string | null {
  const parts = declared.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? null : parts.join('/');
}

/** Folder and relative path, not normalised; an empty folder gives the path, one that ends in `/` adds none. */
function joined(folder: string, path: string): string {
  return folder === '' || folder.endsWith('/') ? folder + path : `${folder}/${path}`;
}

/** Where `declared` is read from and how Murmur shows it (S1). Looks at nothing. */
export function locate(base: ManifestBase, declared: string): Located {
  if (declared.startsWith('/'))
    return { location: { at: 'host', path: declared }, resolved: declared, base: 'host-path' };
  if (base.kind === 'folder') {
    const path = joined(base.folder, declared);
    return { location: { at: 'host', path }, resolved: path, base: 'manifest-folder' };
  }
  const name = normaliseDeclared(declared);
  return {
    location: name === null ? { at: 'outside' } : { at: 'entry', name },
    resolved: `${base.label}!/${name ?? declared}`,
    base: 'installed-package',
  };
}

/** A host path from where the program runs. Not normalised: `a/../b` may lead elsewhere than `b`. */
export function hostPath(cwd: string, path: string): string {
  return path === '' || path.startsWith('/') ? path : joined(cwd, path);
}

/**
 * The text of the file that `declared` names, with Murmur's errors (S1). Only regular files are read, and at most `limit`
 * bytes of them.
 */
export function readDeclared(base: ManifestBase, declared: string, limit: number): Result<string, PathError> {
  const { location } = locate(base, declared);
  if (location.at === 'host') return readHostText(hostPath(base.cwd, location.path), Math.min(limit, TEXT_LIMIT));
  if (location.at === 'outside' || base.kind === 'folder') return pathError('InvalidInput', OUTSIDE_PACKAGE);
  if (location.name === '') return pathError('NotFound', NOT_IN_PACKAGE);
  if (base.archive === null || base.refusal !== null) return unopened(base);
  const { archive } = base;
  const index = archive.find(location.name);
  if (index === null) return pathError('NotFound', NOT_IN_PACKAGE);
  // The resolver matches by safe name, the reader then asks by the decoded name: a name that is not UTF-8 has none.
  const asked = archive.byName(archive.nameOf(index));
  if (asked === null) return pathError('InvalidData', 'zip archive error: specified file not found in archive');
  const read = readEntry(archive, asked, { limit });
  if (!read.ok) return pathError('InvalidData', read.error.message);
  const text = decodeUtf8(read.value);
  return text.ok ? ok(text.text) : pathError('InvalidData', utf8FaultText(text.fault));
}

function readHostText(path: string, limit: number): Result<string, PathError> {
  // On Windows such a path is a network share: looking would already talk to another machine.
  if (process.platform === 'win32' && /^[\\/]{2}/.test(path))
    return pathError('InvalidInput', 'a path on another machine is not read');
  const opened = openFile(path);
  if (!opened.ok) return hostError(opened.error.code, opened.error.message);
  const source = opened.value;
  try {
    if (source.size > limit)
      return pathError('InvalidData', `is larger than the ${limit} bytes that are read of a text`);
    const read = guardReads(() => ok(source.read(0, source.size)));
    if (!read.ok) return hostError(read.error.code, read.error.message);
    const text = decodeUtf8(read.value);
    return text.ok ? ok(text.text) : pathError('InvalidData', 'stream did not contain valid UTF-8');
  } finally {
    source.close();
  }
}

function hostError(code: string | null, message: string): Result<never, PathError> {
  if (code === 'ERR_INVALID_ARG_VALUE') return pathError('InvalidInput', 'file name contained an unexpected NUL byte');
  if (code === 'not-a-file' && message === 'is a folder') return hostError('EISDIR', message);
  if (code === 'not-a-file') return pathError('InvalidInput', `${message}; only regular files are read`);
  const { kind, message: text } = osError(code, message);
  return pathError(kind, text);
}

/** A skill's source may name a folder; a prompt is a file. */
export type Wanted = 'file' | 'file-or-folder';

/**
 * Why `declared` names nothing that could be read, null when it does. Only looks: entries' names in a package, one stat
 * on the host (spec 6.2).
 */
export function whyNotFound(base: ManifestBase, declared: string, wanted: Wanted): PathError | null {
  const { location } = locate(base, declared);
  const found =
    location.at === 'host'
      ? lookOnHost(hostPath(base.cwd, location.path), wanted)
      : location.at === 'outside' || base.kind === 'folder'
        ? pathError('InvalidInput', OUTSIDE_PACKAGE)
        : lookInPackage(base, location.name, wanted);
  return found.ok ? null : found.error;
}

function lookOnHost(path: string, wanted: Wanted): Result<null, PathError> {
  if (process.platform === 'win32' && /^[\\/]{2}/.test(path))
    return pathError('InvalidInput', 'a path on another machine is not looked up');
  try {
    const stat = statSync(path);
    if (stat.isFile() || (stat.isDirectory() && wanted === 'file-or-folder')) return ok(null);
    if (stat.isDirectory()) return hostError('EISDIR', '');
    return pathError('InvalidInput', 'is no regular file');
  } catch (error) {
    const { kind, message } = osErrorOf(error);
    return pathError(kind, message);
  }
}

/** Why no path of a package gives anything when Murmur does not open it. */
export function unopenedText({ refusal }: PackageBase): string {
  return `cannot open the installed package: ${refusal}`;
}

function unopened(base: PackageBase): Result<never, PathError> {
  return pathError('InvalidData', unopenedText(base));
}

function lookInPackage(base: PackageBase, name: string, wanted: Wanted): Result<null, PathError> {
  if (name === '') return pathError('NotFound', NOT_IN_PACKAGE);
  if (base.archive === null || base.refusal !== null) return unopened(base);
  const { archive } = base;
  if (archive.find(name) !== null) return ok(null);
  if (wanted === 'file-or-folder' && holdsFolder(archive, name)) return ok(null);
  return pathError('NotFound', NOT_IN_PACKAGE);
}

const sortedNames = new WeakMap<Archive, readonly string[]>();

/** Safe names of all seen files, sorted once an archive, so that a folder is found without a walk over all of them. */
function namesOf(archive: Archive): readonly string[] {
  const known = sortedNames.get(archive);
  if (known) return known;
  const made: string[] = [];
  for (const index of archive.seen) {
    const name = archive.kindOf(index) === 'directory' ? null : archive.safeNameOf(index);
    if (name !== null) made.push(name);
  }
  made.sort();
  sortedNames.set(archive, made);
  return made;
}

/** Whether any seen file stands below a folder of the package. */
function holdsFolder(archive: Archive, folder: string): boolean {
  const names = namesOf(archive);
  const under = `${folder}/`;
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] ?? '') < under) low = middle + 1;
    else high = middle;
  }
  return names[low]?.startsWith(under) ?? false;
}
