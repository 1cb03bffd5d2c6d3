import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import { bytesSource, openFile } from '../io/source';
import { openArchive } from '../package/archive';
import { readEntry } from '../package/read';
import { diskFailure } from './disk-tree';
import type { PackPlan } from './pack';
import { skipReason } from './walk';

/** An entry with its content, as it goes into the archive. */
interface FilledEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface PackedSkill {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** Names in the archive's order. */
  readonly entries: readonly string[];
}

/** The one date that every entry carries, so that two runs give the same bytes: 1980-01-01, the first there is. */
const DATE = new Date(Date.UTC(1980, 0, 1));
const MODE = 0o100644;

/**
 * Builds a package in memory (3.5): deflated, mode 0644, dated 1980-01-01, in the plan's order. Two runs over the same
 * files give the same bytes. What was written is read back by this program's own reader before it is given out.
 */
export async function buildPackage(plan: PackPlan, signal?: AbortSignal): Promise<Result<PackedSkill>> {
  const filled = readContents(plan);
  if (!filled.ok) return filled;
  const bytes = await zip(filled.value);
  if (signal?.aborted) return err(failure('cancelled', 'packing was cancelled'));
  const wrong = difference(bytes, filled.value);
  if (wrong !== null) return err(failure('not-verified', `the package does not read back: ${wrong}`, 'Report this.'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return ok({ bytes, sha256, entries: filled.value.map((entry) => entry.name) });
}

function readContents(plan: PackPlan): Result<FilledEntry[]> {
  const filled: FilledEntry[] = [];
  for (const { name, bytes, content } of plan.entries) {
    if (typeof content === 'string') {
      filled.push({ name, bytes: Buffer.from(content) });
      continue;
    }
    const read = plan.tree.head(content.entry, bytes + 1);
    if (!read.ok) return err(failure(null, `cannot read ${content.path}: ${read.error.message}`));
    if (read.value.bytes.length !== bytes)
      return err(failure(null, `${content.path} changed while it was packed`, 'Pack again.'));
    filled.push({ name, bytes: read.value.bytes });
  }
  return ok(filled);
}

/** Writes the archive with jszip, loaded only here. */
async function zip(entries: readonly FilledEntry[]): Promise<Uint8Array> {
  const { default: JSZip } = await import('jszip');
  const archive = new JSZip();
  for (const { name, bytes } of entries)
    archive.file(name, bytes, { date: DATE, unixPermissions: MODE, createFolders: false, binary: true });
  // jszip keeps its files as keys of an object, and objects put keys like '1' first: the order is given by this.
  archive.forEach = (visit) => {
    for (const { name } of entries) {
      const file = archive.file(name);
      if (file !== null) visit(name, file);
    }
  };
  return archive.generateAsync({ type: 'uint8array', compression: 'DEFLATE', platform: 'UNIX' });
}

/** What an archive lacks against what was put into it, null where it reads back whole. */
function difference(bytes: Uint8Array, wanted: readonly FilledEntry[]): string | null {
  const opened = openArchive(bytesSource(bytes));
  if (!opened.ok) return opened.error.message;
  const archive = opened.value;
  if (archive.refusal !== null) return archive.refusal;
  if (archive.recordCount !== wanted.length || archive.seen.length !== wanted.length)
    return `${archive.recordCount} entries instead of ${wanted.length}`;
  for (const [index, entry] of wanted.entries()) {
    if (archive.nameOf(index) !== entry.name)
      return `entry ${index} is '${archive.nameOf(index)}', not '${entry.name}'`;
    if (archive.modeOf(index) !== MODE) return `entry '${entry.name}' has another mode`;
    const read = readEntry(archive, index, { limit: entry.bytes.length });
    if (!read.ok) return `entry '${entry.name}': ${read.error.message}`;
    if (Buffer.compare(read.value, entry.bytes) !== 0) return `entry '${entry.name}' has other content`;
  }
  return null;
}

/**
 * Puts a package in place: under a temporary name in the same folder, then renamed, so that there is a whole package
 * under the name or none.
 * @param folder the packed folder, which must not get the package as one more file to pack
 */
export function putPackage(bytes: Uint8Array, file: string, folder: string): Result<null> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const refusal = placeRefusal(file, folder);
    if (refusal !== null) return err(refusal);
    writeWhole(temporary, bytes);
    const wrong = fileDiffers(temporary, bytes);
    if (wrong !== null) {
      rmSync(temporary, { force: true });
      return err(failure('not-verified', `${file} was not written whole: ${wrong}`, 'Check the disk.'));
    }
    renameSync(temporary, file);
    return ok(null);
  } catch (error) {
    rmSync(temporary, { force: true });
    return err(failure(null, `cannot write ${file}: ${diskFailure(error).message}`, 'Check the folder.'));
  }
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, 'wx', 0o644);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function fileDiffers(path: string, bytes: Uint8Array): string | null {
  const opened = openFile(path);
  if (!opened.ok) return opened.error.message;
  try {
    if (opened.value.size !== bytes.length) return `${opened.value.size} bytes instead of ${bytes.length}`;
    return Buffer.compare(opened.value.read(0, bytes.length), bytes) === 0 ? null : 'other bytes';
  } finally {
    opened.value.close();
  }
}

function placeRefusal(file: string, folder: string): Failure | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile())
    return failure(null, `${file} is there and no regular file`, 'Name a file that packing may write.');
  const within = relative(realpathSync.native(folder), join(realpathSync.native(dirname(file)), basename(file)));
  const isInside = within !== '..' && !within.startsWith('../') && !within.startsWith('/');
  if (!isInside || within.split('/').some((part) => skipReason(part) !== null)) return null;
  return failure(
    null,
    `${file} lies in the packed folder and would be packed with the next package`,
    'End its name in .mur.zip, or write it elsewhere.',
  );
}
