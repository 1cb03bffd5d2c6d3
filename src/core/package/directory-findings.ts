import type { ByteSource } from '../io/source';
import { isAscii } from '../text/encoding';
import { showName } from '../text/visible';
import type { Directory } from './directory';
import type { FindingList } from './finding-list';
import {
  DEFLATED,
  DIRECTORY_RECORD,
  END_RECORD,
  END_RECORD_SIZE,
  FLAG_DESCRIPTOR,
  FLAG_ENCRYPTED,
  FLAG_UTF8,
  LOCAL_HEADER,
  LOCAL_HEADER_SIZE,
  MODE_FILE,
  MODE_LINK,
  MODE_TYPE,
  STORED,
  viewOf,
  ZIP64_END_RECORD,
} from './format';
import type { Located } from './locate';
import { isDeep, nameProblems } from './names';
import { findWithin } from './scan';

/** What the checks ask of an archive's records beyond the table. */
export interface CheckedRecords {
  readonly located: Located;
  readonly source: ByteSource;
  nameOf(index: number): string;
  isUtf8(index: number): boolean;
  isFolder(index: number): boolean;
}

const MANY_ENTRIES = 10_000;
const LARGE_ENTRY = 100 * 2 ** 20;
const RATIO = 200;
const RATIO_FROM = 2 ** 20;
/** Bytes of unowned stretches that are searched for a second directory. */
const SEARCHED = 2 ** 19;
/** Digital signature of the directory (4.3.13), zip64 end record. */
const BETWEEN: ReadonlySet<number> = new Set([0x05054b50, ZIP64_END_RECORD]);
const SETUID_SETGID = 0o6000;
const number = (value: number) => value.toLocaleString('en-US');

