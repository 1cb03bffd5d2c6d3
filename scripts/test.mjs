// npm test: every check of the project, one after the other, with one count at the end. Fails if any of them fails.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { root } from './lib/paths.mjs';
import { oneStep, playwrightCounts, sum, tallyLine, vitestCounts } from './lib/tally.mjs';

const reports = mkdtempSync(join(tmpdir(), 'murscope-test-'));

const STEPS = [
  { name: 'lint', run: () => oneStep(npm('lint')) },
  { name: 'types', run: () => oneStep(npm('typecheck')) },
  { name: 'unit', run: unit },
  { name: 'build', run: () => oneStep(build()) },
  { name: 'browser', run: () => playwright('test:browser', 'browser.json') },
  { name: 'e2e', run: () => playwright('test:e2e', 'e2e.json') },
];

function npm(script, args = [], env = {}) {
  const all = ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])];
  return spawnSync('npm', all, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function unit() {
  const file = join(reports, 'unit.json');
  const well = npm('test:unit', ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  return countsOf(file, vitestCounts, well);
}

function playwright(script, report) {
  const file = join(reports, report);
  const well = npm(script, ['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return countsOf(file, playwrightCounts, well);
}

// A run that died before it wrote its report is one failure.
function countsOf(file, read, well) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')), well);
  } catch {
    return oneStep(false);
  }
}

const asked = process.argv.slice(2);
const done = [];
for (const { name, run } of STEPS.filter((step) => asked.length === 0 || asked.includes(step.name))) {
  console.log(`\n=== ${name}`);
  const started = performance.now();
  done.push({ name, counts: run(), seconds: (performance.now() - started) / 1000 });
}
rmSync(reports, { recursive: true, force: true });

console.log('');
for (const { name, counts, seconds } of done) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  console.log(
    `${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(7)} ${tallyLine(counts)}${skipped} in ${seconds.toFixed(1)} s`,
  );
}
const total = sum(done.map((step) => step.counts));
console.log(`\n${tallyLine(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
