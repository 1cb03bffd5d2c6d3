import type { Finding } from '../../shared/models/finding';
import type { Entry, EntryKind } from '../../shared/models/package';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import { type ByteSource, guardReads } from '../io/source';
import { isUtf8 } from '../text/encoding';
import { CollisionMap } from './collisions';
import { FindingList } from './finding-list';
import { FLAG_ENCRYPTED, LOCAL_HEADER, MODE_FILE, MODE_FOLDER, MODE_LINK, MODE_TYPE, viewOf } from './format';
import { type Located, locateDirectory } from './locate';
import { decodeName } from './names';
import { checkRecords } from './record-findings';
import { safeName } from './safe-name';
import { type RecordTable, TABLE_LIMITS, type TableLimits } from './table';
import { checkWhole } from './whole-findings';

/**
 * The directory of an archive, as read from its end: nothing but the directory has been read. Records are numbered from
 * 0 in the order of the directory; getters are cheap and `entry` builds on demand, so 100,000 records cost little.
 */
export interface Archive {
  readonly source: ByteSource;
  /** Bytes of the file. */
  readonly size: number;
  /** Records of the directory, also those Murmur does not see. */
  readonly recordCount: number;
  /** Why Murmur refuses to open the file, in its words; null when it opens it. */
  readonly refusal: string | null;
  /**
   * Records Murmur sees, in its order: of equal raw names the last one, at the first one's place; none beyond the count.
   * For an archive that Murmur refuses: what it would see if it took the directory.
   */
  readonly seen: readonly number[];
  /** Everything `inspect` says about a record. */
  entry(index: number): Entry;
  /** The name as Murmur decodes it (UTF-8, else CP437). */
  nameOf(index: number): string;
  /** The name's bytes. */
  rawNameOf(index: number): Uint8Array;
  /** Declared size in bytes. */
  sizeOf(index: number): number;
  /** Declared compressed size in bytes. */
  packedOf(index: number): number;
  /** 0 stored, 8 deflated. */
  methodOf(index: number): number;
  crcOf(index: number): number;
  /** General purpose flags. */
  flagsOf(index: number): number;
  kindOf(index: number): EntryKind;
  /** Unix mode bits, null when the record has none. */
  modeOf(index: number): number | null;
  /** Name under Murmur's rule (spec 2.1), null where it refuses the name. */
  safeNameOf(index: number): string | null;
  /** Byte offset of the directory record. */
  recordOffsetOf(index: number): number;
  /** Byte offset of the local header, with the bytes in front counted in. */
  localOffsetOf(index: number): number;
  /** The name that the local header should have: the record's own, also where a Unicode path field replaced it. */
  headerNameOf(index: number): Uint8Array;
  /** Byte offset of the first directory record. */
  readonly directoryStart: number;
  /** As the path resolver: the first seen file (no directory) whose safe name is this. */
  find(safeName: string): number | null;
  /** As Murmur's reader by name: the seen record with exactly this name; none for a name that is not UTF-8. */
  byName(name: string): number | null;
  /** Findings of the directory, each with index and byte offset; of one id at most `FINDINGS_PER_ID`, then a summary. */
  readonly findings: readonly Finding[];
  /** Ids of all directory findings about a record. */
  findingIdsOf(index: number): readonly string[];
}

/** What people see when a file has no directory: the reason is Murmur's, the hint says what the file looks like. */
function notAnArchive(source: ByteSource, reason: string): Failure {
  const start = source.read(0, 4);
  const isZip = start.length === 4 && viewOf(start).getUint32(0, true) === LOCAL_HEADER;
  if (source.size === 0) return failure('not-a-zip', reason, 'The file is empty. Copy or download it again.');
  if (isZip) {
    const hint =
      'It starts like a zip, but its end, where the directory stands, is missing or broken. Copy or download it again.';
    return failure('directory-missing', reason, hint);
  }
  return failure('not-a-zip', reason, 'This is no zip file. A package is a .mur.zip that mur build wrote.');
}

/**
 * Reads the directory of an archive from its end (end record, zip64, central directory) by Murmur's rules, tolerating
 * what Murmur refuses. Not ok only if no directory can be read at all; the message is then Murmur's.
 */
export function openArchive(source: ByteSource, limits: TableLimits = TABLE_LIMITS): Result<Archive> {
  return guardReads(() => {
    const located = locateDirectory(source, limits);
    if ('reason' in located) return err(notAnArchive(source, located.reason));
    return ok(new DirectoryArchive(source, located));
  });
}

class DirectoryArchive implements Archive {
  readonly source: ByteSource;
  readonly size: number;
  readonly recordCount: number;
  readonly refusal: string | null;
  readonly findings: readonly Finding[];
  readonly #located: Located;
  readonly #table: RecordTable;
  readonly #names: Buffer;
  readonly #found: FindingList;
  readonly #map: CollisionMap;
  #lastTime = -1;
  #lastModified: string | null = null;

