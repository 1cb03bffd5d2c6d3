import { constants as bufferLimits } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';

/**
 * Bytes with positions: a file or a buffer. Reads are synchronous and bounded, so that opening an archive costs what is
 * asked for and nothing else.
 */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** Bytes handed out so far: what opening really cost. */
  readonly bytesRead: number;
  /**
   * Up to `length` bytes from `offset`; fewer at the end, none past it. The result may be a view that stays valid, and is
   * never written to.
   * @throws SourceError when the file cannot be read; readers turn it into a `Result`.
   */
  read(offset: number, length: number): Uint8Array;
  /** Like `read` into memory the caller keeps, from its start on: for going through a whole file. Bytes read. */
  readInto?(into: Uint8Array, offset: number): number;
  close(): void;
}

/** A read failed for a reason outside the program. Carries the failure that a reader answers with. */
export class SourceError extends Error {
  readonly failure: Failure;
  constructor(given: Failure) {
    super(given.message);
    this.name = 'SourceError';
    this.failure = given;
  }
}

/** Runs something that reads and turns a `SourceError` into a failed result; any other error is a bug and passes on. */
export function guardReads<T>(work: () => Result<T>): Result<T> {
  try {
    return work();
  } catch (error) {
    if (error instanceof SourceError) return err(error.failure);
    throw error;
  }
}

/** More than the runtime can hold in one piece; such things are read in pieces. */
export function tooLargeForMemory(): Failure {
  return failure(
    'too-large-for-memory',
    'this is too large to be held in one piece',
    'Read it in pieces, or save it to a file.',
  );
}

/** What `readSync` is asked for at most in one call. */
const ONE_READ = 1 << 30;

class FileSource implements ByteSource {
  readonly size: number;
  bytesRead = 0;
  #descriptor: number;
  constructor(descriptor: number, size: number) {
    this.#descriptor = descriptor;
    this.size = size;
  }

  read(offset: number, length: number): Uint8Array {
    const wanted = Math.max(0, Math.min(length, this.size - offset));
    if (wanted === 0 || offset < 0) return new Uint8Array(0);
    if (wanted > bufferLimits.MAX_LENGTH) throw new SourceError(tooLargeForMemory());
    const into = Buffer.allocUnsafeSlow(wanted);
    const got = this.readInto(into, offset);
    return got === wanted ? into : into.subarray(0, got);
  }

  readInto(into: Uint8Array, offset: number): number {
    if (this.#descriptor < 0) throw new SourceError(failure('closed', 'the file was closed', 'Open it again.'));
    const wanted = Math.min(into.length, this.size - offset);
    let got = 0;
    try {
      while (got < wanted) {
        const count = readSync(this.#descriptor, into, got, Math.min(wanted - got, ONE_READ), offset + got);
        if (count === 0) break;
        got += count;
      }
    } catch (error) {
      throw new SourceError(readFailure(error));
    }
    this.bytesRead += got;
    return got;
  }

  close(): void {
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}

class MemorySource implements ByteSource {
  readonly size: number;
  bytesRead = 0;
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  read(offset: number, length: number): Uint8Array {
    if (offset < 0 || length <= 0) return new Uint8Array(0);
    const view = this.#bytes.subarray(offset, offset + length);
    this.bytesRead += view.length;
    return view;
  }

  close(): void {}
}

/** A source over bytes in memory: an archive inside an archive, a test. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return new MemorySource(bytes);
}

/** What is no regular file, in a person's words. */
const NOT_A_FILE: ReadonlyArray<
  readonly ['isDirectory' | 'isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice', string]
> = [
  ['isDirectory', 'is a folder'],
  ['isFIFO', 'is a named pipe'],
  ['isSocket', 'is a socket'],
  ['isCharacterDevice', 'is a device'],
  ['isBlockDevice', 'is a device'],
];

/**
 * Opens a regular file for reading. Anything else (folder, pipe, socket, device) is a failure and is never read; a pipe
 * cannot hang the open. The caller closes the source.
 */
export function openFile(path: string): Result<ByteSource> {
  let descriptor: number;
  try {
    // Without O_NONBLOCK (absent on Windows) opening a named pipe waits for a writer.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return err(readFailure(error));
  }
  try {
    const stat = fstatSync(descriptor);
    if (stat.isFile()) return ok(new FileSource(descriptor, stat.size));
    const what = NOT_A_FILE.find(([test]) => stat[test]())?.[1] ?? 'is not a regular file';
    closeSync(descriptor);
    return err(failure('not-a-file', what, 'Give a regular file.'));
  } catch (error) {
    closeSync(descriptor);
    return err(readFailure(error));
  }
}

/** Plain words and a next step for the codes people meet. */
const READ_FAILURES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['ENOENT', ['there is no such file', 'Check the path.']],
  ['ENOTDIR', ['there is no such file', 'Check the path: a part of it is a file, not a folder.']],
  ['EACCES', ['permission to read it was denied', 'Check the permissions of the file and of its folders.']],
  ['EPERM', ['permission to read it was denied', 'Check the permissions of the file and of its folders.']],
  ['ELOOP', ['its links go round in a circle', 'Check where the links lead.']],
  ['EISDIR', ['is a folder', 'Give a regular file.']],
  ['ENXIO', ['is a socket or a pipe', 'Give a regular file.']],
  ['EIO', ['the disk could not read it', 'Check the disk, or copy the file again.']],
  ['ENAMETOOLONG', ['the path is too long', 'Check the path.']],
  ['EMFILE', ['too many files are open', 'Close some and try again.']],
  ['ERR_INVALID_ARG_VALUE', ['the path holds a NUL character', 'Check the path.']],
]);

/** A system's error as a failure: its code, what it means, what to do. */
export function readFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  const known = code === null ? undefined : READ_FAILURES.get(code);
  if (known) return failure(code, known[0], known[1]);
  return failure(code, error instanceof Error ? error.message : String(error));
}
