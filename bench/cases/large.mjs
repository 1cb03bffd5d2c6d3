// A package of 1 GiB: how much of it is read before its header and rows are there.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeLarge } from '../archives.mjs';
import { beside, buildCore, figure, inTurns, isThere, murscope, script, withFolder } from '../lib.mjs';

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
      writeLarge(file);
      const modules = { source: 'io/source.ts', archive: 'package/archive.ts', read: 'package/read.ts' };
      await buildCore(join(folder, 'core'), modules);
      const results = await inTurns(5, {
        core: script(folder, 'ours', OURS(join(folder, 'core')), file),
        inspect: murscope('inspect', '--no-digest', '--json', file),
        unzip: isThere('unzip') ? ['unzip', '-Z1', file] : null,
      });
      const core = JSON.parse(results.core.output);
      if (core.rows !== 3) throw new Error(`${core.rows} rows instead of 3`);
      return [
        figure('large.read', 'read of it for the directory and murmur.yaml', 'KiB', core.read / 1024),
        figure('large.open', 'whole process, directory and manifest', 'ms', results.core.ms),
        figure(
          'large.inspect',
          'inspect --no-digest',
          'ms',
          results.inspect.ms,
          beside('unzip -Z1', results.unzip?.ms),
        ),
        figure('large.memory', 'its most memory', 'MiB', results.inspect.peak),
      ];
    }),
};
