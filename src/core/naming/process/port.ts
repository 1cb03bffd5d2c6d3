/** What a batch needs of the machine, so that tests can bring their own. */
export interface Machine {
  readonly clock: Clock;
  readonly processes: Processes;
  readonly packetFiles: PacketFiles;
}

export interface Clock {
  /** Milliseconds that only go up. */
  now(): number;
  /** Calls back after `ms` milliseconds, however many they are; the answer takes it back. */
  after(ms: number, call: () => void): () => void;
}

export interface Processes {
  /** Starts a program in a process group of its own. Exactly one of `started` and `notStarted` is called, now or later. */
  start(order: StartOrder, told: ProcessListener): void;
}

export interface StartOrder {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Written to stdin, which is then closed. */
  readonly stdin: Uint8Array;
}

export interface ProcessListener {
  started(process: RunningProcess): void;
  /** Why, in words. */
  notStarted(why: string): void;
  stdout(bytes: Uint8Array): void;
  stderr(bytes: Uint8Array): void;
  exited(code: number | null, signal: string | null): void;
  /** After the exit: nobody holds the pipes any more. */
  pipesClosed(): void;
}

export interface RunningProcess {
  readonly pid: number;
  /** To every process of the group; a group that is gone takes it in silence. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** Whether any process of the group is left; a zombie is none. Ask only after the exit. */
  isGroupAlive(): boolean;
  /** Lets go of the pipes, whoever else holds them. */
  closePipes(): void;
  /** No process of the group is left. */
  release(): void;
}

export interface PacketFiles {
  /** Writes a packet to a file of its own in a fresh private folder. @throws whatever the system says */
  write(packet: readonly Uint8Array[]): PacketFile;
}

export interface PacketFile {
  readonly path: string;
  /** Removes the folder with whatever is in it. */
  remove(): void;
}
