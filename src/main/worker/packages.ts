import { statSync } from 'node:fs';
import { readFailure } from '../../core/io/source';
import type { PackageModel } from '../../core/model/model';
import { openPackage } from '../../core/model/open';
import { err, failure, ok, type Result } from '../../shared/result';
import { EntryContents } from './entry-contents';
import { CheckedEntries, type PackedCheck } from './packed-check';
import { Tables } from './tables';

/** Packages that are kept open at once in one process, and those of which a check is remembered. */
const MOST = 8;
const MOST_CHECKED = 64;

/** What a job is told about the package it works on. */
export interface PackageRef {
  readonly path: string;
  /** The file's identity when it was opened; another one is the failure `file-changed`. Null takes whatever is there. */
  readonly identity: string | null;
}

/** An open package and what was made of it. */
export interface Held {
  readonly model: PackageModel;
  readonly identity: string;
  readonly tables: Tables;
  readonly contents: EntryContents;
}

/**
 * The packages of one reader process, by path and identity of the file; the least used is closed first. Whoever asks
 * opens: a fresh process needs no one to tell it what was open.
 */
export class Packages {
  readonly #held = new Map<string, Held>();
  readonly #checks = new Map<string, CheckedEntries>();
  readonly #large: boolean;

  /** `large`: payloads of any size are read for their interfaces. */
  constructor({ large }: { large: boolean }) {
    this.#large = large;
  }

  async get({ path, identity }: PackageRef, signal: AbortSignal): Promise<Result<Held>> {
    const now = identityOf(path);
    if (!now.ok) return now;
    if (identity !== null && identity !== now.value) return err(changed);
    const held = this.#held.get(path);
    if (held?.identity === now.value) {
      this.#held.delete(path);
      this.#held.set(path, held);
      return ok(held);
    }
    this.close(path);
    const opened = await openPackage(path, { env: process.env, cwd: process.cwd(), large: this.#large, signal });
    if (!opened.ok) return opened;
    const model = opened.value;
    const fresh: Held = { model, identity: now.value, tables: new Tables(model), contents: new EntryContents(model) };
    this.#held.set(path, fresh);
    for (const oldest of [...this.#held.keys()].slice(0, -MOST)) this.close(oldest);
    return ok(fresh);
  }

  close(path: string): void {
    this.#held.get(path)?.model.close();
    this.#held.delete(path);
  }

  /** Remembers what a check in the other process found. */
  adopt({ path, identity }: PackageRef, check: PackedCheck): void {
    this.#checks.set(`${identity} ${path}`, new CheckedEntries(check));
    for (const oldest of [...this.#checks.keys()].slice(0, -MOST_CHECKED)) this.#checks.delete(oldest);
  }

  checkOf(path: string, { identity }: Held): CheckedEntries | undefined {
    return this.#checks.get(`${identity} ${path}`);
  }
}

const changed = failure('file-changed', 'The file changed on disk after it was opened.', 'Open it again.');

/** What tells a file from another one in its place. */
function identityOf(path: string): Result<string> {
  try {
    const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
    return ok(`${dev}:${ino}:${size}:${mtimeNs}`);
  } catch (error) {
    return err(readFailure(error));
  }
}
