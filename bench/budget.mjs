// What figures may cost: bench/budget.json, by the id of the row. `most` bounds our own value in its unit, `ratio` ours
// divided by the peer's; `source` says who asked for it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The budgets by id. */
export function readBudget(path = join(import.meta.dirname, 'budget.json')) {
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8'))));
}

/** A row with its ratio, its limit in words and its verdict: `ok`, `OVER`, `peer absent`, or none without a budget. */
export function judged(row, budget) {
  const { most, ratio: mostRatio, source } = budget.get(row.id) ?? {};
  const { peer, ours } = row;
  const ratio = peer === null || peer.absent ? null : ours.value / peer.value;
  const bounds = [
    ...(most === undefined ? [] : [{ text: `${most} ${row.unit}`, met: ours.value <= most }]),
    ...(mostRatio === undefined ? [] : [{ text: `${mostRatio} ×`, met: ratio === null ? null : ratio <= mostRatio }]),
  ];
  return {
    ...row,
    ratio,
    source: source ?? null,
    limit: bounds.map(({ text }) => text).join(', '),
    verdict: verdictOf(row, bounds),
  };
}

function verdictOf({ peer }, bounds) {
  if (bounds.some(({ met }) => met === false)) return 'OVER';
  if (peer?.absent) return 'peer absent';
  return bounds.length === 0 ? '' : 'ok';
}
