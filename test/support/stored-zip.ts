import { crc32 } from 'node:zlib';

/** One entry of an archive made for a test: its name (text, or raw bytes), its content, what it is. */
export interface MadeEntry {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly kind?: 'file' | 'dir' | 'symlink';
  /** Unix permission bits; 0644 unless given. */
  readonly mode?: number;
}

const UNIX = 3;
const TYPE = { file: 0o100000, dir: 0o040000, symlink: 0o120000 } as const;
/** 1980-01-01, as `mur build` dates everything. */
const DATE = 0x21;

const bytesOf = (given: string | Uint8Array) => (typeof given === 'string' ? Buffer.from(given) : Buffer.from(given));

function header(
  signature: number,
  size: number,
  fields: readonly (readonly [offset: number, width: 2 | 4, value: number])[],
) {
  const made = Buffer.alloc(size);
  made.writeUInt32LE(signature, 0);
  for (const [offset, width, value] of fields) {
    if (width === 2) made.writeUInt16LE(value, offset);
    else made.writeUInt32LE(value >>> 0, offset);
  }
  return made;
}

/** An archive of stored entries, exactly as named and in this order: any name, equal ones too. */
export function storedZip(entries: readonly MadeEntry[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = bytesOf(entry.name);
    const content = bytesOf(entry.content ?? '');
    const crc = crc32(content);
    const local = header(0x04034b50, 30, [
      [4, 2, 20],
      [6, 2, 0x800],
      [12, 2, DATE],
      [14, 4, crc],
      [18, 4, content.length],
      [22, 4, content.length],
      [26, 2, name.length],
    ]);
    const mode = TYPE[entry.kind ?? 'file'] | (entry.mode ?? 0o644);
    const central = header(0x02014b50, 46, [
      [4, 2, (UNIX << 8) | 20],
      [6, 2, 20],
      [8, 2, 0x800],
      [14, 2, DATE],
      [16, 4, crc],
      [20, 4, content.length],
      [24, 4, content.length],
      [28, 2, name.length],
      [38, 4, mode * 65536],
      [42, 4, offset],
    ]);
    parts.push(local, name, content);
    directory.push(central, name);
    offset += local.length + name.length + content.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = header(0x06054b50, 22, [
    [8, 2, Math.min(entries.length, 0xffff)],
    [10, 2, Math.min(entries.length, 0xffff)],
    [12, 4, size],
    [16, 4, offset],
    [20, 2, Buffer.byteLength(comment)],
  ]);
  return Buffer.concat([...parts, ...directory, end, Buffer.from(comment)]);
}
