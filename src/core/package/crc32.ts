import * as zlib from 'node:zlib';

/** One table of 256 for a byte, seven more to take eight bytes at once. */
const TABLES: readonly Uint32Array[] = (() => {
  const first = new Uint32Array(256);
  for (let value = 0; value < 256; value++) {
    let crc = value;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    first[value] = crc >>> 0;
  }
  const tables = [first];
  for (let table = 1; table < 8; table++) {
    const before = tables[table - 1] as Uint32Array;
    tables.push(before.map((crc) => (crc >>> 8) ^ (first[crc & 0xff] as number)));
  }
  return tables;
})();

/** CRC-32 without the runtime's help; `crc` is that of the bytes before these. */
export function crc32InScript(bytes: Uint8Array, crc = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 8);
  let state = ~crc;
  for (let at = 0; at < whole; at += 8) {
    const low = view.getUint32(at, true) ^ state;
    const high = view.getUint32(at + 4, true);
    state =
      (t7[low & 0xff] as number) ^
      (t6[(low >>> 8) & 0xff] as number) ^
      (t5[(low >>> 16) & 0xff] as number) ^
      (t4[low >>> 24] as number) ^
      (t3[high & 0xff] as number) ^
      (t2[(high >>> 8) & 0xff] as number) ^
      (t1[(high >>> 16) & 0xff] as number) ^
      (t0[high >>> 24] as number);
  }
  for (let at = whole; at < bytes.length; at++) {
    state = (t0[(state ^ (bytes[at] as number)) & 0xff] as number) ^ (state >>> 8);
  }
  return ~state >>> 0;
}

/** CRC-32 of bytes after `crc`, as an unsigned number. The runtime's own where it has one (Node 20.15, 22.2 and later). */
export const crc32: (bytes: Uint8Array, crc?: number) => number =
  'crc32' in zlib && typeof zlib.crc32 === 'function'
    ? (zlib.crc32 as (bytes: Uint8Array, crc?: number) => number)
    : crc32InScript;
