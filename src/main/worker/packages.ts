import { statSync } from 'node:fs';
import { readFailure } from '../../core/io/source';
import type { PackageModel } from '../../core/model/model';
import { openPackage } from '../../core/model/open';
import { err, failure, ok, type Result } from '../../shared/result';
import { EntryContents } from './entry-contents';
import { openInner } from './inner';
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
  /** The records that lead to a package inside the file, one within the other; none for the file itself. */
  readonly inner?: readonly number[];
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

  async get(ref: PackageRef, signal: AbortSignal): Promise<Result<Held>> {
    const { path, identity } = ref;
    const now = identityOf(path);
    if (!now.ok) return now;
    if (identity !== null && identity !== now.value) return err(changed);
    const key = keyOf(ref);
    const held = this.#held.get(key);
    if (held?.identity === now.value) {
      this.#held.delete(key);
      this.#held.set(key, held);
      return ok(held);
    }
    this.#drop(key);
    const opened = await this.#open(ref, signal);
    if (!opened.ok) return opened;
    const model = opened.value;
    const fresh: Held = { model, identity: now.value, tables: new Tables(model), contents: new EntryContents(model) };
    this.#held.set(key, fresh);
    for (const oldest of [...this.#held.keys()].slice(0, -MOST)) this.#drop(oldest);
    return ok(fresh);
  }

  /** What is open of a package, of whatever identity. */
  held(ref: PackageRef): Held | undefined {
    return this.#held.get(keyOf(ref));
  }

  /** Forgets a package and what a check found in it. */
  close(ref: Pick<PackageRef, 'path' | 'inner'>): void {
    const closed = keyOf(ref);
    this.#drop(closed);
    for (const key of [...this.#checks.keys()]) if (key.endsWith(` ${closed}`)) this.#checks.delete(key);
  }

  async #open(ref: PackageRef, signal: AbortSignal): Promise<Result<PackageModel>> {
    const options = { env: process.env, cwd: process.cwd(), large: this.#large, signal };
    const inner = ref.inner ?? [];
    const last = inner.at(-1);
    if (last === undefined) return openPackage(ref.path, options);
    const outer = await this.get({ ...ref, inner: inner.slice(0, -1) }, signal);
    return outer.ok ? openInner(outer.value.model, last, options) : outer;
  }

  #drop(key: string): void {
    this.#held.get(key)?.model.close();
    this.#held.delete(key);
  }

  /** Remembers what a check in the other process found. */
  adopt(ref: PackageRef, check: PackedCheck): void {
    this.#checks.set(`${ref.identity} ${keyOf(ref)}`, new CheckedEntries(check));
    for (const oldest of [...this.#checks.keys()].slice(0, -MOST_CHECKED)) this.#checks.delete(oldest);
  }

  checkOf(ref: PackageRef, { identity }: Held): CheckedEntries | undefined {
    return this.#checks.get(`${identity} ${keyOf(ref)}`);
  }
}

/** A path holds no NUL, so no path is taken for a package inside another one. */
const keyOf = ({ path, inner = [] }: Pick<PackageRef, 'path' | 'inner'>) => [path, ...inner].join('\0');

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
