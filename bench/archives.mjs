// Packages that are measured: very many entries, and one very large one.
import { closeSync, openSync, truncateSync, writeSync } from 'node:fs';
import { zipBytes } from '../scripts/make-samples-zip.mjs';

/** A package of so many deflated entries in folders of 500. */
export function manyEntries(count) {
  const entries = [{ name: 'murmur.yaml', content: 'name: many\nversion: 0.1.0\nruntime: skill\n' }];
  for (let number = 1; number < count; number++) {
    const folder = String(Math.floor(number / 500)).padStart(4, '0');
    entries.push({ name: `notes/${folder}/${String(number).padStart(6, '0')}.md`, content: `Note ${number}\n` });
  }
  return zipBytes(entries, { zip64: true });
}

const LARGE = 2 ** 30;

/** A package of 1 GiB. The large entry's data is a hole in the file: it costs no disk and is never looked at. */
export function writeLarge(path) {
  closeSync(openSync(path, 'w'));
  const manifest = { name: 'murmur.yaml', content: 'name: large\nversion: 0.1.0\nruntime: tool\n' };
  const payload = { name: 'capsule.wasm', content: '\0asm\r\0\x01\0' };
  const data = { name: 'weights.bin', content: '', method: 0, size: LARGE, packed: LARGE };
  const bytes = zipBytes([manifest, payload, { ...data, local: { size: LARGE, packed: LARGE } }]);
  const start = bytes.indexOf('PK\x01\x02', 'latin1');
  bytes.writeUInt32LE(start + LARGE, bytes.length - 6);
  truncateSync(path, start + LARGE + bytes.length - start);
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, start, 0);
  writeSync(file, bytes, start, bytes.length - start, start + LARGE);
  closeSync(file);
}
