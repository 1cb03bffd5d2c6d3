// A package of 1 GiB: how much of it is read before its header and rows are there.
import { closeSync, openSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zipBytes } from '../../scripts/make-samples-zip.mjs';
import { buildCore, inTurns, murscope, script, withFolder } from '../lib.mjs';

const LARGE = 2 ** 30;

/** The large entry's data is a hole in the file: it costs no disk and is never looked at. */
function writeLarge(path) {
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

const OURS = (folder) => `
import { openFile } from '${pathToFileURL(join(folder, 'source.js')).href}';
import { openArchive } from '${pathToFileURL(join(folder, 'archive.js')).href}';
import { readEntry } from '${pathToFileURL(join(folder, 'read.js')).href}';
const source = openFile(process.argv[2]).value;
const archive = openArchive(source).value;
const opened = source.bytesRead;
const rows = archive.seen.map((index) => archive.entry(index));
readEntry(archive, archive.byName('murmur.yaml'), { limit: 1 << 22 });
console.log(JSON.stringify({ opened, read: source.bytesRead, rows: rows.length, findings: archive.findings.map(({ id }) => id) }));
`;

export default {
  name: 'large',
  what: 'a package of 1 GiB: bytes read, and the time to the header',
  run: () =>
    withFolder(async (folder) => {
      const file = join(folder, 'large.mur.zip');
      closeSync(openSync(file, 'w'));
      writeLarge(file);
      const modules = { source: 'io/source.ts', archive: 'package/archive.ts', read: 'package/read.ts' };
      await buildCore(join(folder, 'core'), modules);
      const results = await inTurns(5, {
        core: script(folder, 'ours', OURS(join(folder, 'core')), file),
        inspect: murscope('inspect', '--no-digest', '--json', file),
        unzip: ['unzip', '-Z1', file],
      });
      const core = JSON.parse(results.core.output);
      if (core.rows !== 3) throw new Error(`${core.rows} rows instead of 3`);
      return [
        { what: 'read for the directory', value: core.opened / 1024, unit: 'KiB', limit: 1024 },
        { what: 'read with murmur.yaml', value: core.read / 1024, unit: 'KiB', limit: 1024 },
        { what: 'whole process, directory and manifest', value: results.core.ms, unit: 'ms', limit: 500 },
        { what: 'murscope inspect --no-digest --json', value: results.inspect.ms, unit: 'ms', limit: 500 },
        { what: 'its most memory', value: results.inspect.peak, unit: 'MiB' },
        { what: 'unzip -Z1', value: results.unzip.ms, unit: 'ms' },
      ];
    }),
};
