import type { ByteSource } from '../io/source';
import { isAscii } from '../text/encoding';
import { showName } from '../text/visible';
import { number } from './amounts';
import type { Archive } from './archive';
import type { FindingList } from './finding-list';
import type { EntryFindingId } from './findings';
import {
  DATA_DESCRIPTOR,
  FLAG_DESCRIPTOR,
  FLAG_ENCRYPTED,
  FLAG_UTF8,
  getUint64,
  LOCAL_HEADER_SIZE,
  SEE_ZIP64_32,
  viewOf,
} from './format';
import { type LocalHeader, readLocalHeader } from './local-header';
import { decodeName } from './names';

/** The stretch of the file that a record really takes, header and data descriptor included. Bytes. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/**
 * Compares a record's local header, and the descriptor behind its data, with the directory. Gives the bytes the record
 * takes, or null where it has no local header.
 */
export function checkLocalHeader(
  archive: Archive,
  index: number,
  source: ByteSource,
  findings: FindingList,
): Extent | null {
  const start = archive.localOffsetOf(index);
  const name = () => archive.nameOf(index);
  const add = (id: EntryFindingId, message: () => string) => findings.add(id, index, start, name, message);
  const header = readLocalHeader(source, start);
  if (!header.ok) {
    add(
      'local-header-missing',
      () => `At byte ${number(start)}, where the directory puts '${showName(name())}', there is no local header.`,
    );
    return null;
  }
  const local = header.value;
  const afterHeader = source.read(start + LOCAL_HEADER_SIZE, local.nameLength + local.extraLength);
  const localName = afterHeader.subarray(0, local.nameLength);
  const differences = [
    ...differencesOf(archive, index, local, localName),
    ...sizeDifferences(archive, index, local, afterHeader.subarray(local.nameLength)),
  ];
  const end = Math.min(archive.size, local.dataStart + archive.packedOf(index));
  let extentEnd = end;
  if ((local.flags & FLAG_DESCRIPTOR) !== 0) {
    const length = descriptorLength(archive, index, source, end);
    if (length === null) differences.push('the data descriptor has another checksum or size, or is not there');
    else extentEnd = end + length;
  }
  if (differences.length > 0) {
    add('local-central-mismatch', () => `'${showName(name())}': in the local header ${differences.join('; ')}.`);
  }
  return { start, end: extentEnd };
}

function differencesOf(archive: Archive, index: number, local: LocalHeader, localName: Uint8Array): string[] {
  const found: string[] = [];
  if (Buffer.compare(localName, archive.headerNameOf(index)) !== 0) {
    found.push(`the name is '${showName(decodeName(localName).text)}'`);
  }
  if (local.method !== archive.methodOf(index)) found.push(`the method is ${local.method}`);
  if (((local.flags ^ archive.flagsOf(index)) & FLAG_ENCRYPTED) !== 0) {
    found.push(`the entry is ${(local.flags & FLAG_ENCRYPTED) !== 0 ? 'encrypted' : 'not encrypted'}`);
  }
  if (((local.flags ^ archive.flagsOf(index)) & FLAG_UTF8) !== 0 && !isAscii(localName)) {
    found.push(`the name is ${(local.flags & FLAG_UTF8) !== 0 ? 'marked as UTF-8' : 'not marked as UTF-8'}`);
  }
  if (((local.flags ^ archive.flagsOf(index)) & FLAG_DESCRIPTOR) !== 0) {
    found.push(`a data descriptor is ${(local.flags & FLAG_DESCRIPTOR) !== 0 ? 'promised' : 'not promised'}`);
  }
  return found;
}

/** Checksum and sizes. With a descriptor they may be zero here; FFFFFFFF leaves them to the zip64 field. */
function sizeDifferences(archive: Archive, index: number, local: LocalHeader, extra: Uint8Array): string[] {
  const found: string[] = [];
  const streamed = (local.flags & FLAG_DESCRIPTOR) !== 0;
  const [size, packed] = zip64Sizes(local, extra);
  const compare = (what: string, here: number, there: number) => {
    if (here !== there && !(streamed && here === 0)) found.push(`${what} is ${number(here)}, not ${number(there)}`);
  };
  if (local.crc !== archive.crcOf(index) && !(streamed && local.crc === 0)) {
    found.push(`the checksum is ${local.crc.toString(16).padStart(8, '0')}`);
  }
  compare('the size', size, archive.sizeOf(index));
  compare('the compressed size', packed, archive.packedOf(index));
  return found;
}

/** The local header's size and compressed size, from its zip64 field where it leaves them to that (4.5.3). */
function zip64Sizes(local: LocalHeader, extra: Uint8Array): [size: number, packed: number] {
  if (local.size !== SEE_ZIP64_32 && local.packed !== SEE_ZIP64_32) return [local.size, local.packed];
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) !== 1 || at + 4 + length > extra.length) continue;
    let next = at + 4;
    const take = (given: number) => {
      if (given !== SEE_ZIP64_32 || next + 8 > at + 4 + length) return given;
      next += 8;
      return getUint64(view, next - 8);
    };
    return [take(local.size), take(local.packed)];
  }
  return [local.size, local.packed];
}

/** Bytes of the data descriptor at an offset: with or without signature, sizes of 4 or 8 bytes; null where none fits. */
function descriptorLength(archive: Archive, index: number, source: ByteSource, at: number): number | null {
  const bytes = source.read(at, 24);
  const view = viewOf(bytes);
  const signed = bytes.length >= 4 && view.getUint32(0, true) === DATA_DESCRIPTOR;
  for (const from of signed ? [4, 0] : [0]) {
    if (bytes.length < from + 12 || view.getUint32(from, true) !== archive.crcOf(index)) continue;
    const [packed, size] = [archive.packedOf(index), archive.sizeOf(index)];
    if (bytes.length >= from + 20 && getUint64(view, from + 4) === packed && getUint64(view, from + 12) === size) {
      return from + 20;
    }
    if (view.getUint32(from + 4, true) === packed && view.getUint32(from + 8, true) === size) return from + 12;
  }
  return null;
}

/** Entries that share bytes, and bytes between entries that none owns. */
export function checkExtents(archive: Archive, extents: ReadonlyMap<number, Extent>, findings: FindingList): void {
  const order = [...extents].sort(([, a], [, b]) => a.start - b.start || a.end - b.end);
  let reach = order[0]?.[1].start ?? 0;
  let owner = -1;
  for (const [index, { start, end }] of order) {
    // Most overlaps are clear from the directory, which has said so.
    if (start < reach && owner >= 0 && !archive.findingIdsOf(index).includes('overlap')) {
      for (const [one, other] of [
        [index, owner],
        [owner, index],
      ] as const) {
        const name = () => archive.nameOf(one);
        findings.add(
          'overlap',
          one,
          archive.localOffsetOf(one),
          name,
          () => `The bytes of '${showName(name())}' and '${showName(archive.nameOf(other))}' overlap.`,
        );
      }
    }
    if (start > reach) unlisted(archive, findings, reach, start, index);
    if (end > reach) [reach, owner] = [end, index];
  }
  if (owner >= 0 && reach < archive.directoryStart) unlisted(archive, findings, reach, archive.directoryStart, owner);
}

function unlisted(archive: Archive, findings: FindingList, from: number, to: number, index: number): void {
  findings.add(
    'unlisted-bytes',
    index,
    from,
    () => archive.nameOf(index),
    () => {
      return `${number(to - from)} bytes from byte ${number(from)} on belong to no entry; '${showName(archive.nameOf(index))}' stands beside them.`;
    },
  );
}
