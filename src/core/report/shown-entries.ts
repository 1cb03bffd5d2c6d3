import type { Entry } from '../../shared/models/package';
import type { ShownEntries } from './package-text';

/** What is needed of a package to choose entries without making all of them. */
export interface EntrySource {
  readonly count: number;
  sizeOf(index: number): number;
  entry(index: number): Entry;
}

/** Entries of a package that a report lists one by one. */
const ALL_UP_TO = 60;
const LARGEST = 20;

/** All entries of a small package in their order, else the largest ones, largest first. */
export function shownEntries({ count, sizeOf, entry }: EntrySource): ShownEntries {
  if (count <= ALL_UP_TO) return { entries: Array.from({ length: count }, (_, index) => entry(index)), all: true };
  const sizes = Float64Array.from({ length: count }, (_, index) => sizeOf(index));
  const floor = Float64Array.from(sizes).sort()[count - LARGEST] ?? 0;
  const chosen: number[] = [];
  for (const [index, size] of sizes.entries()) if (size > floor) chosen.push(index);
  for (const [index, size] of sizes.entries()) {
    if (chosen.length >= LARGEST) break;
    if (size === floor) chosen.push(index);
  }
  chosen.sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || a - b);
  return { entries: chosen.map(entry), all: false };
}
