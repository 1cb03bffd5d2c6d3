import type { DiffHunk, DiffLine, TextDiff } from '../../shared/models/compare';
import { err, failure, ok, type Result } from '../../shared/result';
import { guardReads } from '../io/source';
import type { Archive } from '../package/archive';
import { LOOK_BYTES, looksLike } from '../package/looks-like';
import { readEntry } from '../package/read';
import { decodeText } from '../package/text-encoding';
import { diffLines, type Lines, linesOf, type Run } from './lines';

export interface TextDiffLimits {
  /** Bytes of one side. */
  readonly bytes: number;
  /** Lines of one side. */
  readonly lines: number;
  /** Milliseconds that matching lines may take; it cannot be interrupted. */
  readonly budget: number;
  /** Lines of all hunks together. */
  readonly shown: number;
  /** Characters of one line. */
  readonly line: number;
  /** Unchanged lines around a change. */
  readonly context: number;
}

export const TEXT_DIFF_LIMITS: TextDiffLimits = {
  bytes: 8 * 1024 * 1024,
  lines: 200_000,
  budget: 1000,
  shown: 20_000,
  line: 2000,
  context: 3,
};

/** A record of an archive. */
export interface RecordAt {
  readonly archive: Archive;
  readonly index: number;
}

/**
 * How an entry's content differs between two packages, line by line; of an entry that one side does not have, everything
 * came or went. Reads at most `limits.bytes` of each side.
 */
export function entryTextDiff(
  from: RecordAt | null,
  to: RecordAt | null,
  limits: TextDiffLimits = TEXT_DIFF_LIMITS,
): TextDiff {
  const [a, b] = [sizeOf(from), sizeOf(to)];
  if ((a ?? 0) > limits.bytes || (b ?? 0) > limits.bytes)
    return { kind: 'too-large', from: a, to: b, limit: limits.bytes, unit: 'bytes' };
  const [left, right] = [read(from, limits), read(to, limits)];
  if (!left.ok || !right.ok) {
    const why = (side: Result<unknown>) => (side.ok ? null : failure(null, side.error.message, side.error.hint));
    return { kind: 'unreadable', from: why(left), to: why(right) };
  }
  return textDiff(left.value, right.value, limits);
}

const sizeOf = (at: RecordAt | null) => (at === null ? null : at.archive.sizeOf(at.index));

function read(at: RecordAt | null, limits: TextDiffLimits): Result<Uint8Array | null> {
  if (at === null) return ok(null);
  const { archive, index } = at;
  if (archive.kindOf(index) === 'directory') return err(failure(null, 'a folder has no content'));
  return guardReads(() => readEntry(archive, index, { limit: limits.bytes, lenient: true }));
}

/** As `entryTextDiff`, of bytes; null for a side that there is not. */
export function textDiff(
  from: Uint8Array | null,
  to: Uint8Array | null,
  limits: TextDiffLimits = TEXT_DIFF_LIMITS,
): TextDiff {
  if (from !== null && to !== null && Buffer.compare(from, to) === 0) return { kind: 'same' };
  const [left, right] = [decodeText(from ?? EMPTY), decodeText(to ?? EMPTY)];
  if (left === null || right === null) return { kind: 'binary', from: content(from), to: content(to) };
  const [a, b] = [linesOf(left.text), linesOf(right.text)];
  const [most, unit] = [limits.lines, 'lines' as const];
  if (a.lines.length > most || b.lines.length > most)
    return { kind: 'too-large', from: a.lines.length, to: b.lines.length, limit: most, unit };
  const runs = diffLines(a, b, limits.budget);
  if (runs === null) return { kind: 'too-different', from: a.lines.length, to: b.lines.length };
  const count = (kind: Run['kind']) => runs.reduce((sum, run) => sum + (run.kind === kind ? run.count : 0), 0);
  const isBoth = from !== null && to !== null;
  const differing = (x: string, y: string) => (isBoth && x !== y ? { from: x, to: y } : null);
  return {
    kind: 'text',
    ...hunksOf(a, b, runs, limits),
    added: count('added'),
    removed: count('removed'),
    lineEnds: differing(lineEndsOf(left.text), lineEndsOf(right.text)),
    encoding: differing(left.encoding, right.encoding),
  };
}

