import type { ByteSource } from '../io/source';
import { bytes, number } from './amounts';
import { leastEnd } from './directory';
import type { FindingList } from './finding-list';
import {
  DIRECTORY_RECORD,
  END_RECORD,
  END_RECORD_SIZE,
  LOCAL_HEADER,
  LOCAL_HEADER_SIZE,
  viewOf,
  ZIP64_END_RECORD,
} from './format';
import type { Located } from './locate';
import { findWithin } from './scan';

const MANY_ENTRIES = 10_000;
/** Bytes of unowned stretches that are searched for a second directory. */
const SEARCHED = 2 ** 19;
/** Digital signature of the directory (4.3.13), zip64 end record. */
const BETWEEN: ReadonlySet<number> = new Set([0x05054b50, ZIP64_END_RECORD]);

/** Findings of the end record, of what stands around the directory, and of the directory as a whole. */
export function checkWhole(located: Located, source: ByteSource, findings: FindingList): void {
  checkEnds(located, source, findings);
  checkCounts(located, source, findings);
  checkUnowned(located, source, findings);
  const { table, cutAt, full } = located.directory;
  if (cutAt !== null) {
    findings.addWhole('truncated', 'A directory record is cut off by the end of the file.', cutAt);
  }
  if (full) {
    findings.addWhole(
      'directory-too-large',
      `Only the first ${number(table.count)} records are listed.`,
      located.directory.end,
    );
  }
  if (table.count > MANY_ENTRIES) {
    findings.addWhole('many-entries', `The archive has ${number(table.count)} entries.`, located.claim.start);
  }
}

function checkEnds(located: Located, source: ByteSource, findings: FindingList): void {
  const { claim, refusal, refusalOffset, passedOver, tooManyEnds } = located;
  if (refusal !== null) {
    findings.addWhole(
      'murmur-cannot-open',
      `Murmur refuses to open the file: ${refusal}.`,
      refusalOffset ?? claim.endOffset,
    );
  }
  if (claim.disk !== claim.directoryDisk || claim.disk > 0) {
    findings.addWhole(
      'multi-disk',
      `The end record speaks of disk ${claim.disk} and of a directory on disk ${claim.directoryDisk}.`,
      claim.endOffset,
    );
  }
  if (refusal === null || passedOver.length > 0) {
    for (const { offset, reason } of passedOver.slice(0, 3)) {
      const message = `An end record at byte ${number(offset)} was passed over: ${reason}.`;
      findings.addWhole('second-end-record', message, offset);
    }
  }
  if (tooManyEnds !== null) {
    findings.addWhole('too-many-end-records', `${number(tooManyEnds)} end records were tried.`, claim.endOffset);
  }
  const end = claim.endOffset + END_RECORD_SIZE + claim.commentLength;
  if (end < source.size) {
    findings.addWhole('trailing-data', `${bytes(source.size - end)} after the end record and its comment.`, end);
  }
  if (end > source.size) {
    findings.addWhole('truncated', 'The end record or its comment is cut off by the end of the file.', claim.endOffset);
  }
  if (claim.commentLength > 0 && end <= source.size) {
    findings.addWhole(
      'archive-comment',
      `A comment of ${bytes(claim.commentLength)}.`,
      claim.endOffset + END_RECORD_SIZE,
    );
  }
}

function checkCounts(located: Located, source: ByteSource, findings: FindingList): void {
  const { claim, directory } = located;
  const held = directory.table.count;
  if (!directory.full && (claim.count !== held || claim.total !== held)) {
    const said =
      claim.count === claim.total
        ? number(claim.count)
        : `${number(claim.count)} on this disk and ${number(claim.total)} in all`;
    findings.addWhole(
      'count-mismatch',
      `The end record counts ${said}; the directory holds ${number(held)}.`,
      claim.endOffset,
    );
  }
  const length = directory.end - claim.start;
  if (claim.statedSize !== length || !endsAt(source, directory.end, claim.limit)) {
    const message = `The directory is stated to take ${bytes(claim.statedSize)}; its records take ${bytes(length)}, and ${bytes(claim.limit - claim.start)} stand before the end record.`;
    findings.addWhole('directory-size-mismatch', message, claim.start);
  }
}

/** Whether the directory ends where it must; a zip64 end record or a signature that nothing needed may stand between. */
function endsAt(source: ByteSource, end: number, limit: number): boolean {
  if (end === limit) return true;
  if (end > limit) return false;
  const view = viewOf(source.read(end, 4));
  return view.byteLength === 4 && BETWEEN.has(view.getUint32(0, true));
}

/** Bytes before the first entry, and between the last one and the directory: other readers may find something there. */
function checkUnowned(located: Located, source: ByteSource, findings: FindingList): void {
  const { claim, directory } = located;
  const { table } = directory;
  let lowest = claim.start;
  let highest = 0;
  let last = -1;
  for (let index = 0; index < table.count; index++) {
    const local = table.localOffset[index] ?? 0;
    if (local < lowest) lowest = local;
    const end = leastEnd(directory, index);
    if (end > highest) [highest, last] = [end, index];
  }
  if (last < 0) highest = lowest;
  // The last entry's own extra field counts, or the end of an archive inside the archive would look unowned.
  else highest += localExtraLength(source, table.localOffset[last] ?? 0);
  if (lowest > 0) {
    findings.addWhole('prefix-data', `${bytes(lowest)} stand in front of the first entry.`, 0);
    searchUnowned(source, 0, lowest, claim.endOffset, findings);
  }
  if (highest < claim.start) searchUnowned(source, highest, claim.start, claim.endOffset, findings);
}

function localExtraLength(source: ByteSource, offset: number): number {
  const header = source.read(offset, LOCAL_HEADER_SIZE);
  if (header.length < LOCAL_HEADER_SIZE) return 0;
  const view = viewOf(header);
  return view.getUint32(0, true) === LOCAL_HEADER ? view.getUint16(28, true) : 0;
}

function searchUnowned(source: ByteSource, from: number, end: number, mainEnd: number, findings: FindingList): void {
  const endRecord = findWithin(source, END_RECORD, from, end, SEARCHED);
  if (endRecord !== null && endRecord !== mainEnd) {
    findings.addWhole(
      'second-end-record',
      `Another end record stands at byte ${number(endRecord)}, in bytes that no entry owns.`,
      endRecord,
    );
  }
  const record = findWithin(source, DIRECTORY_RECORD, from, end, SEARCHED);
  if (record !== null) {
    findings.addWhole(
      'second-directory',
      `A directory record stands at byte ${number(record)}, in bytes that no entry owns.`,
      record,
    );
  }
}
