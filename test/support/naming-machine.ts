import type { Block } from '../../src/core/naming/block';
import type { Machine, ProcessListener, StartOrder } from '../../src/core/naming/process/port';
import type { Runner } from '../../src/shared/models/naming';

/** For tests of naming batches: a machine whose clock and processes do what a test says. */

/** A runner with defaults; the command first, then what differs. */
export function runnerOf(command: readonly string[], differing: Partial<Runner> = {}): Runner {
  return {
    id: 'namer',
    capability: 'naming-runner',
    command: [...command],
    gateCommand: [],
    workspaceAllowlist: [],
    timeoutSecs: 1800n,
    namingTimeoutSecs: 20n,
    curationTimeoutSecs: 300n,
    ...differing,
  };
}

/** Blocks of these ids; each packet is `{"block_id": id}` unless given. */
export function blocksOf(ids: readonly string[], packet?: string): Block[] {
  return ids.map((blockId) => ({ blockId, packet: Buffer.from(packet ?? JSON.stringify({ block_id: blockId })) }));
}

/** A process that a test lets live and die. */
export class FakeProcess {
  readonly order: StartOrder;
  readonly signals: string[] = [];
  /** Whether anything of its group is left after its exit. */
  leftovers = false;
  released = false;
  pipesClosed = false;
  readonly #told: ProcessListener;
  constructor(order: StartOrder, told: ProcessListener) {
    this.order = order;
    this.#told = told;
  }

  get blockId(): string {
    return String(JSON.parse(Buffer.from(this.order.stdin).toString()).block_id);
  }

  begin(pid: number): void {
    this.#told.started({
      pid,
      signal: (signal) => this.signals.push(signal),
      isGroupAlive: () => this.leftovers,
      closePipes: () => {
        this.pipesClosed = true;
      },
      release: () => {
        this.released = true;
      },
    });
  }

  refuse(why: string): void {
    this.#told.notStarted(why);
  }

  print(text: string): void {
    this.#told.stdout(Buffer.from(text));
  }

  complain(text: string): void {
    this.#told.stderr(Buffer.from(text));
  }

  /** Exits; its pipes close with it unless somebody holds them. */
  exit(code: number | null = 0, options: { signal?: string; pipesHeld?: boolean } = {}): void {
    this.#told.exited(code, options.signal ?? null);
    if (!options.pipesHeld) this.#told.pipesClosed();
  }

  /** Names its block and exits. */
  answer(name = `Name of ${this.blockId}`): void {
    this.print(`${JSON.stringify({ name, purpose: 'What it is for' })}\n`);
    this.exit();
  }
}

/** Time that goes only when it is told to. */
export class FakeClock {
  #now = 0;
  #calls: { at: number; call: () => void }[] = [];
  now = () => this.#now;
  after = (ms: number, call: () => void) => {
    const entry = { at: this.#now + ms, call };
    this.#calls.push(entry);
    return () => {
      this.#calls = this.#calls.filter((other) => other !== entry);
    };
  };

  /** Goes on by `ms`, calling back what is due in its order. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#calls.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.#calls = this.#calls.filter((other) => other !== due);
      this.#now = due.at;
      due.call();
    }
    this.#now = end;
  }

  /** How many calls are waiting. */
  get waiting(): number {
    return this.#calls.length;
  }
}

export interface FakeMachine extends Machine {
  readonly clock: FakeClock;
  /** Every process that was started, in order. */
  readonly started: FakeProcess[];
  /** Paths of packet files that are there. */
  readonly files: Set<string>;
}

/** A machine whose processes start at once, except those whose block's id is in `refused`. */
export function fakeMachine(refused: ReadonlyMap<string, string> = new Map()): FakeMachine {
  const started: FakeProcess[] = [];
  const files = new Set<string>();
  let count = 0;
  return {
    clock: new FakeClock(),
    started,
    files,
    processes: {
      start(order, told) {
        const process = new FakeProcess(order, told);
        const why = refused.get(process.blockId);
        if (why !== undefined) {
          process.refuse(why);
          return;
        }
        started.push(process);
        process.begin(1000 + started.length);
      },
    },
    packetFiles: {
      write() {
        const path = `/private/${count++}/packet.json`;
        files.add(path);
        return { path, remove: () => files.delete(path) };
      },
    },
  };
}
