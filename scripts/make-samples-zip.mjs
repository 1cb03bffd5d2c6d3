// Writes zip archives byte by byte, also such as no packer would write: for samples, tests and measurements.
import * as zlib from 'node:zlib';

const crcTable = Uint32Array.from({ length: 256 }, (_, value) => {
  let crc = value;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

/** CRC-32; the runtime's own where it has one. */
export function crc32(bytes) {
  if (typeof zlib.crc32 === 'function') return zlib.crc32(bytes);
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** 1 January 1980, 00:00: what mur build writes. */
const EPOCH = 0x0021_0000;
const bytesOf = (value) => (typeof value === 'string' ? Buffer.from(value, 'utf8') : Buffer.from(value ?? []));

/** Little-endian fields: `[2, value]` pairs of a size in bytes and a number. */
export function fields(...pairs) {
  const bytes = Buffer.alloc(pairs.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of pairs) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}

/** An extra field: id, length, content. */
export function extraField(id, content) {
  return Buffer.concat([fields([2, id], [2, content.length]), content]);
}

function filled(given) {
  const name = bytesOf(given.name);
  const content = bytesOf(given.content);
  const method = given.method ?? (content.length > 0 ? 8 : 0);
  const data =
    given.data !== undefined
      ? bytesOf(given.data)
      : method === 8
        ? zlib.deflateRawSync(content, { level: 9 })
        : content;
  const ascii = name.every((byte) => byte < 0x80);
  const own = {
    flags: (given.flags ?? (ascii ? 0 : 0x800)) | (given.descriptor ? 8 : 0),
    method,
    time: given.time ?? EPOCH,
    crc: given.crc ?? crc32(content),
    packed: given.packed ?? data.length,
    size: given.size ?? content.length,
  };
  return { given, name, data, own };
}

function localPart({ given, name, data, own }) {
  const hidden = given.descriptor ? { crc: 0, packed: 0, size: 0 } : {};
  const local = { ...own, ...hidden, name, extra: given.localExtra ?? '', ...given.local };
  const [localName, extra] = [bytesOf(local.name), bytesOf(local.extra)];
  const header = fields(
    [4, 0x04034b50],
    [2, 20],
    [2, local.flags],
    [2, local.method],
    [4, local.time],
    [4, local.crc],
    [4, local.packed],
    [4, local.size],
    [2, localName.length],
    [2, extra.length],
  );
  const parts = [header, localName, extra, data];
  if (given.descriptor === true) parts.push(fields([4, 0x08074b50], [4, own.crc], [4, own.packed], [4, own.size]));
  else if (given.descriptor) parts.push(bytesOf(given.descriptor));
  return Buffer.concat(parts);
}

function directoryPart({ given, name, own }, offset) {
  const [extra, comment] = [bytesOf(given.extra), bytesOf(given.comment)];
  const attributes = given.attributes ?? ((given.mode ?? 0o100644) * 0x10000) >>> 0;
  const header = fields(
    [4, 0x02014b50],
    [2, given.madeBy ?? 0x0314],
    [2, 20],
    [2, own.flags],
    [2, own.method],
    [4, own.time],
    [4, own.crc],
    [4, own.packed],
    [4, own.size],
    [2, given.nameLength ?? name.length],
    [2, extra.length],
    [2, comment.length],
    [2, given.disk ?? 0],
    [2, 0],
    [4, attributes],
    [4, given.localOffset ?? offset],
  );
  return Buffer.concat([header, name, extra, comment]);
}

/**
 * An archive of entries, in order. What an entry or the options do not say is as a careful packer writes it, so a test
 * names only what is odd. See the .d.mts file for what can be said.
 */
export function zipBytes(entries, options = {}) {
  const prefix = bytesOf(options.prefix);
  const parts = [prefix];
  const directory = [];
  let at = prefix.length;
  const shift = options.correctOffsets === false ? prefix.length : 0;
  for (const given of entries) {
    const one = filled(given);
    if (given.directory !== false) directory.push(directoryPart(one, at - shift));
    if (given.localOffset !== undefined && given.local === null) continue;
    const local = localPart(one);
    parts.push(local);
    at += local.length;
  }
  const before = bytesOf(options.beforeDirectory);
  const records = Buffer.concat(directory);
  const start = at + before.length;
  const comment = bytesOf(options.comment);
  const count = options.count ?? directory.length;
  const end = {
    disk: 0,
    directoryDisk: 0,
    count,
    total: options.total ?? count,
    size: records.length,
    offset: start - shift,
    commentLength: comment.length,
    ...options.end,
  };
  parts.push(before, records, bytesOf(options.betweenDirectoryAndEnd));
  if (options.zip64) parts.push(...zip64Parts(end, start + records.length, options.zip64));
  const small = options.zip64 ? { count: 0xffff, total: 0xffff, size: 0xffffffff, offset: 0xffffffff } : {};
  parts.push(endRecord({ ...end, ...small }), comment, bytesOf(options.trailing));
  return Buffer.concat(parts);
}

/** An end record from its fields. */
export function endRecord({
  disk = 0,
  directoryDisk = 0,
  count = 0,
  total = count,
  size = 0,
  offset = 0,
  commentLength = 0,
}) {
  return fields(
    [4, 0x06054b50],
    [2, disk],
    [2, directoryDisk],
    [2, count],
    [2, total],
    [4, size],
    [4, offset],
    [2, commentLength],
  );
}

function zip64Parts(end, at, given) {
  const own = {
    recordSize: 44,
    disk: 0,
    directoryDisk: 0,
    locatorDisk: 0,
    disks: 1,
    recordOffset: at,
    ...end,
    ...(given === true ? {} : given),
  };
  const record = fields(
    [4, 0x06064b50],
    [8, own.recordSize],
    [2, 45],
    [2, 45],
    [4, own.disk],
    [4, own.directoryDisk],
    [8, own.count],
    [8, own.total],
    [8, own.size],
    [8, own.offset],
  );
  const locator = fields([4, 0x07064b50], [4, own.locatorDisk], [8, own.recordOffset], [4, own.disks]);
  return [record, locator];
}
