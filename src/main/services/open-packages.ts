import type { Token } from '../../shared/contract/app';
import type { Chosen, TableQuery } from '../../shared/contract/package';
import { err, failure, ok, type Result } from '../../shared/result';
import type { Desk } from '../desk';
import { watchFile } from '../files/watch-file';
import type { OpenedFile } from '../tokens';
import type { PackageRef } from '../worker/packages';
import type { PackedCheck } from '../worker/packed-check';
import type { ChosenRef, TableRef } from '../worker/tables';
import { notOpen } from './app';

/** Tables of one package that can still be asked for rows: several panes may show one each. */
const TABLES = 8;

/** What main remembers of an open package, so that readers can come and go. */
export class OpenPackage {
  readonly path: string;
  readonly inner: readonly number[];
  /** Of the file when it was opened; null until then. */
  identity: string | null = null;
  sha256: string | null = null;
  check: PackedCheck | null = null;
  /** The generation of the front reader that knows the check. */
  adoptedBy: number | null = null;
  /** Ends looking after the file. */
  unwatch: (() => void) | null = null;
  /** The last tables made, newest last. */
  readonly tables = new Map<number, TableRef>();

  constructor({ path, inner }: Pick<OpenedFile, 'path' | 'inner'>) {
    this.path = path;
    this.inner = inner;
  }

  get ref(): PackageRef {
    return { path: this.path, identity: this.identity, inner: this.inner };
  }

  /** What holds for the file as it was is forgotten when another one is opened in its place. */
  opened(identity: string): void {
    if (identity === this.identity) return;
    this.identity = identity;
    this.sha256 = null;
    this.check = null;
  }
}

/** The open packages by token. Numbers of tables go on over all of them, so that a late answer is never mistaken. */
export class OpenPackages {
  readonly #packages = new Map<Token, OpenPackage>();
  #tables = 0;
  readonly #onChange: (token: Token, there: boolean) => void;

  /** `onChange` is told when the file of a watched package changed, vanished or came back. */
  constructor(onChange: (token: Token, there: boolean) => void = () => {}) {
    this.#onChange = onChange;
  }

  of(file: OpenedFile): OpenPackage {
    const known = this.#packages.get(file.token) ?? new OpenPackage(file);
    this.#packages.set(file.token, known);
    return known;
  }

  newTable(open: OpenPackage, query: TableQuery): TableRef {
    const table = { number: ++this.#tables, query };
    open.tables.set(table.number, table);
    for (const old of [...open.tables.keys()].slice(0, -TABLES)) open.tables.delete(old);
    return table;
  }

  /** Looks from now on whether the file stays as it is. Packages inside a file follow with a new opening only. */
  watch(token: Token, open: OpenPackage): void {
    if (open.unwatch !== null || open.inner.length > 0) return;
    open.unwatch = watchFile(open.path, (there) => this.#onChange(token, there));
  }

  forget(token: Token): void {
    this.#packages.get(token)?.unwatch?.();
    this.#packages.delete(token);
  }
}

type Work<T> = (open: OpenPackage) => Promise<Result<T>>;

/** Runs work on the package behind a token that main gave out. */
export const onPackage =
  ({ tokens }: Pick<Desk, 'tokens'>, packages: OpenPackages) =>
  async <T>(token: Token, work: Work<T>): Promise<Result<T>> => {
    const held = tokens.find(token, 'package');
    return held ? work(packages.of(held)) : err(notOpen);
  };

export const replaced = failure('table-replaced', 'Newer tables have taken the place of this one.');

/** What the window chose, for a reader: the table by its query instead of by its number. */
export function chosenOf(open: OpenPackage, chosen: Chosen): Result<ChosenRef> {
  if ('keys' in chosen) return ok({ keys: chosen.keys });
  const table = open.tables.get(chosen.table);
  return table ? ok({ table, ranges: chosen.ranges }) : err(replaced);
}