/** Findings of the end record, of what stands around the directory, and of the directory as a whole. */
export function checkWhole(records: CheckedRecords, findings: FindingList): void {
  const { located, source } = records;
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

function bytes(count: number): string {
  return count === 1 ? '1 byte' : `${number(count)} bytes`;
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

/** Where a record's data ends at the earliest: fixed local header, name, data. */
function leastEnd({ table, unicodePaths }: Directory, index: number): number {
  const nameLength = unicodePaths.get(index)?.headerName.length ?? table.nameLength[index] ?? 0;
  return (table.localOffset[index] ?? 0) + LOCAL_HEADER_SIZE + nameLength + (table.packed[index] ?? 0);
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

/** Findings of each record by itself. Ordinary records cost a few comparisons and no text. */
export function checkRecords(records: CheckedRecords, findings: FindingList): void {
  const { located, source } = records;
  const { directory, claim } = located;
  const { table } = directory;
  for (let index = 0; index < table.count; index++) {
    const name = records.nameOf(index);
    const at = table.recordOffset[index] ?? 0;
    const entry = () => name;
    const add = (id: Parameters<FindingList['add']>[0], message: (shown: string) => string) =>
      findings.add(id, index, at, entry, () => message(showName(name)));
    for (const problem of nameProblems(name)) findings.add(problem.id, index, at, entry, () => problem.message);
    if (isDeep(name)) add('name-deep', (shown) => `'${shown.slice(0, 60)}…' is more than 64 folders deep.`);

    const flags = table.flags[index] ?? 0;
    const method = table.method[index] ?? 0;
    const size = table.size[index] ?? 0;
    const packed = table.packed[index] ?? 0;
    const folder = records.isFolder(index);
    if (index >= claim.count)
      add('count-mismatch', (shown) => `'${shown}' stands beyond the count of the end record: Murmur does not see it.`);
    if ((flags & FLAG_ENCRYPTED) !== 0) add('encrypted', (shown) => `'${shown}' is encrypted.`);
    if (method !== STORED && method !== DEFLATED) {
      add(
        'method-unsupported',
        (shown) => `'${shown}' is compressed with ${methodName(method)}, which Murmur does not read.`,
      );
    }
    if ((flags & FLAG_DESCRIPTOR) !== 0)
      add('data-descriptor', (shown) => `'${shown}' keeps its sizes behind its data.`);
    if (folder && (size > 0 || packed > (method === DEFLATED ? 2 : 0))) {
      add(
        'directory-with-data',
        (shown) => `'${shown}' is named like a folder and has ${bytes(Math.max(size, packed))} of data.`,
      );
    }
    if (size > LARGE_ENTRY) add('large-entry', (shown) => `'${shown}' unpacks to ${bytes(size)}.`);
    if (size > RATIO_FROM && size > packed * RATIO) {
      add('ratio-extreme', (shown) => `'${shown}' is declared to unpack from ${bytes(packed)} to ${bytes(size)}.`);
    }
    const local = table.localOffset[index] ?? 0;
    const dataEnd = local + LOCAL_HEADER_SIZE + packed;
    if (dataEnd > source.size)
      add(
        'truncated',
        (shown) => `The data of '${shown}' would end at byte ${number(dataEnd)}, after the end of the file.`,
      );
    else if (dataEnd > claim.start && local < claim.endOffset)
      add('overlap', (shown) => `The data of '${shown}' reaches into the directory.`);
    checkMode(table.mode(index), folder, add);
    checkSpelling(records, index, flags, add);
    checkOdd(located, index, add);
  }
  checkOverlap(records, findings);
}

type Add = (id: Parameters<FindingList['add']>[0], message: (shown: string) => string) => void;

const METHODS: ReadonlyMap<number, string> = new Map([
  [1, 'shrink'],
  [6, 'implode'],
  [9, 'deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [20, 'zstd (old number)'],
  [93, 'zstd'],
  [95, 'xz'],
  [96, 'JPEG'],
  [97, 'WavPack'],
  [98, 'PPMd'],
  [99, 'AES encryption'],
]);

function methodName(method: number): string {
  const known = METHODS.get(method);
  return known ? `${known} (method ${method})` : `method ${method}`;
}

const TYPES: ReadonlyMap<number, string> = new Map([
  [0o010000, 'a named pipe'],
  [0o020000, 'a character device'],
  [0o040000, 'a folder'],
  [0o060000, 'a block device'],
  [0o140000, 'a socket'],
]);

function checkMode(mode: number | null, folder: boolean, add: Add): void {
  if (mode === null) return;
  const type = mode & MODE_TYPE;
  if (!folder && (mode & MODE_LINK) === MODE_LINK) add('symlink', (shown) => `'${shown}' is a symbolic link.`);
  else if (!folder && type !== 0 && type !== MODE_FILE) {
    add('special-file', (shown) => `'${shown}' is marked as ${TYPES.get(type) ?? 'no regular file'}.`);
  }
  if ((mode & SETUID_SETGID) !== 0) add('setuid', (shown) => `'${shown}' has mode ${(mode & 0o7777).toString(8)}.`);
}

function checkSpelling(records: CheckedRecords, index: number, flags: number, add: Add): void {
  const path = records.located.directory.unicodePaths.get(index);
  if (path && path.fieldName !== new TextDecoder('utf-8', { ignoreBOM: true }).decode(path.headerName)) {
    const other = path.fieldName === null ? 'bytes that are not UTF-8' : `'${showName(path.fieldName)}'`;
    add('unicode-path-differs', (shown) =>
      path.used
        ? `The record names '${showName(new TextDecoder().decode(path.headerName))}', its Unicode path field '${shown}': Murmur takes the field's.`
        : `'${shown}' has a Unicode path field with ${other}, which Murmur does not take.`,
    );
  }
  const raw = records.located.directory.table.rawName(index);
  if (isAscii(raw)) return;
  if (!records.isUtf8(index))
    add(
      'name-not-utf8',
      (shown) => `The bytes of a name are not UTF-8; Murmur shows it as '${shown}' and cannot read it by name.`,
    );
  else if ((flags & FLAG_UTF8) === 0 && !path?.used)
    add('utf8-flag-missing', (shown) => `'${shown}' is UTF-8, but its record does not say so.`);
}

function checkOdd({ directory, claim }: Located, index: number, add: Add): void {
  const { table, extraFaults, zip64Missing } = directory;
  const fault = extraFaults.get(index);
  if (fault !== undefined) {
    add(
      fault.includes('ZIP64') || fault.includes('0x0001') ? 'zip64-inconsistent' : 'extra-field-broken',
      (shown) => `'${shown}': ${fault}.`,
    );
  }
  if (zip64Missing.has(index))
    add('zip64-inconsistent', (shown) => `'${shown}' leaves a size or offset to a zip64 field that is not there.`);
  const beyond = Math.max(table.size[index] ?? 0, table.packed[index] ?? 0, table.localOffset[index] ?? 0);
  if (beyond > Number.MAX_SAFE_INTEGER)
    add('zip64-inconsistent', (shown) => `'${shown}' states a size or offset beyond any file.`);
  const disk = table.disk[index] ?? 0;
  if (disk !== claim.disk && disk !== 0xffff)
    add('entry-disk', (shown) => `'${shown}' is said to start on disk ${disk}; Murmur does not look at that.`);
}

/** Records whose data runs into the next one's, by the least room each needs. */
function checkOverlap(records: CheckedRecords, findings: FindingList): void {
  const { table } = records.located.directory;
  const order = Uint32Array.from({ length: table.count }, (_, index) => index);
  const offset = (index: number) => table.localOffset[index] ?? 0;
  let sorted = true;
  for (let index = 1; index < table.count && sorted; index++) sorted = offset(index - 1) <= offset(index);
  if (!sorted) order.sort((a, b) => offset(a) - offset(b) || a - b);
  let reach = -1;
  let owner = 0;
  for (const index of order) {
    const start = offset(index);
    if (start < reach) {
      for (const [one, other] of [
        [index, owner],
        [owner, index],
      ] as const) {
        const name = () => records.nameOf(one);
        findings.add(
          'overlap',
          one,
          table.recordOffset[one] ?? 0,
          name,
          () => `The bytes of '${showName(name())}' and '${showName(records.nameOf(other))}' overlap.`,
        );
      }
    }
    const end = leastEnd(records.located.directory, index);
    if (end > reach) [reach, owner] = [end, index];
  }
}
