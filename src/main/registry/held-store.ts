import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { DigestMemory } from '../../core/store/digest-memory';
import { withDigests, withFindings } from '../../core/store/judge';
import { showName } from '../../core/text/visible';
import type { StoreId, StoreSummary } from '../../shared/contract/registry';
import type { Finding } from '../../shared/models/finding';
import type { StoreKind, StoreRow } from '../../shared/models/store';
import type { RowAnswer, ScanAnswer } from './jobs';

/** What a scan changed, by rows' keys. */
export interface HeldChange {
  readonly added: string[];
  readonly removed: string[];
  readonly changed: string[];
}

/** The id of a store in the window: the same for the same folder, also after a restart. */
export function storeId(root: string): StoreId {
  return `store-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
}

/** One store as main holds it: the rows of the last scan, joined with what was found out by reading the packages. */
export class HeldStore {
  readonly id: StoreId;
  readonly kind: StoreKind;
  readonly root: string;
  readonly label: string;
  /** The scan that the rows are of. */
  version: number | null = null;
  #state: StoreSummary['state'] = 'reading';
  #findings: readonly Finding[] = [];
  readonly #rows = new Map<string, StoreRow>();
  readonly #joined = new Map<string, StoreRow>();
  /** What reading an archive told, with the files it is true of. */
  readonly #learned = new Map<string, { readonly of: string; readonly findings: readonly Finding[] }>();

  constructor(kind: StoreKind, root: string, label: string = kind === 'added' ? showName(basename(root)) : kind) {
    this.id = storeId(root);
    this.kind = kind;
    this.root = root;
    this.label = label;
  }

  /** Takes over what a scan found. */
  apply(answer: ScanAnswer, memory: DigestMemory): HeldChange {
    const change: HeldChange = { added: [], removed: [], changed: [] };
    const gone = answer.whole ? new Set(this.#rows.keys()) : new Set(answer.removed);
    for (const row of answer.rows) {
      gone.delete(row.key);
      const before = this.#rows.get(row.key);
      if (before === undefined) change.added.push(row.key);
      else if (JSON.stringify(before) !== JSON.stringify(row)) change.changed.push(row.key);
      else continue;
      this.#rows.set(row.key, row);
      this.#join(row, memory);
    }
    for (const key of gone) {
      this.#rows.delete(key);
      this.#joined.delete(key);
      this.#learned.delete(key);
      change.removed.push(key);
    }
    this.version = answer.version;
    this.#state = answer.state;
    this.#findings = answer.findings;
    return change;
  }

  /**
   * Takes over what reading a row's archives told; its digests are in the memory by then. Tells whether the row became
   * another one by it.
   */
  learn(answer: RowAnswer, memory: DigestMemory): boolean {
    const row = this.#rows.get(answer.key);
    if (row === undefined) return false;
    const before = JSON.stringify(this.#joined.get(answer.key));
    this.#learned.set(answer.key, { of: filesOf(row), findings: answer.findings });
    this.#join(row, memory);
    return JSON.stringify(this.#joined.get(answer.key)) !== before;
  }

  /** Joins all rows again with what the memory knows now; gives the keys of those that became others by it. */
  rejoin(memory: DigestMemory): string[] {
    const changed: string[] = [];
    for (const row of this.#rows.values()) {
      const before = JSON.stringify(this.#joined.get(row.key));
      this.#join(row, memory);
      if (JSON.stringify(this.#joined.get(row.key)) !== before) changed.push(row.key);
    }
    return changed;
  }

  /** Rows whose packages nobody has looked into since they are what they are. */
  unread(): StoreRow[] {
    return [...this.#rows.values()].filter((row) => this.#learned.get(row.key)?.of !== filesOf(row));
  }

  /** The rows as scanned, for reading their archives. */
  scanned(keys: Iterable<string>): StoreRow[] {
    return [...keys].flatMap((key) => this.#rows.get(key) ?? []);
  }

  /** All that is known of each row. */
  rows(): Iterable<StoreRow> {
    return this.#joined.values();
  }

  row(key: string): StoreRow | undefined {
    return this.#joined.get(key);
  }

  keys(): Iterable<string> {
    return this.#rows.keys();
  }

  summary(): StoreSummary {
    let [errors, warnings, size, agree, differ] = [0, 0, 0, 0, 0];
    for (const { findings, bytes, digest } of this.#joined.values()) {
      size += bytes;
      if (digest === 'agrees') agree++;
      else if (digest === 'differs') differ++;
      if (findings[0]?.severity === 'error') errors++;
      else if (findings[0]?.severity === 'warning') warnings++;
    }
    return {
      id: this.id,
      kind: this.kind,
      label: this.label,
      root: showName(this.root),
      state: this.#state,
      packages: this.#rows.size,
      bytes: size,
      agree,
      differ,
      errors,
      warnings,
      findings: [...this.#findings],
    };
  }

  #join(row: StoreRow, memory: DigestMemory): void {
    const learned = this.#learned.get(row.key);
    const more = learned?.of === filesOf(row) ? learned.findings : [];
    this.#joined.set(row.key, withFindings(withDigests(row, this.root, memory), more));
  }
}

/** What a row's archives are: as long as this stays, what was read of them stays true. */
function filesOf(row: StoreRow): string {
  return JSON.stringify(row.variants.map(({ archive, identity }) => [archive, identity]));
}
