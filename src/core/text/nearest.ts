/**
 * The number of inserted, deleted or replaced characters (code points) between two words, or null beyond `limit`.
 * Bounded: words longer than 64 are never compared.
 */
export function editDistance(a: string, b: string, limit: number): number | null {
  const [from, to] = [[...a.slice(0, 130)], [...b.slice(0, 130)]];
  if (from.length > 64 || to.length > 64 || Math.abs(from.length - to.length) > limit) return null;
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, char] of from.entries()) {
    const line = [row + 1];
    for (const [column, other] of to.entries()) {
      const replaced = (above[column] ?? 0) + (char === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  const distance = above[to.length] ?? limit + 1;
  return distance <= limit ? distance : null;
}

/**
 * The known word that was probably meant: the nearest one within `limit` edits, the first of equally near ones. Null
 * where nothing of the word would be left.
 */
export function nearest(word: string, known: Iterable<string>, limit = 2): string | null {
  let best: string | null = null;
  let least = Math.min(limit, [...word.slice(0, 4)].length - 1) + 1;
  for (const candidate of known) {
    const distance = editDistance(word, candidate, limit);
    if (distance === null || distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}