  constructor(source: ByteSource, located: Located) {
    this.source = source;
    this.size = source.size;
    this.#located = located;
    this.#table = located.directory.table;
    this.#names = Buffer.from(this.#table.names.buffer);
    this.recordCount = this.#table.count;
    this.refusal = located.refusal;
    this.#found = new FindingList(this.recordCount);
    const records = {
      located,
      source,
      count: this.recordCount,
      nameOf: (index: number) => this.nameOf(index),
      rawKeyOf: (index: number) => this.#rawKeyOf(index),
      safeNameOf: (index: number) => this.safeNameOf(index),
      isUtf8: (index: number) => isUtf8(this.rawNameOf(index)),
      isFolder: (index: number) => this.#isFolder(index),
      recordOffsetOf: (index: number) => this.recordOffsetOf(index),
    };
    checkWhole(located, source, this.#found);
    checkRecords(records, this.#found);
    this.#map = new CollisionMap(records, located.claim.count, this.#found);
    this.findings = this.#found.list();
  }

  get seen(): readonly number[] {
    return this.#map.seen;
  }

  entry(index: number): Entry {
    const table = this.#table;
    const name = this.nameOf(index);
    // A name that came out as ASCII came from ASCII.
    const utf8 = !NOT_ASCII_TEXT.test(name) || isUtf8(this.rawNameOf(index));
    const safe = safeName(name);
    const entry: Entry = {
      index,
      name,
      kind: this.kindOf(index),
      method: this.methodOf(index),
      compressedSize: this.packedOf(index),
      size: this.sizeOf(index),
      crc32: this.crcOf(index).toString(16).padStart(8, '0'),
      encrypted: (this.flagsOf(index) & FLAG_ENCRYPTED) !== 0,
      modified: this.#modified(table.dosTime[index] ?? 0),
      safeName: safe,
      readBy: this.#readBy(index, safe, utf8),
      findings: this.#found.idsOf(index),
    };
    return utf8 ? entry : { ...entry, nameBytes: Buffer.from(this.rawNameOf(index)).toString('hex') };
  }

  /** Most records of an archive have one date. */
  #modified(fields: number): string | null {
    if (fields !== this.#lastTime) [this.#lastTime, this.#lastModified] = [fields, dosTime(fields)];
    return this.#lastModified;
  }

  #readBy(index: number, safe: string | null, utf8: boolean): ('murmur' | 'resolver')[] {
    if (this.refusal !== null || !this.#map.isSeen(index)) return [];
    const readers: ('murmur' | 'resolver')[] = utf8 ? ['murmur'] : [];
    if (safe !== null && this.#map.isFound(index, safe)) readers.push('resolver');
    return readers;
  }

  nameOf(index: number): string {
    const start = this.#table.nameStart[index] ?? 0;
    const end = start + (this.#table.nameLength[index] ?? 0);
    const name = this.#names.toString('latin1', start, end);
    return NOT_ASCII.test(name) ? decodeName(this.rawNameOf(index)).text : name;
  }

  #rawKeyOf(index: number): string {
    const start = this.#table.nameStart[index] ?? 0;
    return this.#names.toString('latin1', start, start + (this.#table.nameLength[index] ?? 0));
  }

  rawNameOf(index: number): Uint8Array {
    return this.#table.rawName(index);
  }

  sizeOf(index: number): number {
    return this.#table.size[index] ?? 0;
  }

  packedOf(index: number): number {
    return this.#table.packed[index] ?? 0;
  }

  methodOf(index: number): number {
    return this.#table.method[index] ?? 0;
  }

  crcOf(index: number): number {
    return this.#table.crc[index] ?? 0;
  }

  flagsOf(index: number): number {
    return this.#table.flags[index] ?? 0;
  }

  modeOf(index: number): number | null {
    return this.#table.mode(index);
  }

  #isFolder(index: number): boolean {
    const length = this.#table.nameLength[index] ?? 0;
    if (length === 0) return false;
    const last = this.#table.names[(this.#table.nameStart[index] ?? 0) + length - 1];
    return last === SLASH || last === BACKSLASH;
  }

  kindOf(index: number): EntryKind {
    if (this.#isFolder(index)) return 'directory';
    const mode = this.#table.mode(index);
    if (mode === null) return 'file';
    if ((mode & MODE_LINK) === MODE_LINK) return 'symlink';
    const type = mode & MODE_TYPE;
    return type === 0 || type === MODE_FILE || type === MODE_FOLDER ? 'file' : 'other';
  }

  safeNameOf(index: number): string | null {
    return safeName(this.nameOf(index));
  }

  recordOffsetOf(index: number): number {
    return this.#table.recordOffset[index] ?? 0;
  }

  localOffsetOf(index: number): number {
    return this.#table.localOffset[index] ?? 0;
  }

  headerNameOf(index: number): Uint8Array {
    return this.#located.directory.unicodePaths.get(index)?.headerName ?? this.rawNameOf(index);
  }

  get directoryStart(): number {
    return this.#located.claim.start;
  }

  find(wanted: string): number | null {
    return this.#map.find(wanted);
  }

  byName(name: string): number | null {
    const raw = Buffer.from(name, 'utf8');
    if (raw.toString('utf8') !== name) return null;
    return this.#map.byRawName(name, safeName(name), raw.toString('latin1'));
  }

  findingIdsOf(index: number): readonly string[] {
    return this.#found.idsOf(index);
  }
}

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const NOT_ASCII = /[\x80-\xff]/;
const NOT_ASCII_TEXT = /[^\x00-\x7f]/;

const two = (value: number) => String(value).padStart(2, '0');

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** DOS date and time (4.4.6) as `YYYY-MM-DDTHH:MM:SS`, or null where the fields are no date. */
function dosTime(fields: number): string | null {
  const [year, month, day] = [1980 + (fields >>> 25), (fields >>> 21) & 15, (fields >>> 16) & 31];
  const [hour, minute, second] = [(fields >>> 11) & 31, (fields >>> 5) & 63, (fields & 31) * 2];
  // Years 1980 to 2107: of those divisible by four only 2100 is no leap year.
  const leap = year % 4 === 0 && year !== 2100;
  const days = month === 2 && !leap ? 28 : (MONTH_DAYS[month - 1] ?? 0);
  if (day < 1 || day > days || hour > 23 || minute > 59 || second > 59) return null;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
}
