import type { TextEdit } from '../../shared/models/skill';

/**
 * A file with a fix applied: the bytes of each edit's range are replaced, every other byte stays. Edits must stand in file
 * order and not overlap; null where they do not fit the bytes (the file changed since it was checked).
 */
export function applyEdits(bytes: Uint8Array, edits: readonly TextEdit[]): Uint8Array | null {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    if (start < at || end < start || end > bytes.length) return null;
    parts.push(bytes.subarray(at, start), Buffer.from(text));
    at = end;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}
