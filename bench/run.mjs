#!/usr/bin/env node
// `npm run bench [-- case…] [--write]`: runs bench/cases/*.mjs, prints one table, and checks it against bench/budget.json;
// exit code 1 where a figure is over its budget or could not be measured. A case's default export is {name, what, run};
// run gives rows (`figure` in lib.mjs). --write puts the table of a whole run into docs/performance.md,
// --trace keeps traces of the window.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { judged, readBudget } from './budget.mjs';
import { machine, markdown, table } from './table.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const write = process.argv.includes('--write');

async function measure(file) {
  const { default: one } = await import(pathToFileURL(join(folder, 'cases', file)).href);
  if (wanted.length > 0 && !wanted.includes(one.name)) return null;
  const began = performance.now();
  let rows = [];
  let failed = null;
  try {
    rows = await one.run();
  } catch (error) {
    failed = error instanceof Error ? error.message : String(error);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  // Said as it goes: the whole takes minutes.
  console.error(`${one.name}: ${failed === null ? `${seconds} s` : `not measured: ${failed}`}`);
  return { name: one.name, what: one.what, rows, failed };
}

ensureBuilt();
const files = readdirSync(join(folder, 'cases')).filter((file) => file.endsWith('.mjs'));
const cases = [];
for (const file of files.sort()) {
  const measured = await measure(file);
  if (measured !== null) cases.push(measured);
}
const budget = readBudget();
const sections = cases.map((one) => ({ ...one, rows: one.rows.map((row) => judged(row, budget)) }));
const rows = sections.flatMap((one) => one.rows);
console.log(`${machine()}\n\n${table(sections)}`);

const whole = wanted.length === 0 && cases.every((one) => one.failed === null);
// A budget that nothing measures would be met for ever.
const unmeasured = whole ? [...budget.keys()].filter((id) => rows.every((row) => row.id !== id)) : [];
for (const id of unmeasured) console.error(`bench/budget.json has a budget for ${id}, which no case measures`);
const over = rows.filter((row) => row.verdict === 'OVER').length;
console.log(`\n${rows.length} figures, ${over} over their budget`);
if (write && wanted.length === 0) {
  mkdirSync(join(folder, '../docs'), { recursive: true });
  writeFileSync(join(folder, '../docs/performance.md'), markdown(sections));
}
process.exitCode = over > 0 || unmeasured.length > 0 || cases.some((one) => one.failed !== null) ? 1 : 0;
