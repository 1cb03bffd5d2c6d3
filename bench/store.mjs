// A store of packages, made as Murmur installs them.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** An archive of stored entries, as small as an archive can be. */
function archive(entries) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), content);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name));
    offset += 30 + name.length + content.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** A sound store of `count` packages with payloads of `bytes`. */
export function makeStore(root, count, bytes) {
  const payload = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 32) createHash('sha256').update(String(at)).digest().copy(payload, at);
  for (let index = 0; index < count; index++) {
    const name = `package-${index}`;
    const folder = join(root, 'local', name, '0.1.0');
    mkdirSync(folder, { recursive: true });
    payload.writeUInt32LE(index, 0);
    const manifest = `name: ${name}\nversion: 0.1.0\nruntime: tool\n`;
    const packed = archive([
      ['murmur.yaml', Buffer.from(manifest)],
      ['capsule.wasm', payload],
    ]);
    const meta = { name: `local/${name}`, version: '0.1.0', runtime: 'wasm', artifact_runtime: 'tool', platforms: [] };
    writeFileSync(join(folder, `${name}-0.1.0.mur.zip`), packed);
    writeFileSync(join(folder, `${name}-0.1.0.sha256`), createHash('sha256').update(packed).digest('hex'));
    writeFileSync(join(folder, `${name}-0.1.0.meta.json`), JSON.stringify({ meta }, null, 2));
  }
}
