import type { Command } from 'commander';
import { verdictOf } from '../../core/findings/table';
import { colorPaint, plainPaint } from '../../core/report/paint';
import { allFindings, type ReportedStore, storeJson, storeText } from '../../core/report/store';
import { plainList } from '../../core/report/store-plain';
import { type ChosenStore, chooseStores } from '../../core/store/choose';
import { DigestMemory } from '../../core/store/digest-memory';
import { storeFinding } from '../../core/store/findings';
import { withDigests, withPacked } from '../../core/store/judge';
import { readPackedIdentity } from '../../core/store/packed';
import { looseFindings, rowsOf, scanStore } from '../../core/store/scan';
import { verifyRows } from '../../core/store/verify';
import { showName } from '../../core/text/visible';
import type { Finding } from '../../shared/models/finding';
import type { StoreRow } from '../../shared/models/store';
import { failure } from '../../shared/result';
import { writeAnswer } from '../answers';
import { type CliIo, type ExitCode, type FormOptions, type OutputForm, type Register, UsageError } from '../command';
import { withExamples, withForms } from '../help';

interface Options extends FormOptions {
  readonly root: readonly string[];
  readonly project?: string;
  readonly global?: boolean;
  readonly all?: boolean;
  readonly plain?: boolean;
}

const collect = (value: string, before: readonly string[]) => [...before, value];

function withStores(command: Command): Command {
  return command
    .option('--root <DIR>', "a store's folder (artifacts); may be given several times", collect, [])
    .option('--project <DIR>', 'look for the project here and above, not in the current folder')
    .option('-g, --global', 'the global store')
    .option('--all', "the project's store and the global one")
    .option('--plain', 'exactly what `mur list` prints, and 0 wherever it lists');
}

export const register: Register = (program, run) => {
  const list = program
    .command('list')
    .description("What is installed: the project's store if there is one, else the global one, like `mur list`.")
    .action((options: Options) => run((io, form) => stores(io, form, options, false), options));
  withExamples(withForms(withStores(list), false), [
    ['murscope store list --all', "the project's packages and the global ones, damaged ones named"],
    ['murscope store list --plain', 'what `mur list` prints, also where one broken sidecar stops mur'],
  ]);
  const verify = program
    .command('verify')
    .description('Reads every package of a store: does its digest agree, is it what the store says it is?')
    .action((options: Options) => run((io, form) => stores(io, form, options, true), options));
  withExamples(withForms(withStores(verify), false), [
    ['murscope store verify -g', 'the global store; exit code 1 if anything is wrong'],
    ['murscope store verify --root backup/artifacts --json', 'a store elsewhere, as JSON'],
  ]);
};

async function stores(io: CliIo, form: OutputForm, options: Options, verify: boolean): Promise<ExitCode> {
  if (options.plain && form !== 'text')
    throw new UsageError(failure(null, '--plain cannot be used with --json or --jsonl', 'Use one of them.'));
  const chosen = chooseStores({ ...options, roots: options.root }, io);
  if (!chosen.ok) throw new UsageError({ ...chosen.error, message: showName(chosen.error.message) });
  const read: ReportedStore[] = [];
  for (const store of chosen.value) read.push(await readStore(store, verify, io.signal));
  if (options.plain) {
    const code = await plain(io, read, options.all === true || read.length > 1);
    return verify ? exitOf(read) : code;
  }
  const answer = {
    json: storeJson(read),
    text: () => storeText(read, io.color ? colorPaint : plainPaint),
    exit: exitOf(read),
  };
  return writeAnswer(io, form, answer);
}

async function readStore(store: ChosenStore, verify: boolean, signal: AbortSignal): Promise<ReportedStore> {
  const scan = await scanStore(store.root, { packed: readPackedIdentity, signal });
  if (!scan.ok) throw new UsageError(scan.error);
  const { state } = scan.value;
  const missing = `${showName(store.label)} is not there`;
  const absent = state === 'missing' && store.named ? [storeFinding('store-missing', missing)] : [];
  const rows = rowsOf(scan.value);
  return {
    label: store.label,
    rows: verify ? await verified(store.root, rows, signal) : rows,
    findings: [...looseFindings(scan.value), ...absent],
  };
}

async function verified(root: string, rows: readonly StoreRow[], signal: AbortSignal): Promise<StoreRow[]> {
  const memory = new DigestMemory();
  const unread = new Map<string, readonly Finding[]>();
  const items = rows.map((row) => ({ root, row }));
  const done = await verifyRows(items, { memory, signal, onRow: ({ row }, found) => unread.set(row.key, found) });
  if (!done.ok) throw new UsageError(done.error);
  return rows.map((row) => {
    const judged = withPacked(withDigests(row, root, memory), root, readPackedIdentity);
    const found = unread.get(row.key) ?? [];
    return found.length === 0 ? judged : { ...judged, findings: [...judged.findings, ...found] };
  });
}

/** 2 where a store that was named cannot be read, else 1 for any error. */
function exitOf(stores: readonly ReportedStore[]): ExitCode {
  const findings = allFindings(stores);
  if (findings.some(({ id }) => id === 'store-missing' || id === 'store-unreadable')) return 2;
  return verdictOf(findings) === 'errors' ? 1 : 0;
}

/** What stops `mur list` outright. */
const STOPS_MUR: ReadonlySet<string> = new Set([
  'meta-broken',
  'meta-unknown-runtime',
  'store-folder-unreadable',
  'store-missing',
  'store-unreadable',
]);

/** What mur prints, with its exit code: where mur would give up, why is said beside it. */
async function plain(io: CliIo, stores: readonly ReportedStore[], labels: boolean): Promise<ExitCode> {
  await io.write(plainList(stores, labels));
  const stopping = stores.flatMap((store) => [
    ...store.findings
      .filter(({ id }) => STOPS_MUR.has(id))
      .map((finding) => ({ place: finding.entry ?? store.label, finding })),
    ...store.rows.flatMap((row) =>
      row.findings
        .filter(({ id }) => (row.listed && STOPS_MUR.has(id)) || id === 'digest-differs')
        .map((finding) => ({ place: `${row.name}@${row.version}`, finding })),
    ),
  ]);
  for (const { place, finding } of stopping) io.complain(`${place}: ${finding.message}`);
  const exit = exitOf(stores);
  return stopping.length === 0 ? 0 : exit;
}
