import type { BlockLog, Printed } from '../../shared/models/naming';
import type { KeptOutput } from './process/kept';

/** Bytes of all logs of a batch together; older ones are given up for newer ones. */
export const LOGS_LIMIT = 64 * 1024 * 1024;
/** Bytes of a packet that a log shows. */
const STDIN_SHOWN = 64 * 1024;

/** What is written down while a block runs. */
export interface Recording {
  readonly argv: string[];
  readonly cwd: string;
  readonly packet: Uint8Array;
  readonly stdout: KeptOutput;
  readonly stderr: KeptOutput;
  readonly steps: { readonly ms: number; readonly what: string }[];
}

/** The recordings of a batch's blocks, the last run of each, under one limit of memory. */
export class Logs {
  readonly #limit: number;
  /** Bounded by the limits of their pipes and by how many run at a time. */
  readonly #running = new Map<number, Recording>();
  /** In the order of their end, so that the oldest is given up first. */
  readonly #ended = new Map<number, Recording>();
  readonly #givenUp = new Set<number>();
  #held = 0;
  constructor(limit = LOGS_LIMIT) {
    this.#limit = limit;
  }

  begin(block: number, recording: Recording): void {
    this.#forget(block);
    this.#givenUp.delete(block);
    this.#running.set(block, recording);
  }

  /** The run is over: from now on its recording counts. */
  end(block: number): void {
    const recording = this.#running.get(block);
    if (!recording) return;
    this.#running.delete(block);
    this.#ended.set(block, recording);
    this.#held += weight(recording);
    for (const oldest of this.#ended.keys()) {
      if (this.#held <= this.#limit) return;
      this.#forget(oldest);
      this.#givenUp.add(oldest);
    }
  }

  #forget(block: number): void {
    const recording = this.#ended.get(block);
    if (!recording) return;
    this.#ended.delete(block);
    this.#held -= weight(recording);
  }

  /** A block's log, null where it has not run. */
  read(block: number, blockId: string): BlockLog | null {
    const recording = this.#running.get(block) ?? this.#ended.get(block);
    if (!recording) return this.#givenUp.has(block) ? emptyLog(blockId) : null;
    const { packet } = recording;
    const stdout = recording.stdout.printed();
    const stderr = recording.stderr.printed();
    return {
      blockId,
      argv: [...recording.argv],
      cwd: recording.cwd,
      stdin: new TextDecoder().decode(packet.subarray(0, STDIN_SHOWN)),
      stdinBytes: packet.length + 1,
      stdout,
      stderr,
      steps: [...recording.steps],
      note: leftOutNote([
        ['stdin', { head: '', leftOut: Math.max(0, packet.length - STDIN_SHOWN), tail: '', total: 0 }],
        ['stdout', stdout],
        ['stderr', stderr],
      ]),
    };
  }
}

function emptyLog(blockId: string): BlockLog {
  const note = 'This log was given up to make room for the logs of later blocks.';
  return { blockId, argv: [], cwd: '', stdin: '', stdinBytes: 0, stdout: null, stderr: null, steps: [], note };
}

/** What a log does not show, in a sentence; null where it shows everything. */
function leftOutNote(pipes: ReadonlyArray<readonly [string, Printed]>): string | null {
  const parts = pipes
    .filter(([, { leftOut }]) => leftOut > 0)
    .map(([name, { leftOut }]) => `${leftOut} bytes of ${name}`);
  return parts.length === 0 ? null : `Left out here: ${parts.join(', ')}.`;
}

function weight(recording: Recording): number {
  return recording.stdout.held + recording.stderr.held + 1024;
}
