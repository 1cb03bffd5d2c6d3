import type { ChangeCounts, CompareSummary, ConfigState, EntryChange, KeyChanges } from '../../shared/models/compare';
import { showName } from '../text/visible';
import { bytesText, counted, grouped, oneLine } from './words';

/** The kinds of changes in the order in which a person reads them, and what each is called. */
export const CHANGE_WORDS: readonly (readonly [change: EntryChange, heading: string, mark: string])[] = [
  ['changed', 'Changed', '~'],
  ['renamed', 'Renamed', '>'],
  ['added', 'Added', '+'],
  ['removed', 'Removed', '-'],
];

/**
 * What changed, in one short sentence: `2 entries changed, 1 added`. For the note of a package that changed on disk; null
 * where no entry differs.
 */
export function changeSentence(counts: ChangeCounts): string | null {
  const parts = CHANGE_WORDS.filter(([change]) => counts[change] > 0);
  if (parts.length === 0) return null;
  const words = parts.map(([change], position) => {
    const count = position === 0 ? counted(counts[change], 'entry', 'entries') : grouped(counts[change]);
    return `${count} ${change}`;
  });
  return words.join(', ');
}

/** The sentence of a whole comparison, also where only its packing or nothing at all differs. */
export function compareSentence({ counts, same, from, to }: CompareSummary): string {
  const entries = changeSentence(counts);
  if (entries !== null) return `${entries}.`;
  if (!same) return 'The entries are the same; what is read of them differs.';
  const isFileEqual = from.sha256 !== null && from.sha256 === to.sha256;
  const all = counts.same === 1 ? 'The only entry is' : `All ${counted(counts.same, 'entry', 'entries')} are`;
  return isFileEqual ? 'The two files are equal, byte for byte.' : `No difference. ${all} the same in both.`;
}

/** `1,404 → 1,520 bytes`. */
export function sizeChange(from: number, to: number): string {
  return from === to ? `${grouped(to)} bytes` : `${grouped(from)} → ${grouped(to)} bytes`;
}

/** The sizes of the two files. */
export function fileSizes({ from, to }: CompareSummary): string {
  return from.bytes === to.bytes ? bytesText(to.bytes) : `${bytesText(from.bytes)} → ${bytesText(to.bytes)}`;
}

/** `house 0.1.0`, or the file's name where the manifest does not say it. */
export function sideName({ name, version, file }: CompareSummary['from']): string {
  return showName(name === null ? file : `${name} ${version ?? ''}`.trim());
}

/** A config's state in a few words; a refusal is cut to one line. */
export function configText(state: ConfigState | null): string {
  if (state === null) return 'none';
  return 'refused' in state ? `refused: ${oneLine(state.refused, 200)}` : `${grouped(state.bytes)} bytes`;
}

/** Paths of keys with what became of each. */
export function keyRows({
  added,
  removed,
  changed,
}: KeyChanges): (readonly [mark: string, what: string, path: string])[] {
  return [
    ...changed.map((path) => ['~', 'changed', path] as const),
    ...added.map((path) => ['+', 'added', path] as const),
    ...removed.map((path) => ['-', 'removed', path] as const),
  ];
}
