/** Rows that are selected together: ranges from first to last, sorted and apart. None means the active row alone. */
export type Ranges = readonly (readonly [first: number, last: number])[];

export const isIn = (ranges: Ranges, row: number): boolean =>
  ranges.some(([first, last]) => first <= row && row <= last);

export const countOf = (ranges: Ranges): number => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** Every row between two, in whichever order they come. */
export const span = (a: number, b: number): Ranges => [[Math.min(a, b), Math.max(a, b)]];

/** Takes a row in, or out where it is in. */
export function toggled(ranges: Ranges, row: number): Ranges {
  if (!isIn(ranges, row)) return joined([...ranges, [row, row]]);
  return ranges.flatMap(([first, last]): Ranges => {
    if (row < first || row > last) return [[first, last]];
    const before: Ranges = row > first ? [[first, row - 1]] : [];
    const after: Ranges = row < last ? [[row + 1, last]] : [];
    return [...before, ...after];
  });
}

/** Both selections together. */
export function joined(ranges: Ranges): Ranges {
  const made: (readonly [number, number])[] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = made.at(-1);
    if (before && first <= before[1] + 1) made[made.length - 1] = [before[0], Math.max(before[1], last)];
    else made.push([first, last]);
  }
  return made;
}
