import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The paths of a command line, absolute: what follows the program (and, unpackaged, the app's folder) and is no switch;
 * after `--` everything. A file manager may give `file:` addresses.
 */
export function pathsOf(argv: readonly string[], { packaged, cwd }: { packaged: boolean; cwd: string }): string[] {
  const given = argv.slice(1);
  const end = given.indexOf('--');
  const before = (end < 0 ? given : given.slice(0, end)).filter((arg) => !arg.startsWith('-'));
  const after = end < 0 ? [] : given.slice(end + 1);
  return [...(packaged ? before : before.slice(1)), ...after]
    .filter((arg) => arg !== '')
    .map((arg) => toPath(arg, cwd));
}

function toPath(arg: string, cwd: string): string {
  if (!arg.startsWith('file:')) return resolve(cwd, arg);
  try {
    return fileURLToPath(arg);
  } catch {
    return resolve(cwd, arg);
  }
}
