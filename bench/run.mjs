#!/usr/bin/env node
// `npm run bench [case…] [-- --strict]`: runs bench/cases/*.mjs and prints one table. A case's default export is
// {name, what, run}; run gives rows {what, value, unit, limit?, least?}. With --strict a missed goal gives exit code 1.
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'cases');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const strict = process.argv.includes('--strict');

const DIGITS = { ms: 0, s: 2, '×': 2, MiB: 1, KiB: 1 };
const shown = (value, unit) => `${value.toFixed(DIGITS[unit] ?? (Number.isInteger(value) ? 0 : 2))} ${unit}`;

function goal({ value, unit, limit, least }) {
  if (limit !== undefined) return [value <= limit, `at most ${shown(limit, unit)}`];
  if (least !== undefined) return [value >= least, `at least ${shown(least, unit)}`];
  return [true, ''];
}

function print(rows) {
  const width = Math.max(...rows.map((row) => row.what.length));
  for (const row of rows) {
    const [met, text] = goal(row);
    const verdict = text === '' ? '' : met ? `ok      ${text}` : `MISSED  ${text}`;
    console.log(`  ${row.what.padEnd(width)}  ${shown(row.value, row.unit).padStart(12)}  ${verdict}`.trimEnd());
  }
}

const files = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .sort();
let failed = 0;
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
);
for (const file of files) {
  const { default: one } = await import(pathToFileURL(join(folder, file)).href);
  if (wanted.length > 0 && !wanted.includes(one.name)) continue;
  console.log(`\n${one.name}: ${one.what}`);
  try {
    const rows = await one.run();
    print(rows);
    if (rows.some((row) => !goal(row)[0])) failed++;
  } catch (error) {
    console.log(`  not measured: ${error instanceof Error ? error.message : error}`);
    failed++;
  }
}
process.exitCode = strict && failed > 0 ? 1 : 0;
