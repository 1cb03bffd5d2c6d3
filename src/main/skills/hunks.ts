import type { Hunk } from '../../shared/contract/skills';
import type { TextEdit } from '../../shared/models/skill';

/** Lines of one stretch, and units of one line, that are shown. */
const LINES_MOST = 60;
const HUNKS_MOST = 100;
const LINE_MOST = 2_000;
const LF = 0x0a;

/** The stretch of bytes that edits touch, in whole lines, and those edits. */
interface Stretch {
  start: number;
  end: number;
  readonly edits: TextEdit[];
}

/**
 * The lines that edits change, before and after. Bytes that are not UTF-8 read with U+FFFD: this is for showing.
 * @param edits in file order, not overlapping
 */
export function hunksOf(bytes: Uint8Array, edits: readonly TextEdit[]): { hunks: Hunk[]; more: number } {
  const stretches: Stretch[] = [];
  for (const edit of edits) {
    const start = edit.start === 0 ? 0 : bytes.lastIndexOf(LF, edit.start - 1) + 1;
    const next = bytes.indexOf(LF, Math.max(edit.end, edit.start));
    const end = next < 0 ? bytes.length : next;
    const last = stretches.at(-1);
    if (last !== undefined && start <= last.end + 1) {
      last.end = Math.max(last.end, end);
      last.edits.push(edit);
    } else stretches.push({ start, end, edits: [edit] });
  }
  const hunks: Hunk[] = [];
  let [at, line, more] = [0, 1, 0];
  for (const stretch of stretches) {
    for (; at < stretch.start; at++) if (bytes[at] === LF) line++;
    const hunk = hunkOf(bytes, stretch, line);
    more += Math.max(0, hunk.before.length - LINES_MOST) + (hunks.length < HUNKS_MOST ? 0 : 1);
    if (hunks.length < HUNKS_MOST)
      hunks.push({ line, before: hunk.before.slice(0, LINES_MOST), after: hunk.after.slice(0, LINES_MOST) });
  }
  return { hunks, more };
}

function hunkOf(bytes: Uint8Array, { start, end, edits }: Stretch, line: number): Hunk {
  const parts: Buffer[] = [];
  let at = start;
  for (const edit of edits) {
    parts.push(Buffer.from(bytes.subarray(at, edit.start)), Buffer.from(edit.text));
    at = edit.end;
  }
  parts.push(Buffer.from(bytes.subarray(at, Math.max(at, end))));
  const before = linesOf(Buffer.from(bytes.subarray(start, end)));
  const after = linesOf(Buffer.concat(parts));
  const crlf = before.every(endsInReturn) && after.every(endsInReturn);
  const plain = (text: string) => short(crlf ? text.slice(0, -1) : text);
  return { line, before: before.map(plain), after: after.map(plain) };
}

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n');
const endsInReturn = (line: string): boolean => line.endsWith('\r');
const short = (line: string): string => (line.length > LINE_MOST ? `${line.slice(0, LINE_MOST)}…` : line);
