import type { Finding } from '../../shared/models/finding';
import { number } from './amounts';
import { type EntryFindingId, type PackageFindingId, packageFinding } from './findings';
import { ENTRY_FINDINGS } from './findings-entry';

/** So many findings of one id about entries are listed one by one; the rest is one sentence. Ids of entries stay exact. */
export const FINDINGS_PER_ID = 1000;

const ENTRY_IDS = Object.keys(ENTRY_FINDINGS) as EntryFindingId[];
const BIT = new Map(ENTRY_IDS.map((id, bit) => [id, bit]));
const WORDS = Math.ceil(ENTRY_IDS.length / 32);

/** Collects findings of one archive: a list that stays short, and for every record the exact set of ids as bits. */
export class FindingList {
  readonly #listed: Finding[] = [];
  readonly #bits: Uint32Array;
  readonly #counts = new Map<EntryFindingId, number>();

  /** For so many records. */
  constructor(records: number) {
    this.#bits = new Uint32Array(records * WORDS);
  }

  /** A finding about the whole archive, with the offset it stands at. */
  addWhole(id: PackageFindingId, message: string, offset?: number, hint?: string): void {
    const at = { ...(offset === undefined ? {} : { offset }), ...(hint === undefined ? {} : { hint }) };
    this.#listed.push(packageFinding(id, message, at));
  }

  /** A finding about a record. The sentence is made only where it is listed; an id counts once a record. */
  add(id: EntryFindingId, index: number, offset: number, entry: () => string, message: () => string): void {
    const bit = BIT.get(id) ?? 0;
    const word = index * WORDS + (bit >>> 5);
    const mask = 1 << (bit & 31);
    if (((this.#bits[word] ?? 0) & mask) !== 0) return;
    this.#bits[word] = (this.#bits[word] ?? 0) | mask;
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    if (count <= FINDINGS_PER_ID) this.#listed.push(packageFinding(id, message(), { entry: entry(), index, offset }));
  }

  has(id: EntryFindingId, index: number): boolean {
    const bit = BIT.get(id) ?? 0;
    return ((this.#bits[index * WORDS + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  /** Ids about a record, in the table's order. */
  idsOf(index: number): EntryFindingId[] {
    const ids: EntryFindingId[] = [];
    for (let word = 0; word < WORDS; word++) {
      let bits = this.#bits[index * WORDS + word] ?? 0;
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits);
        const id = ENTRY_IDS[word * 32 + bit];
        if (id !== undefined) ids.push(id);
        bits &= bits - 1;
      }
    }
    return ids;
  }

  /** All findings, as added; what was not listed one by one is counted at the end. */
  list(): Finding[] {
    const rest = [...this.#counts]
      .filter(([, count]) => count > FINDINGS_PER_ID)
      .map(([id, count]) => {
        const more = number(count - FINDINGS_PER_ID);
        return packageFinding(
          id,
          `${more} more entries: ${ENTRY_FINDINGS[id].title.toLowerCase()}. Each entry names its own.`,
        );
      });
    return [...this.#listed, ...rest];
  }
}
