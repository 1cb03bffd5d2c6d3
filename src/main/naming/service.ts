import { basename, join } from 'node:path';
import { NamingBatch } from '../../core/naming/batch';
import { batchCsv, batchJson, wireJson } from '../../core/report/naming';
import { showName } from '../../core/text/visible';
import type { NamingState } from '../../shared/contract/naming';
import type { Runner } from '../../shared/models/naming';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import { writeWhole } from '../files/json-file';
import {
  type BlocksChoice,
  chooseBlocks,
  chooseRunners,
  folderOf,
  namingRunners,
  type RunnersChoice,
  runnerOf,
  sampleFiles,
  shownBlocks,
  shownRunners,
} from './choices';
import { EndpointDesk } from './endpoint';
import { CommandGate } from './gate';
import { keepChoices, readChoices } from './kept';
import type { NamingHandlers, NamingPorts } from './ports';
import { BlockTables, shownRow } from './table';

const RUNNING = failure('batch-running', 'A batch is running.', 'Cancel it, or wait for its end.');
const LISTENING = failure('endpoint-listening', 'The endpoint is listening with these runners.', 'Stop it first.');
const NO_BATCH = failure('no-batch', 'No batch was started yet.', 'Start one.');
const REPLACED = failure('table-replaced', 'Newer tables have taken the place of this one.');

const FORMS = {
  json: { kind: 'JSON', extension: 'json', make: batchJson },
  csv: {
    kind: 'CSV',
    extension: 'csv',
    make: (_runnerId: string, rows: Parameters<typeof batchCsv>[0]) => batchCsv(rows),
  },
  wire: { kind: 'Answer of /name', extension: 'json', make: wireJson },
} as const;

/**
 * What stands behind the Naming view: the chosen files, one batch at a time, and the endpoint. Paths, secrets and
 * commands stay here; the window gets what may be shown. Nothing runs that a person did not confirm.
 */
export class NamingService {
  readonly handlers: NamingHandlers;
  readonly #ports: NamingPorts;
  readonly #gate: CommandGate;
  readonly #endpoint: EndpointDesk;
  readonly #tables = new BlockTables();
  #runners: RunnersChoice | null = null;
  #blocks: BlocksChoice | null = null;
  #cwd: string | null = null;
  #problem: Failure | null = null;
  #batch: { readonly number: number; readonly runnerId: string; readonly it: NamingBatch } | null = null;
  #batches = 0;
  /** The choices of the last time, taken up when the view first asks. */
  #restored: Promise<void> | null = null;