const EMPTY = new Uint8Array(0);

const content = (bytes: Uint8Array | null) =>
  bytes === null ? null : { size: bytes.length, looksLike: looksLike(bytes.subarray(0, LOOK_BYTES)) };

function lineEndsOf(text: string): string {
  const kinds = new Set<string>();
  for (const [end] of text.matchAll(/\r\n|\r|\n/g)) {
    kinds.add(end);
    if (kinds.size > 1) return 'mixed';
  }
  const [only] = kinds;
  return only === undefined ? 'none' : only === '\n' ? 'LF' : only === '\r' ? 'CR' : 'CRLF';
}

/** One line of the whole comparison, before it is known what stands in a hunk. */
interface Step {
  readonly kind: Run['kind'];
  /** Numbers of the lines from 0; of an added line the first is where it stands between. */
  readonly from: number;
  readonly to: number;
}

function hunksOf(a: Lines, b: Lines, runs: readonly Run[], limits: TextDiffLimits) {
  const hunks: DiffHunk[] = [];
  let [from, to, left, leftOut] = [0, 0, limits.shown, 0];
  let steps: Step[] = [];
  const close = () => {
    const taken = steps.slice(0, left);
    leftOut += steps.length - taken.length;
    left -= taken.length;
    if (taken.length > 0) hunks.push(hunkOf(a, b, taken, limits.line));
    steps = [];
  };
  for (const [position, { kind, count }] of runs.entries()) {
    const [isFirst, isLast] = [position === 0, position === runs.length - 1];
    for (const offset of kind === 'same' ? shownOf(count, limits.context, isFirst, isLast) : range(0, count)) {
      if (offset === 'gap') close();
      else
        steps.push({ kind, from: from + (kind === 'added' ? 0 : offset), to: to + (kind === 'removed' ? 0 : offset) });
    }
    if (kind !== 'added') from += count;
    if (kind !== 'removed') to += count;
  }
  close();
  return { hunks, leftOut };
}

function* range(start: number, end: number): Generator<number> {
  for (let at = start; at < end; at++) yield at;
}

/** Which lines of an unchanged run are shown, and where a hunk ends between them. */
function* shownOf(count: number, context: number, isFirst: boolean, isLast: boolean): Generator<number | 'gap'> {
  const after = isFirst ? 0 : Math.min(context, count);
  const before = isLast ? 0 : Math.min(context, count);
  if (after + before >= count && !isFirst && !isLast) return yield* range(0, count);
  yield* range(0, after);
  if (!isFirst) yield 'gap';
  yield* range(count - before, count);
}

function hunkOf(a: Lines, b: Lines, steps: readonly Step[], width: number): DiffHunk {
  const fromCount = steps.filter(({ kind }) => kind !== 'added').length;
  const toCount = steps.filter(({ kind }) => kind !== 'removed').length;
  const [first] = steps;
  return {
    fromLine: (first?.from ?? 0) + (fromCount > 0 ? 1 : 0),
    fromCount,
    toLine: (first?.to ?? 0) + (toCount > 0 ? 1 : 0),
    toCount,
    lines: steps.map(({ kind, from, to }) => {
      const [side, at] = kind === 'added' ? ([b, to] as const) : ([a, from] as const);
      return lineOf(kind, side.lines[at] ?? '', !side.ends && at === side.lines.length - 1, width);
    }),
  };
}

function lineOf(kind: DiffLine['kind'], line: string, last: boolean, width: number): DiffLine {
  if (line.length <= width) return { kind, text: line, cut: 0, last };
  // A pair of surrogates is not cut in two.
  const unit = line.charCodeAt(width - 1);
  const end = unit >= 0xd800 && unit <= 0xdbff ? width - 1 : width;
  return { kind, text: line.slice(0, end), cut: line.length - end, last };
}
