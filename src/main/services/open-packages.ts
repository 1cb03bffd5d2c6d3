import type { Token } from '../../shared/contract/app';
import type { TableQuery } from '../../shared/contract/package';
import type { OpenedFile } from '../tokens';
import type { PackageRef } from '../worker/packages';
import type { PackedCheck } from '../worker/packed-check';
import type { TableRef } from '../worker/tables';

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

  forget(token: Token): void {
    this.#packages.delete(token);
  }
}
