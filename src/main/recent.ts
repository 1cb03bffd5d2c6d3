import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { z } from 'zod';
import { showName } from '../core/text/visible';
import type { Recent } from '../shared/contract/app';
import { readJson, writeJson } from './files/json-file';
import type { OpenedKind } from './tokens';

const MOST = 20;

const itemSchema = z.object({
  kind: z.enum(['package', 'project', 'skills', 'naming', 'registry']),
  path: z.string().min(1),
  at: z.number(),
});
type Item = z.infer<typeof itemSchema>;

/** What was opened lately, newest first, in a file of its own. The window sees ids and names; paths stay here. */
export class RecentFile {
  readonly #path: string;
  readonly #now: () => number;
  #items: readonly Item[];

  constructor(path: string, now: () => number = Date.now) {
    this.#path = path;
    this.#now = now;
    const read = readJson(path);
    const list = read.ok && Array.isArray(read.value) ? read.value : [];
    this.#items = list.flatMap((item) => itemSchema.safeParse(item).data ?? []).slice(0, MOST);
  }

  add(kind: OpenedKind, path: string): void {
    const others = this.#items.filter((item) => item.path !== path || item.kind !== kind);
    this.#keep([{ kind, path, at: this.#now() }, ...others].slice(0, MOST));
  }

  clear(): void {
    this.#keep([]);
  }

  /** The exact path behind an id that was given out. */
  pathOf(id: string): string | undefined {
    return this.#items.find((item) => idOf(item) === id)?.path;
  }

  list(): readonly Recent[] {
    return this.#items.map((item) => ({
      id: idOf(item),
      name: showName(basename(item.path)),
      path: showName(item.path),
      kind: item.kind,
      at: item.at,
    }));
  }

  #keep(items: readonly Item[]): void {
    this.#items = items;
    writeJson(this.#path, items); // A list of conveniences: where it cannot be written, it lasts until quit.
  }
}

const idOf = ({ kind, path }: Item) => createHash('sha256').update(`${kind}\0${path}`).digest('hex').slice(0, 16);
