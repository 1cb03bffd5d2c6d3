import { closeSync, constants, type Dirent, opendirSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { err, ok, type Result } from '../../shared/result';
import { readFailure } from '../io/source';

export type FileKind = 'file' | 'folder' | 'link' | 'other';

/** One name in a folder, not followed. */
export interface Listed {
  readonly name: string;
  readonly kind: FileKind;
}

export interface Listing {
  readonly entries: readonly Listed[];
  /** Whether the folder holds more than was asked for. */
  readonly cut: boolean;
}

/** What stands at a path, links followed. */
export interface Seen {
  readonly kind: Exclude<FileKind, 'link'>;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
  readonly dev: number;
}

/**
 * What a scan may do with a store: look and read, nothing else. Tests bring one that refuses permission or counts calls.
 * The calls are synchronous: of thousands of small ones each costs microseconds, and a hundred times that through the
 * thread pool. The scan yields between folders.
 */
export interface StoreFiles {
  /** At most `limit` names of a folder; memory stays bounded however many it holds. */
  list(folder: string, limit: number): Result<Listing>;
  /** Null where nothing is, also behind a link that leads nowhere. */
  look(path: string): Result<Seen | null>;
  /** At most `limit + 1` bytes from the beginning, so that one byte too many tells a file over the limit. */
  head(path: string, limit: number): Result<Uint8Array>;
}

/** A folder's own size from which on it may hold too many names to be read at once. Bytes. */
const LARGE_FOLDER = 256 * 1024;

function listed(entry: Dirent): Listed {
  const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other';
  return { name: entry.name, kind };
}

function list(folder: string, limit: number): Result<Listing> {
  try {
    if (statSync(folder).size < LARGE_FOLDER) {
      const all = readdirSync(folder, { withFileTypes: true });
      const taken = all.length > limit ? all.slice(0, limit) : all;
      return ok({ entries: taken.map(listed), cut: all.length > limit });
    }
    const open = opendirSync(folder, { bufferSize: 512 });
    try {
      const entries: Listed[] = [];
      for (;;) {
        const entry = open.readSync();
        if (entry === null) return ok({ entries, cut: false });
        if (entries.length === limit) return ok({ entries, cut: true });
        entries.push(listed(entry));
      }
    } finally {
      open.closeSync();
    }
  } catch (error) {
    return err(readFailure(error));
  }
}

function look(path: string): Result<Seen | null> {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return ok(null);
    const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
    return ok({ kind, size: stat.size, mtimeMs: stat.mtimeMs, ino: stat.ino, dev: stat.dev });
  } catch (error) {
    return err(readFailure(error));
  }
}

/** Without O_NONBLOCK (absent on Windows) opening a named pipe waits for a writer. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const shared = Buffer.allocUnsafeSlow(64 * 1024);

function head(path: string, limit: number): Result<Uint8Array> {
  let descriptor = -1;
  try {
    descriptor = openSync(path, READ);
    let into: Buffer = shared;
    let got = 0;
    for (;;) {
      const room = Math.min(into.length, limit + 1) - got;
      const count = room > 0 ? readSync(descriptor, into, got, room, null) : 0;
      got += count;
      if (count === 0 && (room > 0 || got > limit)) return ok(Uint8Array.prototype.slice.call(into, 0, got));
      if (got === into.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(into.length * 4, limit + 1));
        into.copy(larger, 0, 0, got);
        into = larger;
      }
    }
  } catch (error) {
    return err(readFailure(error));
  } finally {
    if (descriptor >= 0) closeSync(descriptor);
  }
}

/** The real file system. Every open is for reading, nothing is ever created, changed or locked. */
export const storeFiles: StoreFiles = { list, look, head };
