// 100,000 deflated entries: the whole command line with every directory finding, beside JSZip, yauzl and unzip -Z1.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zipBytes } from '../../scripts/make-samples-zip.mjs';
import { buildCore, inTurns, murscope, ROOT, script, withFolder } from '../lib.mjs';

const ENTRIES = 100_000;
const TURNS = 5;

function archive() {
  const entries = [{ name: 'murmur.yaml', content: 'name: many\nversion: 0.1.0\nruntime: skill\n' }];
  for (let number = 1; number < ENTRIES; number++) {
    const folder = String(Math.floor(number / 500)).padStart(4, '0');
    entries.push({ name: `notes/${folder}/${String(number).padStart(6, '0')}.md`, content: `Note ${number}\n` });
  }
  return zipBytes(entries, { zip64: true });
}

const OURS = (folder) => `
import { openFile } from '${pathToFileURL(join(folder, 'source.js')).href}';
import { openArchive } from '${pathToFileURL(join(folder, 'archive.js')).href}';
const source = openFile(process.argv[2]);
const began = performance.now();
const { value } = openArchive(source.value);
const opened = performance.now() - began;
let letters = 0;
for (let index = 0; index < value.recordCount; index++) letters += value.nameOf(index).length;
console.log(JSON.stringify({ records: value.recordCount, findings: value.findings.length, opened, letters }));
`;

const modules = (name) => pathToFileURL(join(ROOT, 'node_modules', name)).href;
const YAUZL = `
import yauzl from '${modules('yauzl/index.js')}';
let count = 0;
yauzl.open(process.argv[2], { lazyEntries: true }, (error, zip) => {
  if (error) throw error;
  zip.on('entry', () => { count++; zip.readEntry(); });
  zip.on('end', () => console.log(count));
  zip.readEntry();
});
`;
const JSZIP = `
import { readFileSync } from 'node:fs';
import JSZip from '${modules('jszip/lib/index.js')}';
const zip = await JSZip.loadAsync(readFileSync(process.argv[2]));
console.log(Object.keys(zip.files).length);
`;

export default {
  name: 'archive',
  what: `${ENTRIES} deflated entries opened with every directory finding, whole processes`,
  run: () =>
    withFolder(async (folder) => {
      const file = join(folder, 'many.mur.zip');
      const bytes = archive();
      writeFileSync(file, bytes);
      await buildCore(join(folder, 'core'), { source: 'io/source.ts', archive: 'package/archive.ts' });
      const results = await inTurns(TURNS, {
        inspect: murscope('inspect', '--no-digest', '--json', file),
        core: script(folder, 'ours', OURS(join(folder, 'core')), file),
        yauzl: script(folder, 'yauzl', YAUZL, file),
        jszip: script(folder, 'jszip', JSZIP, file),
        unzip: ['unzip', '-Z1', file],
      });
      const core = JSON.parse(results.core.output);
      const [inspected] = JSON.parse(results.inspect.output);
      if (core.records !== ENTRIES || inspected.entries.length !== ENTRIES)
        throw new Error('not all entries were listed');
      return [
        { what: 'size of the archive', value: bytes.length / 2 ** 20, unit: 'MiB' },
        { what: 'murscope inspect --no-digest --json', value: results.inspect.ms, unit: 'ms', limit: 1000 },
        { what: 'its most memory', value: results.inspect.peak, unit: 'MiB', limit: 180 },
        { what: 'opening alone, in process', value: core.opened, unit: 'ms', limit: 400 },
        { what: 'opening alone, whole process', value: results.core.ms, unit: 'ms' },
        { what: 'its most memory', value: results.core.peak, unit: 'MiB' },
        { what: 'yauzl, names only', value: results.yauzl.ms, unit: 'ms' },
        { what: 'its most memory', value: results.yauzl.peak, unit: 'MiB' },
        { what: 'JSZip.loadAsync', value: results.jszip.ms, unit: 'ms' },
        { what: 'its most memory', value: results.jszip.peak, unit: 'MiB' },
        { what: 'unzip -Z1', value: results.unzip.ms, unit: 'ms' },
        { what: 'opening / yauzl', value: results.core.ms / results.yauzl.ms, unit: '×' },
        { what: 'opening / JSZip', value: results.core.ms / results.jszip.ms, unit: '×' },
      ];
    }),
};
