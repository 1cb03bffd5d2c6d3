import { closeSync, lstatSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFailure } from '../../core/io/source';
import type { PackageModel } from '../../core/model/model';
import { streamEntry } from '../../core/package/stream';
import { showName } from '../../core/text/visible';
import { err, failure, ok, type Result } from '../../shared/result';
import type { JobContext } from './protocol';

/** What is saved: one record, or everything below a folder of the package. */
export type SaveWhat = { readonly entry: number } | { readonly folder: string };

export interface Saved {
  readonly saved: number;
  /** What was left out and why; the first hundred. */
  readonly skipped: readonly { readonly shown: string; readonly why: string }[];
  readonly skippedCount: number;
}

const SAID = 100;

/** The last component of its safe name, without what a file system would take for something else. */
export function fileNameOf({ archive }: PackageModel, index: number): Result<string> {
  if (index >= archive.recordCount) return err(failure('no-such-entry', 'There is no such entry.'));
  const last = archive.safeNameOf(index)?.split('/').at(-1) ?? '';
  const name = last.replace(/[\\<>:"|?*\p{Cc}\p{Cf}]/gu, '_').slice(0, 200);
  return ok(isUsable(name) ? name : `entry-${index}`);
}

/** Saves one record as the file that a person named. A file that is there already is never touched. */
export async function saveEntry(
  model: PackageModel,
  { index, to, limit }: { index: number; to: string; limit: number },
  context: JobContext,
): Promise<Result<Saved>> {
  if (index >= model.archive.recordCount) return err(failure('no-such-entry', 'There is no such entry.'));
  const why = await write(model, index, to, limit, context);
  return why === null ? ok({ saved: 1, skipped: [], skippedCount: 0 }) : err(why);
}

/** Saves what lies below a folder of the package under its safe names below a folder on disk, leaving out what is there. */
export async function saveFolder(
  model: PackageModel,
  { folder, to, limit }: { folder: string; to: string; limit: number },
  context: JobContext,
): Promise<Result<Saved>> {
  const { archive } = model;
  const skipped: { shown: string; why: string }[] = [];
  let [saved, skippedCount] = [0, 0];
  const below = `${folder}/`;
  for (let index = 0; index < archive.recordCount; index++) {
    if (context.signal.aborted) return err(failure('cancelled', 'Cancelled.'));
    const name = archive.nameOf(index);
    const safe = archive.safeNameOf(index);
    if (folder !== '' && !name.startsWith(below) && !safe?.startsWith(below)) continue;
    const kind = archive.kindOf(index);
    if (kind === 'directory') continue;
    const why = kind === 'file' ? await saveBelow(model, index, to, limit, context) : 'a link or a special file';
    context.onProgress(index + 1, archive.recordCount);
    if (why === null) saved++;
    else {
      skippedCount++;
      if (skipped.length < SAID) skipped.push({ shown: showName(name), why });
    }
  }
  return ok({ saved, skipped, skippedCount });
}

async function saveBelow(
  model: PackageModel,
  index: number,
  to: string,
  limit: number,
  context: JobContext,
): Promise<string | null> {
  const parts = (model.archive.safeNameOf(index) ?? '').split('/');
  if (parts.some((part) => !isUsable(part))) return 'its name cannot be used safely';
  const refused = makeFolders(to, parts.slice(0, -1));
  if (refused !== null) return refused;
  return (await write(model, index, join(to, ...parts), limit, context))?.message ?? null;
}

/** Names that a file system would take for something else. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;
const isUsable = (part: string) =>
  part !== '' && part !== '..' && !/[\\<>:"|?*\p{Cc}\p{Cf}]/u.test(part) && !/[. ]$/.test(part) && !DEVICES.test(part);

/** Makes the folders of a name one by one; a link among them could lead anywhere and is not followed. */
function makeFolders(to: string, parts: readonly string[]): string | null {
  let at = to;
  for (const part of parts) {
    at = join(at, part);
    try {
      mkdirSync(at);
    } catch (error) {
      const stat = lstatSync(at, { throwIfNoEntry: false });
      if (!stat) return readFailure(error).message;
      if (!stat.isDirectory()) return 'a file or a link is in the place of its folder';
    }
  }
  return null;
}

/** Writes a record whole or not at all; `wx` never takes a file that is there, nor follows a link. */
async function write(
  model: PackageModel,
  index: number,
  to: string,
  limit: number,
  { signal, onProgress }: JobContext,
) {
  let file: number;
  try {
    file = openSync(to, 'wx', 0o644);
  } catch (error) {
    return cannot(error, to);
  }
  let why = null;
  let done = 0;
  try {
    for await (const piece of streamEntry(model.archive, index, { limit, signal })) {
      if (!piece.ok) {
        why = piece.error;
        break;
      }
      writeSync(file, piece.value);
      done += piece.value.length;
      onProgress(done, model.archive.sizeOf(index));
    }
  } catch (error) {
    why = cannot(error, to);
  }
  closeSync(file);
  if (why !== null) rmSync(to, { force: true });
  return why;
}

function cannot(error: unknown, to: string) {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
    return failure('exists', 'There is a file of this name already, and it was left as it is.', 'Choose another name.');
  const { code, message } = readFailure(error);
  return failure(code, `${showName(dirname(to))}: ${message}.`, 'Choose another place, or check its permissions.');
}
