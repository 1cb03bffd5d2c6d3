import { constants } from 'node:os';

/** A failed call of the operating system as Rust's `io::Error` names and prints it. */
export interface OsError {
  /** `NotFound`, `PermissionDenied`…: the variant of `io::ErrorKind`. */
  readonly kind: string;
  /** `No such file or directory (os error 2)`. */
  readonly message: string;
}

/** Kind and text by code; the number is the system's own. */
const ERRORS: ReadonlyMap<string, readonly [kind: string, text: string]> = new Map([
  ['ENOENT', ['NotFound', 'No such file or directory']],
  ['EACCES', ['PermissionDenied', 'Permission denied']],
  ['EPERM', ['PermissionDenied', 'Operation not permitted']],
  ['EISDIR', ['IsADirectory', 'Is a directory']],
  ['ENOTDIR', ['NotADirectory', 'Not a directory']],
  ['ELOOP', ['FilesystemLoop', 'Too many levels of symbolic links']],
  ['ENAMETOOLONG', ['InvalidFilename', 'File name too long']],
  ['EINVAL', ['InvalidInput', 'Invalid argument']],
  ['EIO', ['Uncategorized', 'Input/output error']],
  ['ENXIO', ['Uncategorized', 'No such device or address']],
  ['EMFILE', ['Uncategorized', 'Too many open files']],
  ['ENFILE', ['Uncategorized', 'Too many open files in system']],
  ['ENOMEM', ['OutOfMemory', 'Cannot allocate memory']],
  ['EBUSY', ['ResourceBusy', 'Device or resource busy']],
  ['ESTALE', ['StaleNetworkFileHandle', 'Stale file handle']],
  ['ETIMEDOUT', ['TimedOut', 'Connection timed out']],
]);

/** The system's error with a code of its (`ENOENT`), in Rust's words; unknown codes keep what Node says. */
export function osError(code: string | null, otherwise: string): OsError {
  const known = code === null ? undefined : ERRORS.get(code);
  const number = code === null ? undefined : Object.entries(constants.errno).find(([name]) => name === code)?.[1];
  if (!known) return { kind: 'Uncategorized', message: otherwise };
  return { kind: known[0], message: number === undefined ? known[1] : `${known[1]} (os error ${number})` };
}

/** A thrown error of `node:fs` in Rust's words. A path with a NUL never reaches the system. */
export function osErrorOf(error: unknown): OsError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === 'ERR_INVALID_ARG_VALUE')
    return { kind: 'InvalidInput', message: 'file name contained an unexpected NUL byte' };
  return osError(code, error instanceof Error ? error.message : String(error));
}
