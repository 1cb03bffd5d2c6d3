import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { err, type Failure, failure, ok, type Result } from '../../../shared/result';
import { readFailure } from '../../io/source';

/** The header of a call that carries the secret. */
export const SECRET_HEADER = 'x-runnerd-secret';
const SECRET_FORM = /^[0-9a-fA-F]{64}$/;
/** Any secret file with more bytes is none. */
const SECRET_FILE_LIMIT = 256;

const refuse = (message: string, hint: string): Result<string> => err(failure('secret-refused', message, hint));

/**
 * Reads the secret file (4.5): 64 hex digits (a line end after them is no part of it), a regular file, no access for group
 * or others. The reason of a refusal never repeats what the file holds.
 */
export function readSecret(path: string): Result<string> {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return err(secretFailure(error));
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return refuse('the secret file is not a regular file', 'Give a regular file.');
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
      const mode = (stat.mode & 0o777).toString(8).padStart(3, '0');
      return refuse(
        `the secret file is open to group or others (mode ${mode})`,
        'chmod 600 it, and make a new secret.',
      );
    }
    const bytes = Buffer.alloc(SECRET_FILE_LIMIT);
    const secret = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).replace(/\r?\n$/, '');
    if (SECRET_FORM.test(secret)) return ok(secret);
    return refuse('the secret file does not hold 64 hex digits', 'Make one with --create-secret.');
  } catch (error) {
    return err(secretFailure(error));
  } finally {
    closeSync(file);
  }
}

/**
 * Makes a secret file with a fresh secret, for its owner only. One that is there already is never overwritten, whatever
 * it is: it is read like any other.
 */
export function createSecret(path: string): Result<string> {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readSecret(path);
    return err(secretFailure(error));
  }
  try {
    const secret = randomBytes(32).toString('hex');
    writeSync(file, `${secret}\n`);
    return ok(secret);
  } catch (error) {
    return err(secretFailure(error));
  } finally {
    closeSync(file);
  }
}

function secretFailure(error: unknown): Failure {
  const given = readFailure(error);
  if (given.code === 'ELOOP') return failure('secret-refused', 'the secret file is a link', 'Give a regular file.');
  if (given.code === 'ENOENT') return failure('ENOENT', 'there is no secret file', 'Make one with --create-secret.');
  return failure(given.code, `the secret file: ${given.message}`, given.hint);
}
