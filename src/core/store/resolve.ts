import { basename } from 'node:path';
import { err, failure, ok, type Result } from '../../shared/result';
import { showName } from '../text/visible';
import { type StoreFiles, storeFiles } from './files';
import { compareVersions, hostPlatform, isNamePart, PLATFORMS } from './names';
import { globalRoot, nearestProject, projectRoot } from './roots';

/** A package named as `scope/name@version`. */
export interface PackageRef {
  readonly scope: string;
  readonly name: string;
  readonly version: string;
}

/** A version is one component of a path, so that a reference never leaves the store. */
const VERSION = /^[^/\\\0]{1,200}$/;

/** Reads `scope/name@version`; null where the text is none. */
export function parsePackageRef(text: string): PackageRef | null {
  const at = text.indexOf('@');
  const slash = text.indexOf('/');
  if (at < 0 || slash < 0 || slash > at) return null;
  const [scope, name, version] = [text.slice(0, slash), text.slice(slash + 1, at), text.slice(at + 1)];
  if (!isNamePart(scope) || !isNamePart(name) || !VERSION.test(version) || /^\.\.?$/.test(version)) return null;
  return { scope, name, version };
}

/** Where a named package is. */
export interface ResolvedPackage extends PackageRef {
  /** Path of the archive. */
  readonly path: string;
  readonly store: 'project' | 'global';
  /** Of a native package. */
  readonly platform: string | null;
}

export interface ResolveWhere {
  /** Where the project is looked for: here and above. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files?: StoreFiles;
  /** In Murmur's words, as `linux-x86_64`. */
  readonly platform?: string | null;
}

/**
 * The archive of `scope/name@version`, looked for in the project's store, then in the global one, as Murmur does: the
 * archive of this machine's platform, else the one of every platform; where there is neither and only one other is
 * installed, that one, to look at. Codes: `not-a-reference`, `not-installed`, `several-platforms`, or the reading's own.
 */
export function resolvePackageRef(text: string, where: ResolveWhere): Result<ResolvedPackage> {
  const ref = parsePackageRef(text);
  if (ref === null) {
    const message = `'${showName(text)}' is no package reference`;
    return err(failure('not-a-reference', message, 'Write scope/name@version, as in local/house@0.1.0.'));
  }
  const { files = storeFiles, platform = hostPlatform() } = where;
  const installed: string[] = [];
  for (const { store, root } of storesOf(where)) {
    const found = findIn(root, ref, files, platform);
    if (found.ok && found.value !== null) return ok({ ...ref, ...found.value, store });
    if (!found.ok) return found;
    installed.push(...versionsIn(root, ref, files));
  }
  const versions = [...new Set(installed)].sort(compareVersions).map(showName);
  const hint =
    versions.length === 0
      ? 'murscope store list --all shows what is installed.'
      : `Installed ${versions.length === 1 ? 'is' : 'are'} ${versions.slice(-10).join(', ')}.`;
  return err(failure('not-installed', `${showName(text)} is not installed`, hint));
}

function storesOf({ cwd, env }: ResolveWhere): Array<{ store: 'project' | 'global'; root: string }> {
  const project = nearestProject(cwd);
  const global = globalRoot(env);
  return [
    ...(project === null ? [] : [{ store: 'project' as const, root: projectRoot(project) }]),
    ...(global.ok ? [{ store: 'global' as const, root: global.value }] : []),
  ];
}

type Found = Pick<ResolvedPackage, 'path' | 'platform'>;

function findIn(root: string, ref: PackageRef, files: StoreFiles, host: string | null): Result<Found | null> {
  const stem = `${root}/${ref.scope}/${ref.name}/${ref.version}/${ref.name}-${ref.version}`;
  const exists = (platform: string | null) => {
    const path = `${stem}${platform === null ? '' : `-${platform}`}.mur.zip`;
    const seen = files.look(path);
    return seen.ok && seen.value?.kind === 'file' ? { path, platform } : null;
  };
  const own = (host === null ? null : exists(host)) ?? exists(null);
  if (own !== null) return ok(own);
  const others = PLATFORMS.flatMap((platform) => exists(platform) ?? []);
  if (others.length <= 1) return ok(others[0] ?? null);
  const paths = others.map(({ path }) => showName(basename(path))).join(', ');
  const message = `${ref.scope}/${ref.name}@${showName(ref.version)} is installed for other platforms only: ${paths}`;
  return err(failure('several-platforms', message, 'Give the path of the one that is meant.'));
}

function versionsIn(root: string, ref: PackageRef, files: StoreFiles): string[] {
  const listing = files.list(`${root}/${ref.scope}/${ref.name}`, 1000);
  if (!listing.ok) return [];
  return listing.value.entries.filter(({ kind }) => kind === 'folder' || kind === 'link').map(({ name }) => name);
}
