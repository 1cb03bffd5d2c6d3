import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { err, failure, ok, type Result } from '../../shared/result';

/** Bytes a file of ours may have; a larger one is not ours. */
const MOST = 1024 * 1024;

/** The JSON in a small file; `ok(null)` where there is no file. */
export function readJson(path: string): Result<unknown> {
  try {
    if (statSync(path).size > MOST) return err(failure('too-large', `${path} is larger than 1 MiB`));
    return ok(JSON.parse(readFileSync(path, 'utf8')) as unknown);
  } catch (error) {
    if (isAbsent(error)) return ok(null);
    return err(failure('unreadable', messageOf(error)));
  }
}

const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Writes readable JSON whole or not at all: a crash leaves the old file. */
export function writeJson(path: string, value: unknown): Result<null> {
  return writeWhole(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a file whole or not at all, through a neighbour that is then renamed. */
export function writeWhole(path: string, text: string): Result<null> {
  const arriving = `${path}.${process.pid}.part`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(arriving, text, { flush: true });
    renameSync(arriving, path);
    return ok(null);
  } catch (error) {
    removeQuietly(arriving);
    return err(failure('not-saved', messageOf(error), 'Choose another place, or check its permissions.'));
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It never arrived.
  }
}

/** Puts a file that could not be used aside as `<path>.broken`, so that nothing a person wrote is lost. */
export function putAside(path: string): void {
  try {
    renameSync(path, `${path}.broken`);
  } catch {
    // Then it stays where it is and the next write says what is wrong.
  }
}
