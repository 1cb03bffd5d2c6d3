import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { err, failure, ok, type Result } from '../../shared/result';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where stores stand below a home or a project (spec 2.2). */
export const ARTIFACTS = join('.murmur', 'artifacts');
export const MANIFEST_NAME = 'murmur.yaml';

/** The global store's folder, which need not exist: from HOME, else USERPROFILE, as `mur` does. */
export function globalRoot(env: Environment): Result<string> {
  const home = env.HOME || env.USERPROFILE;
  if (home) return ok(join(home, ARTIFACTS));
  return err(failure('no-home', 'the home directory is not known', 'Set HOME, or name a store with --root.'));
}

/** The folder of the nearest `murmur.yaml` at or above a folder, or null. */
export function nearestProject(from: string): string | null {
  let folder = resolve(from);
  for (;;) {
    if (isFile(join(folder, MANIFEST_NAME))) return folder;
    const above = dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
}

/** The store of a project's folder, which need not exist. */
export function projectRoot(project: string): string {
  return join(project, ARTIFACTS);
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}
