import type { ByteSource } from '../io/source';
import { isAscii } from '../text/encoding';
import { showName } from '../text/visible';
import { bytes, number } from './amounts';
import { leastEnd } from './directory';
import type { FindingList } from './finding-list';
import {
  DEFLATED,
  FLAG_DESCRIPTOR,
  FLAG_ENCRYPTED,
  FLAG_UTF8,
  LOCAL_HEADER_SIZE,
  MODE_FILE,
  MODE_LINK,
  MODE_TYPE,
  STORED,
} from './format';
import type { Located } from './locate';
import { decodeName, isDeep, isPlainName, nameProblems } from './names';

/** What the checks ask of an archive's records beyond the table. */
export interface CheckedRecords {
  readonly located: Located;
  readonly source: ByteSource;
  nameOf(index: number): string;
  isUtf8(index: number): boolean;
  isFolder(index: number): boolean;
}

const LARGE_ENTRY = 100 * 2 ** 20;
const SETUID_SETGID = 0o6000;
/** Longer names are looked at for their depth. */
const PLAIN_LENGTH = 128;

/** Content over this, and over so many times its packed size, is worth a word. Bytes, times. */
export const RATIO_FROM = 2 ** 20;
export const RATIO = 200;

/** Findings of each record by itself. Ordinary records cost some comparisons and no text. */
export function checkRecords(records: CheckedRecords, findings: FindingList): void {
  const { count } = records.located.directory.table;
  for (let index = 0; index < count; index++) {
    const name = records.nameOf(index);
    if (!isPlainName(name) || !isOrdinary(records, index)) checkRecord(records, index, name, findings);
  }
  checkOverlap(records, findings);
}

/** Clears nearly every record at once: a plain file or empty folder, nothing in it that any check below looks for. */
function isOrdinary(records: CheckedRecords, index: number): boolean {
  const { located, source } = records;
  const { table, unicodePaths, extraFaults, zip64Missing } = located.directory;
  const size = table.size[index] ?? 0;
  const packed = table.packed[index] ?? 0;
  const method = table.method[index] ?? 0;
  const local = table.localOffset[index] ?? 0;
  const mode = table.mode(index) ?? MODE_FILE;
  const type = mode & MODE_TYPE;
  return (
    ((table.flags[index] ?? 0) & (FLAG_ENCRYPTED | FLAG_DESCRIPTOR)) === 0 &&
    (method === DEFLATED || method === STORED) &&
    size <= RATIO_FROM &&
    (type === MODE_FILE || type === 0) &&
    (mode & SETUID_SETGID) === 0 &&
    index < located.claim.count &&
    local + LOCAL_HEADER_SIZE + packed <= Math.min(source.size, located.claim.start) &&
    (table.disk[index] ?? 0) === located.claim.disk &&
    (table.nameLength[index] ?? 0) < PLAIN_LENGTH &&
    !records.isFolder(index) &&
    !(unicodePaths.size > 0 && unicodePaths.has(index)) &&
    !(extraFaults.size > 0 && extraFaults.has(index)) &&
    !(zip64Missing.size > 0 && zip64Missing.has(index))
  );
}

function checkRecord(records: CheckedRecords, index: number, name: string, findings: FindingList): void {
  const { located, source } = records;
  const { directory, claim } = located;
  const { table } = directory;
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
  if ((flags & FLAG_DESCRIPTOR) !== 0) add('data-descriptor', (shown) => `'${shown}' keeps its sizes behind its data.`);
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
  if (path && path.fieldName !== decodeName(path.headerName).text) {
    const other = path.fieldName === null ? 'bytes that are not UTF-8' : `'${showName(path.fieldName)}'`;
    add('unicode-path-differs', (shown) =>
      path.used
        ? `The record names '${showName(decodeName(path.headerName).text)}', its Unicode path field '${shown}': Murmur takes the field's.`
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
