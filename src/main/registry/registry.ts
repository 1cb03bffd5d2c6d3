import { DigestMemory } from '../../core/store/digest-memory';
import { globalRoot, projectRoot } from '../../core/store/roots';
import type { RegistryQuery, RegistryTable, StoreSummary } from '../../shared/contract/registry';
import type { StoreKind, StoreRow } from '../../shared/models/store';
import { type HeldChange, HeldStore, storeId } from './held-store';
import type { RowAnswer } from './jobs';
import type { RegistryPorts } from './ports';
import { itemKey, MadeTable, splitKey } from './table';

/** Keys of one kind that an event names; whoever needs more asks for the table again anyway. */
const KEYS_TOLD = 300;
/** Tables that stay usable beside the newest. */
const TABLES_KEPT = 4;
/** Packages that are looked into in one request. */
const LOOK_AT = 200;
const MOST_ROOTS = 200;

interface Following {
  readonly store: HeldStore;
  readonly watch: { dispose(): void };
  /** Changes that came while a scan was running; null when none did, `''` in it for everything. */
  waiting: Set<string> | null;
  scanning: boolean;
}

/** All stores that are shown, followed on disk. Main only keeps and joins; reading happens elsewhere. */
export class Registry {
  readonly memory: DigestMemory;
  readonly #ports: RegistryPorts;
  readonly #following = new Map<string, Following>();
  readonly #listeners = new Set<(root: string) => void>();
  readonly #tables = new Map<number, MadeTable>();
  #added: readonly string[];
  #projects: ReadonlyArray<{ readonly folder: string; readonly name: string }> = [];
  #started = false;
  #count = 0;
  #looking = false;

  constructor(ports: RegistryPorts) {
    this.#ports = ports;
    this.memory = new DigestMemory(ports.digests.load());
    const saved = ports.roots.load();
    const roots = Array.isArray(saved) ? saved.filter((root): root is string => typeof root === 'string') : [];
    this.#added = [...new Set(roots)].slice(0, MOST_ROOTS);
  }

  /** Reads the stores and follows them from then on. Nothing happens when they are followed already. */
  start(): void {
    this.#started = true;
    this.#settle();
  }

