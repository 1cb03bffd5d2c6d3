import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const END = Buffer.from('PK\x05\x06', 'latin1');

/** The files of a plain zip (no zip64): `{name, mode, read()}` each. For archives whose hash was checked before. */
export function readZip(path, use) {
  const file = openSync(path, 'r');
  try {
    for (const entry of directory(file)) if (!entry.name.endsWith('/')) use(entry);
  } finally {
    closeSync(file);
  }
}

function bytesAt(file, offset, length) {
  const bytes = Buffer.alloc(length);
  for (let got = 0; got < length; ) {
    const more = readSync(file, bytes, got, length - got, offset + got);
    if (more === 0) throw new Error('the archive ends early');
    got += more;
  }
  return bytes;
}

function* directory(file) {
  const { size } = fstatSync(file);
  const tail = bytesAt(file, size - Math.min(size, 65_557), Math.min(size, 65_557));
  const end = tail.lastIndexOf(END);
  if (end < 0) throw new Error('the archive has no directory');
  const records = bytesAt(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  for (let at = 0; at < records.length; ) {
    const nameEnd = at + 46 + records.readUInt16LE(at + 28);
    yield entryOf(file, {
      name: records.toString('utf8', at + 46, nameEnd),
      mode: (records.readUInt32LE(at + 38) >>> 16) & 0o777,
      method: records.readUInt16LE(at + 10),
      packed: records.readUInt32LE(at + 20),
      offset: records.readUInt32LE(at + 42),
    });
    at = nameEnd + records.readUInt16LE(at + 30) + records.readUInt16LE(at + 32);
  }
}

function entryOf(file, { name, mode, method, packed, offset }) {
  const read = () => {
    const local = bytesAt(file, offset, 30);
    const data = bytesAt(file, offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28), packed);
    return method === 0 ? data : inflateRawSync(data);
  };
  return { name, mode, read };
}
