import type { Finding } from '../../shared/models/finding';
import type { Entry, EntryKind } from '../../shared/models/package';
import type { Result } from '../../shared/result';
import type { ByteSource } from '../io/source';

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
  /** As the path resolver: the first seen file (no directory) whose safe name is this. */
  find(safeName: string): number | null;
  /** As Murmur's reader by name: the seen record with exactly this name; none for a name that is not UTF-8. */
  byName(name: string): number | null;
  /** Findings of the directory, each with index and byte offset; of one id at most `FINDINGS_PER_ID`, then a summary. */
  readonly findings: readonly Finding[];
  /** Ids of all directory findings about a record. */
  findingIdsOf(index: number): readonly string[];
}

/**
 * Reads the directory of an archive from its end (end record, zip64, central directory) by Murmur's rules, tolerating
 * what Murmur refuses. Not ok only if no directory can be read at all; the message is then Murmur's.
 */
export function openArchive(_source: ByteSource): Result<Archive> {
  throw new Error('not written yet');
}