  /** The projects that are open: their stores are shown too. */
  setProjects(projects: ReadonlyArray<{ readonly folder: string; readonly name: string }>): void {
    this.#projects = projects;
    if (this.#started || projects.length > 0) this.start();
  }

  /** Adds a store by hand; one that is shown already stays what it is. */
  add(root: string): void {
    if (this.#added.includes(root) || this.#added.length >= MOST_ROOTS) return;
    this.#added = [...this.#added, root];
    this.#ports.roots.save(this.#added);
    this.start();
    this.#told({ added: [], removed: [], changed: [] });
  }

  /** Takes away a store that was added by hand. */
  remove(id: string): void {
    this.#added = this.#added.filter((root) => storeId(root) !== id);
    this.#ports.roots.save(this.#added);
    this.#settle();
    this.#told({ added: [], removed: [], changed: [] });
  }

  /** Reads everything again. */
  refresh(): void {
    for (const following of this.#following.values()) this.#scan(following, null);
  }

  /** Told of the root after each change of a store. */
  onChange(listener: (root: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stores(): HeldStore[] {
    return [...this.#following.values()].map(({ store }) => store);
  }

  summaries(): StoreSummary[] {
    return this.stores().map((store) => store.summary());
  }

  /** The store and row behind a key of the table. */
  find(key: string): { readonly store: HeldStore; readonly row: StoreRow } | null {
    const [id, rowKey] = splitKey(key);
    const store = this.stores().find((held) => held.id === id);
    const row = store?.row(rowKey);
    return store && row ? { store, row } : null;
  }

  /** Whether a path lies in a store that is shown, or would be once the stores are followed. */
  covers(path: string): boolean {
    return this.#wanted().some(({ root }) => path.startsWith(`${root}/`));
  }

  /** The row that an archive belongs to. */
  findArchive(path: string): { readonly store: HeldStore; readonly row: StoreRow } | null {
    for (const store of this.stores()) {
      if (!path.startsWith(`${store.root}/`)) continue;
      const archive = path.slice(store.root.length + 1);
      const row = store.row(archive.slice(0, archive.lastIndexOf('/')));
      if (row?.variants.some((variant) => variant.archive === archive)) return { store, row };
    }
    return null;
  }

  makeTable(query: RegistryQuery): RegistryTable {
    const items = this.stores().flatMap((store) =>
      [...store.rows()].map((row) => ({ store: store.id, storeLabel: store.label, row })),
    );
    const table = ++this.#count;
    const made = new MadeTable(items, query);
    this.#tables.set(table, made);
    for (const old of this.#tables.keys()) if (old <= table - TABLES_KEPT) this.#tables.delete(old);
    return { table, ...made.about };
  }

  table(number: number): MadeTable | undefined {
    return this.#tables.get(number);
  }

  /** Takes over what reading archives told. */
  learn(store: HeldStore, answers: readonly RowAnswer[]): void {
    const changed: string[] = [];
    for (const answer of answers) {
      for (const [path, digest] of answer.digests) this.memory.put(path, digest);
      if (store.learn(answer, this.memory)) changed.push(itemKey(store.id, answer.key));
    }
    if (changed.length > 0) this.#told({ added: [], removed: [], changed });
  }

  /** Takes over digests that someone else computed. */
  learnDigests(digests: DigestMemory): void {
    this.memory.take(digests);
    this.saveDigests();
    const changed = this.stores().flatMap((store) => store.rejoin(this.memory).map((key) => itemKey(store.id, key)));
    if (changed.length > 0) this.#told({ added: [], removed: [], changed });
  }

  saveDigests(): void {
    this.#ports.digests.save(this.memory.save());
  }

  dispose(): void {
    for (const { watch } of this.#following.values()) watch.dispose();
    this.#following.clear();
    this.#listeners.clear();
  }

  /** Follows exactly the stores that are wanted now. */
  #settle(): void {
    const wanted = new Map(this.#wanted().map((store) => [store.root, store]));
    for (const [root, following] of this.#following) {
      const now = wanted.get(root);
      if (now?.kind === following.store.kind && now.label === following.store.label) continue;
      following.watch.dispose();
      this.#following.delete(root);
      if (now === undefined) this.#ports.reading.forget(root);
    }
    for (const [root, store] of wanted) {
      if (this.#following.has(root)) continue;
      const watch = this.#ports.watch(root, (_, changed) => {
        const following = this.#following.get(root);
        if (following) this.#scan(following, changed);
      });
      const following: Following = { store, watch, waiting: null, scanning: false };
      this.#following.set(root, following);
      this.#scan(following, null);
    }
  }

  #wanted(): HeldStore[] {
    const stores: HeldStore[] = [];
    const want = (kind: StoreKind, root: string, label?: string) => {
      if (!stores.some((known) => known.root === root)) stores.push(new HeldStore(kind, root, label));
    };
    const several = this.#projects.length > 1;
    for (const { folder, name } of this.#projects)
      want('project', projectRoot(folder), several ? `project ${name}` : undefined);
    const global = globalRoot(this.#ports.env);
    if (global.ok) want('global', global.value);
    for (const root of this.#added) want('added', root);
    return stores;
  }

  /** Reads what changed; what changes meanwhile is read after that, together. */
  #scan(following: Following, changed: readonly string[] | null): void {
    if (following.scanning) {
      const waiting = following.waiting ?? new Set<string>();
      for (const path of changed ?? ['']) waiting.add(path);
      following.waiting = waiting;
      return;
    }
    following.scanning = true;
    const { store } = following;
    void this.#ports.reading.scan({ root: store.root, changed, have: store.version }).then((answer) => {
      following.scanning = false;
      if (this.#following.get(store.root) !== following) return;
      if (answer.ok) {
        const change = store.apply(answer.value, this.memory);
        const keyed = (keys: readonly string[]) => keys.map((key) => itemKey(store.id, key));
        this.#told({ added: keyed(change.added), removed: keyed(change.removed), changed: keyed(change.changed) });
        for (const listener of this.#listeners) listener(store.root);
      }
      const { waiting } = following;
      following.waiting = null;
      if (waiting !== null) this.#scan(following, [...waiting]);
      else void this.#look();
    });
  }

  /** Looks into packages nobody has looked into, a few at a time, while nobody waits. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    for (let next = this.#unread(); next !== null; next = this.#unread()) {
      const answers = await this.#ports.reading.look({ root: next.store.root, rows: next.rows });
      if (!answers.ok) break;
      this.learn(next.store, answers.value);
    }
    this.#looking = false;
  }

  #unread(): { readonly store: HeldStore; readonly rows: StoreRow[] } | null {
    for (const store of this.stores()) {
      const rows = store.unread().slice(0, LOOK_AT);
      if (rows.length > 0) return { store, rows };
    }
    return null;
  }

  #told(change: HeldChange): void {
    this.#ports.send('registry:changed', {
      stores: this.summaries(),
      added: change.added.slice(0, KEYS_TOLD),
      removed: change.removed.slice(0, KEYS_TOLD),
      changed: change.changed.slice(0, KEYS_TOLD),
    });
  }
}
