import type { NamingBatch } from '../../core/naming/batch';
import { compareBytes } from '../../core/text/order';
import { showName } from '../../core/text/visible';
import type { BlockQuery } from '../../shared/contract/naming';
import { BLOCK_STATES, type BlockRow } from '../../shared/models/naming';

/** Tables that can be asked for rows at a time; the window uses one and makes the next. */
const KEPT = 4;
/** Characters of a text in a row. */
const SHOWN = 400;

type Compare = (one: BlockRow, other: BlockRow) => number;
const COMPARE: Readonly<Record<BlockQuery['sort'], Compare>> = {
  index: (one, other) => one.index - other.index,
  block: (one, other) => compareBytes(one.blockId, other.blockId),
  state: (one, other) => BLOCK_STATES.indexOf(one.state) - BLOCK_STATES.indexOf(other.state),
  time: (one, other) => (one.ms ?? -1) - (other.ms ?? -1),
  name: (one, other) => compareBytes(one.name ?? '', other.name ?? ''),
};

/** The tables that were made of a batch: block numbers in the order asked for. */
export class BlockTables {
  readonly #tables = new Map<number, Uint32Array>();
  #next = 1;

  make(batch: NamingBatch, query: BlockQuery): { table: number; rows: number } {
    const indices = indicesOf(batch, query);
    const table = this.#next++;
    this.#tables.set(table, indices);
    const [oldest] = this.#tables.keys();
    if (this.#tables.size > KEPT && oldest !== undefined) this.#tables.delete(oldest);
    return { table, rows: indices.length };
  }

  /** Null where newer tables took its place. */
  find(table: number): Uint32Array | null {
    return this.#tables.get(table) ?? null;
  }

  clear(): void {
    this.#tables.clear();
  }
}

function indicesOf(batch: NamingBatch, { states, filter, sort, direction }: BlockQuery): Uint32Array {
  const everything = states.length === 0 && filter === '';
  if (everything && sort === 'index') {
    const all = Uint32Array.from({ length: batch.size }, (_, index) => index);
    return direction === 'up' ? all : all.reverse();
  }
  const wanted = filter.toLowerCase();
  const rows = batch.rows().filter((row) => {
    if (states.length > 0 && !states.includes(row.state)) return false;
    return (
      wanted === '' ||
      [row.blockId, row.name, row.purpose, row.error].some((text) => text?.toLowerCase().includes(wanted))
    );
  });
  const sign = direction === 'up' ? 1 : -1;
  // Equal rows keep the order of the blocks in both directions.
  rows.sort((one, other) => sign * COMPARE[sort](one, other) || one.index - other.index);
  return Uint32Array.from(rows, (row) => row.index);
}

/** A row as the window may show it. */
export function shownRow(row: BlockRow): BlockRow {
  return {
    ...row,
    blockId: shown(row.blockId),
    name: shownOrNull(row.name),
    purpose: shownOrNull(row.purpose),
    error: shownOrNull(row.error),
  };
}

const shown = (text: string) => showName(text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`);
const shownOrNull = (text: string | null) => (text === null ? null : shown(text));
