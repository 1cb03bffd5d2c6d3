import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Host } from '../../../../shared/contract';
import type { BlockLog, Printed } from '../../../../shared/models/naming';
import type { Failure } from '../../../../shared/result';
import { bytes } from '../../../kit/format';
import { soon } from '../soon';
import { commandShown, texts } from '../texts';
import { blockTime } from './counts';

const AGAIN_EVERY = 400;

export interface LogState {
  /** Number of the block; null where none is looked at. */
  readonly index: number | null;
  /** Null before the block ran. */
  readonly log: BlockLog | null;
  readonly error: Failure | null;
  /** The first answer is on its way. */
  readonly waiting: boolean;
}

export interface LogModel {
  readonly host: Host;
  readonly store: StoreApi<LogState>;
  readonly again: ReturnType<typeof soon>;
}

export function createLog(host: Host): LogModel {
  const model: LogModel = {
    host,
    store: createStore<LogState>(() => ({ index: null, log: null, error: null, waiting: false })),
    again: soon(AGAIN_EVERY, () => void read(model)),
  };
  return model;
}

/** Looks at the log of a block of the batch. */
export function lookAtLog(model: LogModel, index: number | null): void {
  if (model.store.getState().index === index) return;
  model.store.setState({ index, log: null, error: null, waiting: index !== null });
  void read(model);
}

/** Blocks went on; null: too many to name. */
export function logChanged(model: LogModel, changed: readonly number[] | null): void {
  const { index } = model.store.getState();
  if (index !== null && (changed === null || changed.includes(index))) model.again.touch();
}

async function read({ host, store }: LogModel): Promise<void> {
  const { index } = store.getState();
  if (index === null) return;
  const result = await host.call('naming:log', [index]);
  if (store.getState().index !== index) return;
  if (result.ok) store.setState({ log: result.value, error: null, waiting: false });
  else store.setState({ error: result.error, waiting: false });
}

/** Everything of a log as text, exact, for the clipboard. */
export function logText(log: BlockLog): string {
  const { argv, cwd, stdin, stdinBytes, stdout, stderr, steps, note } = log;
  return [
    log.blockId,
    argv.length > 0 && `${texts.log.command}: ${commandShown(argv)}\nin ${cwd}`,
    ...steps.map(({ ms, what }) => `+${blockTime(ms)} ${what}`),
    argv.length > 0 && `${texts.log.stdin}, ${bytes(stdinBytes)}\n${stdin}`,
    stderr && `${texts.log.stderr}, ${bytes(stderr.total)}\n${printedText(stderr)}`,
    stdout && `${texts.log.stdout}, ${bytes(stdout.total)}\n${printedText(stdout)}`,
    note,
  ]
    .filter(Boolean)
    .join('\n');
}

function printedText({ head, leftOut, tail }: Printed): string {
  return leftOut > 0 ? `${head}\n${texts.log.leftOut(bytes(leftOut))}\n${tail}` : head;
}