  constructor(ports: NamingPorts) {
    this.#ports = ports;
    this.#gate = new CommandGate(join(ports.userData, 'naming-confirmed.json'), ports.ask);
    this.#endpoint = new EndpointDesk(
      join(ports.userData, 'runnerd.secret'),
      (state) => ports.tell('naming:endpoint', state),
      ports.machine,
    );
    this.handlers = this.#makeHandlers();
  }

  /** Whether closing the window would end something. */
  get isRunning(): boolean {
    const phase = this.#batch?.it.phase;
    return (phase !== undefined && phase !== 'ready' && phase !== 'done') || this.#endpoint.isListening;
  }

  /** Done blocks of all, from 0 to 1, for the taskbar; null while no batch runs. */
  get progress(): number | null {
    const batch = this.#batch?.it;
    if (!batch || batch.phase === 'ready' || batch.phase === 'done') return null;
    const { total, states } = batch.counters();
    return total === 0 ? null : (total - states.queued - states.running) / total;
  }

  /** Ends everything that runs: at quit, and when the window's process is gone. Settles when nothing is left. */
  async dispose(): Promise<void> {
    await Promise.all([this.#batch?.it.cancel(), this.#endpoint.stop()]);
  }

  #state(): NamingState {
    const runner = this.#runners ? runnerOf(this.#runners) : null;
    const batch = this.#batch;
    const cwd = this.#workFolder();
    return {
      runners: this.#runners && shownRunners(this.#runners),
      blocks: this.#blocks && shownBlocks(this.#blocks),
      problem: this.#problem,
      cwd: cwd === null ? null : showName(cwd),
      argv: runner?.ok ? runner.value.command.map(showName) : null,
      confirmed: runner?.ok ? this.#isConfirmed([runner.value]) : false,
      batch: batch && { number: batch.number, runnerId: showName(batch.runnerId), event: batch.it.event() },
      endpoint: this.#endpoint.state(),
      sample: this.#ports.sampleFolder !== null,
    };
  }

  #workFolder(): string | null {
    return this.#cwd ?? (this.#runners && folderOf(this.#runners));
  }

  #isBatchRunning(): boolean {
    const phase = this.#batch?.it.phase;
    return phase !== undefined && phase !== 'ready' && phase !== 'done';
  }

  #makeHandlers(): NamingHandlers {
    const state = () => ok(this.#state());
    return {
      'naming:state': async () => {
        await this.#restore();
        return state();
      },
      'naming:choose-runners': () => this.#choose('runners', (path) => this.#useRunners(path)),
      'naming:choose-blocks': ([what], { signal }) =>
        this.#choose(what === 'file' ? 'blocks-file' : 'blocks-folder', (path) => this.#useBlocks(path, signal)),
      'naming:choose-cwd': () =>
        this.#choose('work-folder', (path) => {
          this.#cwd = path;
          return null;
        }),
      'naming:use': ([token], { signal }) => {
        const path = this.#ports.pathOf(token);
        if (path === null) return err(failure('not-open', 'This file is no longer open.', 'Open it again.'));
        return this.#change(() => this.#usePath(path, signal));
      },
      'naming:use-sample': (_, { signal }) => this.#change(() => this.#useSample(signal)),
      'naming:reload': (_, { signal }) => this.#change(() => this.#reload(signal)),
      'naming:pick-runner': ([index]) =>
        this.#change(() => {
          if (this.#runners) this.#runners = { ...this.#runners, picked: index };
          return null;
        }),
      'naming:start': () => this.#start(),
      'naming:cancel': async () => {
        await this.#batch?.it.cancel();
        return state();
      },
      'naming:stop': () => {
        void this.#batch?.it.stopAfterRunning();
        return state();
      },
      'naming:retry': ([which]) => {
        const batch = this.#batch?.it;
        if (!batch) return err(NO_BATCH);
        void batch.retry(which === 'failed' ? batch.failed() : which);
        return state();
      },
      'naming:table': ([query]) => (this.#batch ? ok(this.#tables.make(this.#batch.it, query)) : err(NO_BATCH)),
      'naming:rows': ([table, from, count]) => this.#rows(table, from, count),
      'naming:row-of': ([table, index]) => {
        const indices = this.#tables.find(table);
        if (!indices) return err(REPLACED);
        const row = indices.indexOf(index);
        return ok(row < 0 ? null : row);
      },
      'naming:log': ([index]) => ok(this.#batch?.it.log(index) ?? null),
      'naming:export': ([form]) => this.#export(form),
      'naming:endpoint-start': ([port]) => this.#startEndpoint(port),
      'naming:endpoint-stop': async () => {
        await this.#endpoint.stop();
        return state();
      },
      'naming:choose-secret': async () => {
        if (this.#endpoint.isListening) return err(LISTENING);
        const path = await this.#ports.choosePath('secret-file');
        if (path !== null) this.#endpoint.secretFile = path;
        return state();
      },
      'naming:endpoint-log': () => ok(this.#endpoint.log()),
    };
  }

  /** Asks for a path and takes it; what cannot be taken is told in the state, and the choice before stays. */
  async #choose(
    what: Parameters<NamingPorts['choosePath']>[0],
    take: (path: string) => Failure | null | Promise<Failure | null>,
  ): Promise<Result<NamingState>> {
    if (this.#isBatchRunning()) return err(RUNNING);
    const path = await this.#ports.choosePath(what);
    return path === null ? ok(this.#state()) : this.#change(() => take(path));
  }

  async #change(take: () => Failure | null | Promise<Failure | null>): Promise<Result<NamingState>> {
    if (this.#isBatchRunning()) return err(RUNNING);
    await this.#restore();
    this.#problem = await take();
    this.#keep();
    return ok(this.#state());
  }

  get #keptFile(): string {
    return join(this.#ports.userData, 'naming.json');
  }

  #keep(): void {
    const { path, reading, picked } = this.#runners ?? { path: null, reading: null, picked: null };
    const runnerId = picked === null ? null : (reading?.rows[picked]?.id ?? null);
    keepChoices(this.#keptFile, { runners: path, runnerId, blocks: this.#blocks?.path ?? null, cwd: this.#cwd });
  }

  /** What is gone or cannot be read any more is left out: nobody asked for it this time. */
  #restore(): Promise<void> {
    this.#restored ??= (async () => {
      const kept = readChoices(this.#keptFile);
      if (!kept) return;
      if (kept.runners !== null && this.#useRunners(kept.runners) === null) {
        this.#pick(kept.runnerId);
        this.#cwd = kept.cwd;
      }
      if (kept.blocks !== null) await this.#useBlocks(kept.blocks, new AbortController().signal);
    })();
    return this.#restored;
  }

  /** Picks a runner by its id, if it is there and can answer a batch. */
  #pick(id: string | null): void {
    if (!this.#runners || id === null) return;
    const index = this.#runners.reading.rows.findIndex((row) => row.id === id);
    if (!shownRunners(this.#runners).rows[index]?.pickable) return;
    this.#runners = { ...this.#runners, picked: index };
  }

  #useRunners(path: string): Failure | null {
    if (this.#endpoint.isListening) return LISTENING;
    const chosen = chooseRunners(path);
    if (!chosen.ok) return chosen.error;
    this.#runners = chosen.value;
    this.#cwd = null;
    return null;
  }

  async #useBlocks(path: string, signal: AbortSignal): Promise<Failure | null> {
    const chosen = await chooseBlocks(path, signal);
    if (!chosen.ok) return chosen.error;
    if (this.#isBatchRunning()) return RUNNING; // it was started while the blocks were read
    this.#blocks = chosen.value;
    this.#batch = null;
    this.#tables.clear();
    return null;
  }

  /** A dropped file is a runners.toml by its ending; everything else has to be blocks. */
  #usePath(path: string, signal: AbortSignal): Failure | null | Promise<Failure | null> {
    return /\.toml$/i.test(path) ? this.#useRunners(path) : this.#useBlocks(path, signal);
  }

  #useSample(signal: AbortSignal): Failure | null | Promise<Failure | null> {
    const folder = this.#ports.sampleFolder;
    if (folder === null) return failure('no-sample', 'The sample is not there.');
    const files = sampleFiles(folder);
    return this.#useRunners(files.runners) ?? this.#useBlocks(files.blocks, signal);
  }

  async #reload(signal: AbortSignal): Promise<Failure | null> {
    const [runners, blocks, cwd] = [this.#runners, this.#blocks, this.#cwd];
    const problem = runners && this.#useRunners(runners.path);
    this.#cwd = cwd;
    if (runners && runners.picked !== null) this.#pick(runners.reading.rows[runners.picked]?.id ?? null);
    return problem ?? (blocks ? this.#useBlocks(blocks.path, signal) : null);
  }

  #isConfirmed(runners: readonly Runner[]): boolean {
    const [chosen, cwd] = [this.#runners, this.#workFolder()];
    if (!chosen || cwd === null) return false;
    return this.#gate.isConfirmed(runners, chosen, cwd);
  }

  /** Asks whether these commands may run, unless that was answered for this content and folder before. */
  async #mayRun(runners: readonly Runner[], whatFor: string): Promise<boolean> {
    const [chosen, cwd] = [this.#runners, this.#workFolder()];
    if (!chosen || cwd === null) return false;
    // What was chosen while the question stood must not run on its answer.
    return (await this.#gate.mayRun(runners, chosen, cwd, whatFor)) && this.#isConfirmed(runners);
  }

  async #start(): Promise<Result<{ started: boolean; state: NamingState }>> {
    if (this.#isBatchRunning()) return err(RUNNING);
    const runners = this.#runners;
    if (!runners) return err(failure('no-runners', 'No runners.toml is chosen.', 'Choose one.'));
    if (!this.#blocks)
      return err(failure('no-blocks', 'No blocks are chosen.', 'Choose a blocks file or a folder of packets.'));
    const runner = runnerOf(runners);
    if (!runner.ok) return runner;
    if (!(await this.#mayRun([runner.value], 'Run this command for each block?'))) {
      return ok({ started: false, state: this.#state() });
    }
    // Blocks may have been chosen anew while the question stood.
    const [cwd, blocks] = [this.#workFolder(), this.#blocks];
    if (this.#isBatchRunning() || cwd === null) return err(RUNNING);
    const number = ++this.#batches;
    const it = new NamingBatch({
      runner: runner.value,
      blocks: blocks.blocks,
      cwd,
      ...(this.#ports.machine ? { machine: this.#ports.machine } : {}),
      onEvent: (event) => {
        this.#ports.tell('naming:progress', { number, event });
        this.#ports.onBatch?.(event);
      },
    });
    this.#batch = { number, runnerId: runner.value.id, it };
    this.#tables.clear();
    void it.start();
    return ok({ started: true, state: this.#state() });
  }

  #rows(table: number, from: number, count: number) {
    const indices = this.#tables.find(table);
    const batch = this.#batch?.it;
    if (!indices || !batch) return err(REPLACED);
    const rows = [...indices.subarray(from, from + count)].flatMap((index) => batch.row(index) ?? []);
    return ok(rows.map(shownRow));
  }

  async #export(form: keyof typeof FORMS): Promise<Result<{ saved: string | null }>> {
    const [batch, blocks] = [this.#batch, this.#blocks];
    if (!batch || !blocks) return err(NO_BATCH);
    const { kind, extension, make } = FORMS[form];
    const name = `${basename(blocks.path).replace(/\.[^.]*$/, '')}-names.${extension}`;
    const path = await this.#ports.chooseSavePath(name, kind, extension);
    if (path === null) return ok({ saved: null });
    const written = writeWhole(path, make(batch.runnerId, batch.it.rows()));
    return written.ok ? ok({ saved: showName(path) }) : written;
  }

  async #startEndpoint(port: number): Promise<Result<NamingState>> {
    if (this.#endpoint.isListening) return err(LISTENING);
    const [runners, cwd] = [this.#runners, this.#workFolder()];
    if (!runners || cwd === null) return err(failure('no-runners', 'No runners.toml is chosen.', 'Choose one.'));
    const first = runnerOf({ ...runners, picked: null });
    if (!first.ok) return first;
    const all = namingRunners(runners);
    if (!(await this.#mayRun(all, 'Run these commands whenever a caller with the secret asks?')))
      return ok(this.#state());
    if (this.#endpoint.isListening) return err(LISTENING);
    const pinned = runners.reading.rows.flatMap((row) => (row.runner ? [row.runner] : []));
    const started = await this.#endpoint.start(pinned, cwd, port);
    return started.ok ? ok(this.#state()) : started;
  }
}
