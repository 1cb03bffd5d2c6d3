// The one table of all figures, for a terminal and for docs/performance.md.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { cpus, loadavg, totalmem } from 'node:os';

const DIGITS = { ms: 0, s: 2, MiB: 0, KiB: 1 };
const HEADS = ['figure', 'ours', 'peer', 'ratio', 'limit', 'verdict'];

function number(value, unit) {
  // What is small needs its digits.
  const digits = Math.abs(value) < 10 && unit === 'ms' ? 1 : (DIGITS[unit] ?? 2);
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function oursOf({ ours, unit }) {
  const spread = ours.least === undefined || ours.least === ours.most;
  const text = `${number(ours.value, unit)} ${unit}`;
  return spread ? text : `${text} (${number(ours.least, unit)} to ${number(ours.most, unit)})`;
}

function peerOf({ peer, unit }) {
  if (peer === null) return '';
  return peer.absent ? `${peer.name}: absent` : `${peer.name}: ${number(peer.value, unit)} ${unit}`;
}

const cells = (row) => [
  row.what,
  oursOf(row),
  peerOf(row),
  row.ratio === null ? '' : `${row.ratio.toFixed(2)} ×`,
  row.limit,
  row.verdict,
];

/** The table as text, a heading above the rows of each case. */
export function table(sections) {
  const rows = sections.flatMap(({ rows }) => rows.map(cells));
  const widths = HEADS.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at].length)));
  const line = (row) => `  ${row.map((cell, at) => cell.padEnd(widths[at])).join('  ')}`.trimEnd();
  return [
    line(HEADS),
    ...sections.flatMap(({ name, what, rows, failed }) => [
      `${name}: ${what}`,
      ...rows.map((row) => line(cells(row))),
      ...(failed === null ? [] : [`  not measured: ${failed}`]),
    ]),
  ].join('\n');
}

function electronVersion() {
  try {
    const program = createRequire(import.meta.url)('electron');
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    return execFileSync(program, ['-p', 'process.versions.electron'], { env, encoding: 'utf8' }).trim();
  } catch {
    return 'absent';
  }
}

/** What else ran when this one began: figures of a busy machine are to be taken as such. */
const [load = 0] = loadavg();

/** The machine by its size alone. */
export const machine = () =>
  `Node ${process.version}, Electron ${electronVersion()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, load ${load.toFixed(1)} at the start`;

const escaped = (text) => text.replaceAll('|', '\\|');

/** The page of the documentation. */
export function markdown(sections) {
  const row = (list) => `| ${list.map(escaped).join(' | ')} |`;
  const parts = sections.map(
    ({ name, what, rows, failed }) =>
      `## ${name}\n\n${what[0].toUpperCase()}${what.slice(1)}.\n\n` +
      (failed === null
        ? [row(HEADS), row(HEADS.map(() => '---')), ...rows.map((one) => row(cells(one)))].join('\n')
        : `Not measured: ${failed}`),
  );
  const sources = sections
    .flatMap(({ rows }) => rows)
    .filter(({ source }) => source !== null)
    .map(({ id, what, limit, source }) => row([id, what, limit, source]));
  return `# Performance

Written by \`npm run bench -- --write\`; do not edit by hand. Measured on ${machine()}.

Each figure is taken beside its peer in one run, turn by turn (ours, peer, ours, …) after a turn for warming up. Times and
memory are medians with the least and the most in brackets, of whole processes where nothing else is said; a row with "p95"
shows that in place of the median. A ratio is ours divided by the peer's: below 1 is faster or smaller. Limits are the
budget (\`bench/budget.json\`), and \`npm run bench\` fails where one is passed. Blocks of the page are long tasks as the
browser tells them: 0 means that none took 50 ms.

${parts.join('\n\n')}

## Where the limits come from

| id | figure | limit | source |
| --- | --- | --- | --- |
${sources.join('\n')}
`;
}
