// 100,000 deflated entries: the whole command line with every directory finding, beside JSZip, yauzl and unzip -Z1.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { manyEntries } from '../archives.mjs';
import { beside, buildCore, figure, inTurns, isThere, middle, murscope, ROOT, script, withFolder } from '../lib.mjs';

const ENTRIES = 100_000;
const TURNS = 5;

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
      const bytes = manyEntries(ENTRIES);
      writeFileSync(file, bytes);
      await buildCore(join(folder, 'core'), { source: 'io/source.ts', archive: 'package/archive.ts' });
      const results = await inTurns(TURNS, {
        inspect: murscope('inspect', '--no-digest', '--json', file),
        core: script(folder, 'ours', OURS(join(folder, 'core')), file),
        yauzl: script(folder, 'yauzl', YAUZL, file),
        jszip: script(folder, 'jszip', JSZIP, file),
        unzip: isThere('unzip') ? ['unzip', '-Z1', file] : null,
      });
      const core = JSON.parse(results.core.output);
      const opened = middle(results.core.outputs.map((output) => JSON.parse(output).opened));
      const [inspected] = JSON.parse(results.inspect.output);
      if (core.records !== ENTRIES || inspected.entries.length !== ENTRIES)
        throw new Error('not all entries were listed');
      const memory = (result) => result?.peak;
      return [
        figure('archive.inspect', 'inspect --no-digest --json', 'ms', results.inspect.ms),
        figure('archive.inspect-memory', 'its most memory', 'MiB', results.inspect.peak),
        figure('archive.open', 'opened with all findings, in process', 'ms', opened),
        figure('archive.jszip', 'the same, whole process', 'ms', results.core.ms, beside('JSZip', results.jszip.ms)),
        figure('archive.yauzl', 'the same', 'ms', results.core.ms, beside('yauzl', results.yauzl.ms)),
        figure('archive.unzip', 'the same', 'ms', results.core.ms, beside('unzip -Z1', results.unzip?.ms)),
        figure('archive.memory', 'its most memory', 'MiB', results.core.peak, beside('JSZip', memory(results.jszip))),
      ];
    }),
};
