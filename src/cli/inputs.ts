import { type ByteSource, guardReads, openFile } from '../core/io/source';
import { errorJson, errorText } from '../core/report/errors';
import { err, type Failure, failure, ok, type Result } from '../shared/result';
import type { Answer, CliIo } from './command';

/** A path of the command line as the system is asked for it: from the command's folder, not normalised. */
export function fromCwd(io: CliIo, path: string): string {
  if (path === '' || path.startsWith('/') || io.cwd === process.cwd()) return path;
  return `${io.cwd.replace(/\/$/, '')}/${path}`;
}

/** Opens an input; anything but a regular file is a failure. */
export function openInput(io: CliIo, path: string): Result<ByteSource> {
  return openFile(fromCwd(io, path));
}

/** The bytes of a small input; `tooLarge` says that it was found and is over `limit` bytes. */
export function readInput(io: CliIo, path: string, limit: number): Result<Uint8Array, { missing: boolean } & Failure> {
  const opened = openInput(io, path);
  if (!opened.ok) return err({ ...opened.error, missing: true });
  const source = opened.value;
  try {
    if (source.size > limit)
      return err({ ...failure(null, `is larger than the ${limit} bytes that are read of it`), missing: false });
    const read = guardReads(() => ok(source.read(0, source.size)));
    return read.ok ? read : err({ ...read.error, missing: true });
  } finally {
    source.close();
  }
}

/** What an input is called in an answer's JSON. */
export type InputKey = 'file' | 'path' | 'source' | 'declared';

/** The answer to an input that is missing or cannot be read: exit 2. */
export function unreadable(key: InputKey, input: string, error: Failure): Answer {
  return {
    json: { [key]: input, ok: false, error: errorJson(error) },
    text: () => '',
    complaint: `${input}: ${errorText(error)}`,
    exit: 2,
  };
}

/** The answer to an input that was read and cannot be used: exit 1. */
export function unusable(key: InputKey, input: string, error: Failure): Answer {
  return {
    json: { [key]: input, error: errorJson(error) },
    text: () => '',
    complaint: `${input}: ${errorText(error)}`,
    exit: 1,
  };
}

/** The answer of a command about a manifest where there is none to speak about: code `missing` is exit 2, else 1. */
export function noManifest(base: string, error: Failure): Answer {
  return error.code === 'missing' ? unreadable('path', base, error) : unusable('path', base, error);
}

/** The answer about one path of a BASE that cannot be read: exit 2. */
export function noBase(key: 'declared' | 'source', input: string, base: string, error: Failure): Answer {
  return { ...unreadable(key, input, error), complaint: `${base}: ${errorText(error)}` };
}
