import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diskFailure, readDiskHead } from '../../core/skill/disk-tree';
import { SKILL_TEXT_LIMIT } from '../../core/skill/text';
import { err, failure, ok, type Result } from '../../shared/result';
import { hashOf } from './detail';

export const changedMeanwhile = failure(
  'file-changed',
  'SKILL.md changed on disk meanwhile, so nothing was written.',
  'Look at it as it is now and try again.',
);

/**
 * Replaces a regular file whole if it still has the content with a hash: a new file beside it, with its mode and owner,
 * then renamed over it, so that there is always the old content or the new.
 * @param expected sha256 of the content that may be replaced
 */
export function replaceFile(file: string, expected: string, bytes: Uint8Array): Result<null> {
  const arriving = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const stat = lstatSync(file);
    if (!stat.isFile()) return err(failure('not-a-file', 'SKILL.md is no regular file.', 'It is not written to.'));
    writeWhole(arriving, bytes, stat);
    // As late as can be: whoever saved the file until now keeps what he saved.
    if (!isStill(file, expected)) {
      rmSync(arriving, { force: true });
      return err(changedMeanwhile);
    }
    renameSync(arriving, file);
    return ok(null);
  } catch (error) {
    rmSync(arriving, { force: true });
    const { code, message } = diskFailure(error);
    return err(failure(code, `SKILL.md was not written: ${message}.`, 'Check the permissions of its folder.'));
  }
}

function isStill(file: string, expected: string): boolean {
  const now = readDiskHead(file, SKILL_TEXT_LIMIT);
  return now.ok && now.value.size === now.value.bytes.length && hashOf(now.value.bytes) === expected;
}

function writeWhole(path: string, bytes: Uint8Array, { mode, uid, gid }: Stats): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    keepOwner(descriptor, uid, gid);
    fchmodSync(descriptor, mode & 0o7777);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Only where the system lets us: what we write is ours then, as with every editor. */
function keepOwner(descriptor: number, uid: number, gid: number): void {
  if (process.getuid?.() === uid && process.getgid?.() === gid) return;
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // The content matters more than whose it is.
  }
}
