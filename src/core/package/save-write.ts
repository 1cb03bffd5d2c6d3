import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import { numbered } from './save-names';

/** Names that are tried beside a taken one. */
const TRIES = 10_000;

/** A file that is written beside its place and put there when it is whole; nothing that exists is ever touched. */
export class NewFile {
  readonly #folder: string;
  readonly #name: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;

  private constructor(folder: string, name: string, temporary: string, handle: FileHandle) {
    this.#folder = folder;
    this.#name = name;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  /** Begins a file in a folder. `mode`: permission bits, of which the system takes its mask away. */
  static async begin(folder: string, name: string, mode = 0o666): Promise<Result<NewFile>> {
    const temporary = join(folder, `.${randomBytes(8).toString('hex')}.part`);
    try {
      return ok(new NewFile(folder, name, temporary, await open(temporary, 'wx', mode)));
    } catch (error) {
      return err(writeFailure(error));
    }
  }

  async write(bytes: Uint8Array): Promise<Result<null>> {
    try {
      for (let at = 0; at < bytes.length; ) at += (await this.#handle.write(bytes, at)).bytesWritten;
      return ok(null);
    } catch (error) {
      return err(writeFailure(error));
    }
  }

  /** Puts the file in its place, under `name (2).ext` and so on where something is there; gives the path. */
  async finish(): Promise<Result<string>> {
    try {
      await this.#handle.close();
      for (let number = 1; number <= TRIES; number++) {
        const path = join(this.#folder, number === 1 ? this.#name : numbered(this.#name, number));
        if (await placeFile(this.#temporary, path)) return ok(path);
      }
      throw new Error('every name is taken');
    } catch (error) {
      await this.abandon();
      return err(writeFailure(error));
    }
  }

  /** Removes what was written. */
  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await unlink(this.#temporary).catch(() => {});
  }
}

/** Codes of file systems that have no hard links. */
const NO_LINKS: ReadonlySet<unknown> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EXDEV',
  'EINVAL',
  'UNKNOWN',
]);

/**
 * Gives a file its name if nothing has it; false where something has. Throws the system's errors.
 * @param makeLink the system's `link`, but for tests of file systems without
 */
export async function placeFile(temporary: string, path: string, makeLink: typeof link = link): Promise<boolean> {
  try {
    await makeLink(temporary, path);
    await unlink(temporary);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!NO_LINKS.has(codeOf(error))) throw error;
  }
  try {
    // Without links: the name is taken by an empty file of ours first, which the rename then replaces.
    await (await open(path, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(temporary, path);
  return true;
}

/**
 * Makes folders below a root, one component after another. A folder that is there is used; a link is never followed, and
 * nothing that exists is changed.
 */
export async function makeFolders(root: string, path: readonly string[]): Promise<Result<string>> {
  let folder = root;
  try {
    if (!(await stat(root)).isDirectory())
      return err(failure('save-not-a-folder', 'there is a file where a folder is needed', 'Choose another folder.'));
    for (const component of path) {
      folder = join(folder, component);
      await mkdir(folder).catch((error) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
      if ((await lstat(folder)).isDirectory()) continue;
      return err(
        failure('save-not-a-folder', 'there is a file or a link where a folder is needed', 'Choose another folder.'),
      );
    }
    return ok(folder);
  } catch (error) {
    return err(writeFailure(error));
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const WRITE_FAILURES: ReadonlyMap<unknown, readonly [string, string]> = new Map([
  ['EACCES', ['permission to write there was denied', 'Choose another folder.']],
  ['EPERM', ['permission to write there was denied', 'Choose another folder.']],
  ['EROFS', ['the disk cannot be written to', 'Choose another folder.']],
  ['ENOSPC', ['the disk is full', 'Make room, or choose another disk.']],
  ['EDQUOT', ['the disk quota is used up', 'Make room, or choose another disk.']],
  ['EFBIG', ['the file is too large for the disk', 'Choose another disk.']],
  ['ENOENT', ['the folder is not there any more', 'Choose another folder.']],
  ['ENOTDIR', ['there is a file where a folder is needed', 'Choose another folder.']],
  ['ENAMETOOLONG', ['the name is too long for the disk', 'Choose a folder nearer to the root.']],
  ['EINVAL', ['the disk does not take this name', 'Choose another disk.']],
]);

/** A system's error of writing as a failure: its code, what it means, what to do. */
export function writeFailure(error: unknown): Failure {
  const code = codeOf(error);
  const known = WRITE_FAILURES.get(code);
  if (known) return failure(String(code), known[0], known[1]);
  return failure(typeof code === 'string' ? code : null, error instanceof Error ? error.message : String(error));
}
