import type { Runner } from '../../shared/models/naming';
import type { Block } from './block';
import { judge, type Outcome } from './judge';
import type { Recording } from './logs';
import type { Ending, PoolEvent, RunTimer } from './pool';
import { KeptOutput, STDERR_TAIL, STDOUT_HEAD, STDOUT_TAIL } from './process/kept';
import type { Machine, PacketFile, RunningProcess } from './process/port';
import { PACKET_FILE, usesPacketFile } from './runners';

/** What one run is given. */
export interface RunOrder {
  readonly run: number;
  readonly runner: Runner;
  readonly block: Block;
  readonly cwd: string;
}

type Tell = (event: PoolEvent) => void;
const NEWLINE = Uint8Array.of(0x0a);

/**
 * One start of one block: its process, its packet file, its timers and what it printed. It decides nothing: it does what
 * the pool says and tells the pool what happened.
 */
export class RunningBlock {
  readonly recording: Recording;
  /** When its process was started, by the machine's clock; when it was asked for until then. */
  startedAt: number;
  readonly #order: RunOrder;
  readonly #machine: Machine;
  readonly #tell: Tell;
  readonly #timers = new Map<RunTimer, () => void>();
  #process: RunningProcess | null = null;
  #packetFile: PacketFile | null = null;

  constructor(order: RunOrder, machine: Machine, tell: Tell) {
    this.#order = order;
    this.#machine = machine;
    this.#tell = tell;
    this.startedAt = machine.clock.now();
    this.recording = {
      argv: order.runner.command.slice(),
      cwd: order.cwd,
      packet: order.block.packet,
      stdout: new KeptOutput(STDOUT_HEAD, STDOUT_TAIL),
      stderr: new KeptOutput(0, STDERR_TAIL),
      steps: [],
    };
  }

  start(): void {
    const { run, block, cwd } = this.#order;
    const { stdout, stderr, argv } = this.recording;
    const failed = this.#placePacket();
    if (failed !== null) {
      this.#tell({ type: 'not-started', run, why: failed });
      return;
    }
    this.startedAt = this.#machine.clock.now();
    this.#machine.processes.start(
      { argv, cwd, stdin: block.packet },
      {
        started: (process) => {
          this.#process = process;
          this.#note(`started, pid ${process.pid}`);
          this.#tell({ type: 'started', run });
        },
        notStarted: (why) => {
          this.#note(`not started: ${why}`);
          this.#tell({ type: 'not-started', run, why: `naming runner spawn failed: ${why}` });
        },
        stdout: (bytes) => stdout.add(bytes),
        stderr: (bytes) => stderr.add(bytes),
        exited: (code, signal) => {
          this.#note(signal === null ? `ended with status ${code}` : `ended by ${signal}`);
          this.#tell({ type: 'exited', run, code, signal });
        },
        pipesClosed: () => this.#tell({ type: 'pipes-closed', run }),
      },
    );
  }

  /** Writes the packet file where the command wants one, and puts its path in place. Why it failed, or null. */
  #placePacket(): string | null {
    if (!usesPacketFile(this.recording.argv)) return null;
    try {
      const file = this.#machine.packetFiles.write([this.#order.block.packet, NEWLINE]);
      this.#packetFile = file;
      const argv = this.recording.argv.map((argument) => argument.replaceAll(PACKET_FILE, () => file.path));
      this.recording.argv.splice(0, argv.length, ...argv);
      return null;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#note(`no packet file: ${why}`);
      return `cannot write the packet temp file: ${why}`;
    }
  }

  arm(timer: RunTimer, ms: number): void {
    this.disarm(timer);
    this.#timers.set(
      timer,
      this.#machine.clock.after(ms, () => {
        this.#timers.delete(timer);
        this.#tell({ type: 'timer', run: this.#order.run, timer });
      }),
    );
  }

  disarm(timer: RunTimer): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }

  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.#note(`${signal} to the group`);
    this.#process?.signal(signal);
  }

  look(): void {
    this.#tell({ type: 'looked', run: this.#order.run, alive: this.#process?.isGroupAlive() ?? false });
  }

  /** The result; nothing more is read from the run. */
  settle(ending: Ending): Outcome {
    this.#process?.closePipes();
    const { stdout, stderr } = this.recording;
    return judge(
      ending,
      this.#order.runner.namingTimeoutSecs,
      () => stdout.endText(),
      () => stderr.endText(),
    );
  }

  release(): void {
    for (const timer of [...this.#timers.keys()]) this.disarm(timer);
    this.#process?.release();
    this.#packetFile?.remove();
  }

  /** Milliseconds since the process was started. */
  elapsed(): number {
    return this.#machine.clock.now() - this.startedAt;
  }

  #note(what: string): void {
    this.recording.steps.push({ ms: this.elapsed(), what });
  }
}
