// Search in the contents of packages beside `unzip -p | grep`, whole processes in turns.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { zipBytes } from '../../scripts/make-samples-zip.mjs';
import { beside, buildCore, figure, inTurns, isThere, script, withFolder } from '../lib.mjs';

const MIB = 200;
const TURNS = 3;
const NEEDLE = 'needle-in-the-hay';
const WORDS =
  'the package reads a path from its manifest and gives every configured artifact the json it asks for'.split(' ');

/** Text that packs about as well as prose does: words in no order, lines of usual length. */
function prose(bytes, seed) {
  let state = seed;
  const next = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const lines = [];
  for (let length = 0; length < bytes; ) {
    const line = `${Array.from({ length: 6 + next(9) }, () => WORDS[next(WORDS.length)] + next(100)).join(' ')}\n`;
    lines.push(line);
    length += line.length;
  }
  return lines;
}

/** A package of `count` text entries with `MIB` in all; every tenth one holds the needle once. */
function writePackage(path, count) {
  const hay = prose((MIB * 2 ** 20) / count, 7);
  const [without, within] = [hay, hay.with(Math.floor(hay.length / 2), `here is the ${NEEDLE}\n`)].map((lines) => {
    const content = Buffer.from(lines.join(''));
    return { content, data: deflateRawSync(content) };
  });
  const entries = Array.from({ length: count }, (_, index) => ({
    name: `docs/${index}.md`,
    ...(index % 10 === 0 ? within : without),
  }));
  writeFileSync(path, zipBytes(entries));
}

const OURS = (folder) => `
import { openFile } from '${pathToFileURL(join(folder, 'source.js')).href}';
import { openArchive } from '${pathToFileURL(join(folder, 'archive.js')).href}';
import { searchContents } from '${pathToFileURL(join(folder, 'search.js')).href}';
const [file, text, how] = process.argv.slice(2);
const query = { text, caseSensitive: how !== 'any-case', regex: how === 'regex' };
let found = 0;
const search = searchContents(openArchive(openFile(file).value).value, query, { ceiling: 2 ** 30 });
for (let next = await search.next(); !next.done; next = await search.next()) found++;
console.log(found);
`;

export default {
  name: 'search',
  what: `${MIB} MiB of packed text searched, against unzip -p | grep`,
  run: () =>
    withFolder(async (folder) => {
      const modules = { source: 'io/source.ts', archive: 'package/archive.ts', search: 'package/search.ts' };
      await buildCore(join(folder, 'core'), modules);
      const rows = [];
      for (const count of [2000, 1]) {
        const file = join(folder, `text-${count}.mur.zip`);
        writePackage(file, count);
        const ours = (how, text = NEEDLE) => script(folder, 'ours', OURS(join(folder, 'core')), file, text, how);
        const grep = (pattern, ...options) =>
          isThere('unzip') ? ['sh', '-c', `unzip -p "$0" | grep -c ${options.join(' ')} "$1"`, file, pattern] : null;
        const results = await inTurns(TURNS, {
          exact: ours('exact'),
          'grep -F': grep(NEEDLE, '-F'),
          'any case': ours('any-case', NEEDLE.toUpperCase()),
          'grep -Fi': grep(NEEDLE, '-F', '-i'),
          pattern: ours('regex', 'needle-in-[a-z]+-hay'),
          'grep -E': grep('needle-in-[a-z]+-hay', '-E'),
        });
        for (const [name, { output }] of Object.entries(results))
          if (Number(output) !== Math.ceil(count / 10)) throw new Error(`${name} found ${output.trim()}`);
        const what = `${count} ${count === 1 ? 'entry' : 'entries'}`;
        const row = (id, said, one, other) =>
          figure(`search.${id}-${count}`, `${what}, ${said}`, 'ms', results[one].ms, beside(other, results[other]?.ms));
        rows.push(
          row('exact', 'exact', 'exact', 'grep -F'),
          row('any-case', 'any case', 'any case', 'grep -Fi'),
          row('pattern', 'expression', 'pattern', 'grep -E'),
          figure(`search.memory-${count}`, `${what}, its most memory`, 'MiB', results.exact.peak),
        );
      }
      return rows;
    }),
};
