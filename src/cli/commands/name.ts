import { NamingBatch } from '../../core/naming/batch';
import { type Block, repeatedSentence } from '../../core/naming/block';
import { isFailed } from '../../core/naming/cells';
import { readBlocks } from '../../core/naming/packets';
import { onHangUp } from '../../core/naming/process/sweep';
import { resolveRunner } from '../../core/naming/resolve';
import { wireResult } from '../../core/naming/wire';
import { blockLine, progressLine } from '../../core/report/naming-text';
import type { BatchEvent, BlockRow, Runner } from '../../shared/models/naming';
import { err, ok, type Result } from '../../shared/result';
import { writeAnswer } from '../answers';
import type { Answer, CliIo, ExitCode, FormOptions, OutputForm, Register } from '../command';
import { withExamples, withForms } from '../help';
import { fromCwd, unreadable, unusable } from '../inputs';
import { readRunnersInput } from './runners';

interface Options extends FormOptions {
  readonly runners: string;
  readonly blocks: string;
  readonly runner?: string;
  readonly cwd?: string;
}

export const register: Register = (program, run) => {
  const command = program
    .command('name')
    .description(
      'Names blocks with a pinned naming runner, four at a time. Results go to stdout in block order; a progress line goes ' +
        'to stderr when it is a terminal. Ctrl-C ends the runners and reports what was cancelled.',
    )
    .requiredOption('--runners <FILE>', 'the runners.toml that pins the runner')
    .requiredOption('--blocks <FILE|DIR>', 'a JSON list or JSON lines of {block_id, packet}, or a folder of packets')
    .option('--runner <ID>', "the runner (default: the file's first naming-runner)")
    .option('--cwd <DIR>', 'where the runner works (default: the current folder)')
    .action((options: Options) => run((io, form) => name(io, form, options), options));
  withExamples(withForms(command, false), [
    [
      'murscope name --runners runners.toml --blocks blocks.jsonl',
      'a line for each block; exit code 1 if one failed',
      1,
    ],
    [
      'murscope name --runners runners.toml --blocks packets/ --runner sample-namer-file --jsonl',
      'one result a line, as it goes',
    ],
  ]);
};

async function name(io: CliIo, form: OutputForm, options: Options): Promise<ExitCode> {
  const order = await readOrder(io, options);
  if (!order.ok) return writeAnswer(io, form, order.error);
  const { runner, blocks } = order.value;
  const progress = new Progress(io);
  let settled = () => {};
  const batch = new NamingBatch({
    runner,
    blocks,
    cwd: options.cwd === undefined ? io.cwd : fromCwd(io, options.cwd),
    logsLimit: 0,
    onEvent: (event) => progress.show(event),
    onResult: () => settled(),
  });
  const cancel = () => void batch.cancel();
  io.signal.addEventListener('abort', cancel);
  const noHangUp = onHangUp(cancel);
  try {
    const done = batch.start();
    if (io.signal.aborted) cancel();
    const write = writerOf(io, form, runner.id, batch.size);
    for (let index = 0; index < batch.size; index++) {
      let row = batch.row(index);
      for (; row && isPending(row); row = batch.row(index)) {
        await new Promise<void>((resolve) => {
          settled = resolve;
        });
      }
      if (row) await progress.around(() => write.result(row));
    }
    await done;
    await progress.end(batch.event());
    await write.end();
    return batch.failed().length > 0 ? 1 : 0;
  } finally {
    noHangUp();
    io.signal.removeEventListener('abort', cancel);
    await batch.dispose();
  }
}

const isPending = (row: BlockRow) => row.state !== 'ok' && !isFailed(row.state);

/** The runner and the blocks, or the answer that says what is missing or refused. */
async function readOrder(
  io: CliIo,
  options: Options,
): Promise<Result<{ runner: Runner; blocks: readonly Block[] }, Answer>> {
  const runners = readRunnersInput(io, options.runners);
  if (!runners.ok) return runners;
  const resolved = resolveRunner(runners.value, options.runner ?? null);
  if (!resolved.ok) return err(refusal(resolved.error.keyword, resolved.error.detail));
  const read = await readBlocks(fromCwd(io, options.blocks), io.signal);
  if (!read.ok) return err(blocksProblem(options.blocks, read.error));
  const { blocks, repeated } = read.value;
  const sentence = blocks.length === 0 ? 'it holds no blocks' : repeatedSentence(repeated);
  if (sentence !== null) io.complain(`${options.blocks}: ${sentence}`);
  return ok({ runner: resolved.value, blocks });
}

function refusal(code: string, message: string): Answer {
  return { json: { error: { code, message } }, text: () => '', complaint: message, exit: 1 };
}

/** Problems of a blocks file that was read; whatever else went wrong, it could not be read. */
const READ_AND_REFUSED = /^(blocks-|no-packets|cancelled)/;

function blocksProblem(file: string, error: Parameters<typeof unusable>[2]): Answer {
  return READ_AND_REFUSED.test(error.code ?? '') ? unusable('file', file, error) : unreadable('file', file, error);
}

interface ResultWriter {
  result(row: BlockRow): Promise<void>;
  end(): Promise<void>;
}

/** Writes results in block order as they come; `--json` is one object, written as it goes too. */
function writerOf(io: CliIo, form: OutputForm, runnerId: string, count: number): ResultWriter {
  if (form === 'text') return { result: (row) => io.write(blockLine(row)), end: async () => {} };
  if (form === 'jsonl')
    return { result: (row) => io.write(`${JSON.stringify(wireResult(row))}\n`), end: async () => {} };
  const begin = `{"runner_id":${JSON.stringify(runnerId)},"results":[`;
  return {
    result: (row) => io.write(`${row.index === 0 ? begin : ','}${JSON.stringify(wireResult(row))}`),
    end: () => io.write(count === 0 ? `${begin}]}\n` : ']}\n'),
  };
}

/** The progress line on stderr, there only on a terminal and never in the way of a result. */
class Progress {
  readonly #shown: boolean;
  #line = '';
  constructor(io: CliIo) {
    this.#shown = io.stderrIsTerminal;
  }

  show(event: BatchEvent): void {
    if (!this.#shown || event.phase === 'done') return;
    // A line that wraps could not be taken back.
    this.#line = progressLine(event).slice(0, Math.max(10, (process.stderr.columns ?? 80) - 1));
    process.stderr.write(`\r\u001b[K${this.#line}`);
  }

  async around(write: () => Promise<void>): Promise<void> {
    if (!this.#shown) return write();
    if (this.#line !== '') process.stderr.write('\r\u001b[K');
    await write();
    process.stderr.write(this.#line);
  }

  async end(event: BatchEvent): Promise<void> {
    if (!this.#shown) return;
    this.#line = '';
    process.stderr.write(`\r\u001b[K${progressLine(event)}\n`);
  }
}
