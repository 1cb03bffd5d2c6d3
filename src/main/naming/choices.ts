import { basename, dirname, join } from 'node:path';
import { guardReads, openFile } from '../../core/io/source';
import { type Blocks, repeatedSentence } from '../../core/naming/block';
import { readBlocks } from '../../core/naming/packets';
import { resolveRunner } from '../../core/naming/resolve';
import { capabilityOf, RUNNERS_LIMIT, type RunnersReading, readRunners } from '../../core/naming/runners';
import { showName } from '../../core/text/visible';
import type { ChosenBlocks, ChosenRunners, ShownRunner } from '../../shared/contract/naming';
import type { Runner, RunnerRow } from '../../shared/models/naming';
import { err, failure, ok, type Result } from '../../shared/result';

/** A runners.toml as it was read: its bytes are what a person confirms. */
export interface RunnersChoice {
  readonly path: string;
  readonly content: Uint8Array;
  readonly reading: RunnersReading;
  /** The row that was picked; null for the first naming-runner. */
  readonly picked: number | null;
}

export interface BlocksChoice extends Blocks {
  readonly path: string;
}

/** Reads a runners.toml; one that the daemon would refuse is a choice too, so that its refusals can be seen. */
export function chooseRunners(path: string): Result<RunnersChoice> {
  const opened = openFile(path);
  if (!opened.ok) return err({ ...opened.error, message: `${showName(basename(path))}: ${opened.error.message}` });
  const source = opened.value;
  try {
    // One byte more than is taken tells that it is too large.
    const content = guardReads(() => ok(source.read(0, RUNNERS_LIMIT + 1)));
    if (!content.ok) return content;
    return ok({ path, content: content.value, reading: readRunners(content.value), picked: null });
  } finally {
    source.close();
  }
}

/** Reads a blocks file or a folder of packets. */
export async function chooseBlocks(path: string, signal: AbortSignal): Promise<Result<BlocksChoice>> {
  const read = await readBlocks(path, signal);
  if (!read.ok) return err({ ...read.error, message: `${showName(basename(path))}: ${read.error.message}` });
  return ok({ ...read.value, path });
}

/** The files of the sample. */
export function sampleFiles(folder: string): { runners: string; blocks: string } {
  return { runners: join(folder, 'runners.toml'), blocks: join(folder, 'blocks.jsonl') };
}

/** The runner that would run, or why none would. */
export function runnerOf(choice: RunnersChoice): Result<Runner> {
  const { first, rows } = choice.reading;
  if (first) return err(failure('runners-refused', first.message, 'Correct the file and reload it.'));
  const runners = rows.flatMap((row) => (row.runner ? [row.runner] : []));
  const id = choice.picked === null ? null : (rows[choice.picked]?.id ?? null);
  const resolved = resolveRunner(runners, id);
  return resolved.ok ? resolved : err(failure(resolved.error.keyword, resolved.error.detail));
}

/** Every runner of the file that a call of the endpoint can ask for. */
export function namingRunners(choice: RunnersChoice): Runner[] {
  return choice.reading.rows.flatMap(({ runner }) =>
    runner && capabilityOf(runner) === 'naming-runner' ? [runner] : [],
  );
}

/** The folder a runner works in where no other was chosen. */
export function folderOf(choice: RunnersChoice): string {
  return dirname(choice.path);
}

export function shownRunners(choice: RunnersChoice): ChosenRunners {
  const { rows, first } = choice.reading;
  const runner = runnerOf(choice);
  return {
    name: showName(basename(choice.path)),
    path: showName(choice.path),
    rows: rows.map((row) => shownRunner(row, first === null)),
    refused: first,
    picked: runner.ok ? rows.findIndex((row) => row.runner === runner.value) : null,
  };
}

function shownRunner({ index, id, runner, refusals }: RunnerRow, taken: boolean): ShownRunner {
  return {
    index,
    id: showName(id ?? ''),
    capability: showName(runner?.capability ?? ''),
    command: (runner?.command ?? []).map(showName),
    limitSecs: runner?.namingTimeoutSecs.toString() ?? '',
    pickable: taken && runner !== null && capabilityOf(runner) === 'naming-runner',
    refusals,
  };
}

export function shownBlocks({ path, blocks, repeated }: BlocksChoice): ChosenBlocks {
  return {
    name: showName(basename(path)),
    path: showName(path),
    blocks: blocks.length,
    bytes: blocks.reduce((sum, { packet }) => sum + packet.length, 0),
    repeated: repeatedSentence(repeated),
  };
}
