#!/usr/bin/env node
// Writes the packages under resources/samples, the same bytes on every run: `npm run samples`.
// With `--check` it only says whether they are as this script would write them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostilePackage } from './make-samples-hostile.mjs';
import { goodPackages, pack } from './make-samples-packages.mjs';

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../resources/samples');

/** File name to bytes. */
export async function samplePackages() {
  const made = new Map();
  for (const [file, entries] of Object.entries(goodPackages(join(folder, 'sources'))))
    made.set(file, await pack(entries));
  made.set('hostile-0.0.1.mur.zip', await hostilePackage());
  return made;
}

async function main(check) {
  let stale = 0;
  for (const [file, bytes] of await samplePackages()) {
    const path = join(folder, file);
    const same = existsSync(path) && Buffer.compare(readFileSync(path), bytes) === 0;
    if (!same && !check) writeFileSync(path, bytes);
    if (!same) stale++;
    console.log(`${same ? 'unchanged' : check ? 'stale    ' : 'written  '}  ${file}  ${bytes.length} bytes`);
  }
  return check && stale > 0 ? 1 : 0;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.includes('--check'));
}
