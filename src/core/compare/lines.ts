import { diffArrays } from 'diff';

/** A run of lines that are in both texts, or only in one. */
export interface Run {
  readonly kind: 'same' | 'removed' | 'added';
  readonly count: number;
}

/** Lines of a text, each without its line feed, and whether the last one had one. An empty text has no lines. */
export interface Lines {
  readonly lines: readonly string[];
  readonly ends: boolean;
}

/** Splits at line feeds only: a carriage return before one belongs to the line. */
export function linesOf(text: string): Lines {
  if (text === '') return { lines: [], ends: true };
  const lines = text.split('\n');
  const ends = lines.at(-1) === '';
  if (ends) lines.pop();
  return { lines, ends };
}

/**
 * How one list of lines becomes another, as runs; null where that was not found within `budget` milliseconds. What is
 * equal at both ends is set aside first, so that a small change in a large text costs little.
 */
export function diffLines(from: Lines, to: Lines, budget: number): Run[] | null {
  const [a, b] = numbered(from, to);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const middle = changedRuns(a.slice(start, a.length - end), b.slice(start, b.length - end), budget);
  if (middle === null) return null;
  const runs: Run[] = [{ kind: 'same', count: start }, ...middle, { kind: 'same', count: end }];
  return runs.filter((run) => run.count > 0);
}

function changedRuns(a: number[], b: number[], budget: number): Run[] | null {
  if (a.length === 0) return [{ kind: 'added', count: b.length }];
  if (b.length === 0) return [{ kind: 'removed', count: a.length }];
  const parts = diffArrays(a, b, { timeout: budget });
  if (parts === undefined) return null;
  return parts.map(({ added, removed, count }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', count }));
}

/** Lines as numbers, equal ones equal. A last line without its line end is another line than one with it. */
function numbered(from: Lines, to: Lines): [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  const all = ({ lines, ends }: Lines) =>
    lines.map((line, index) => numberOf(index === lines.length - 1 && !ends ? `${line}\n!` : line));
  return [all(from), all(to)];
}
