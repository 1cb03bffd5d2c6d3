import type { Command } from 'commander';
import type { Failure } from '../shared/result';

/** 0 fine; 1 a finding of severity error, a refusal, a row not found…; 2 wrong usage or an input that cannot be read. */
export type ExitCode = 0 | 1 | 2;

/** What a command may touch of its process, so that tests run commands without one. */
export interface CliIo {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly color: boolean;
  readonly stderrIsTerminal: boolean;
  readonly stdin: NodeJS.ReadableStream;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  /** Resolves when the reader can take more, so that a slow pipe bounds memory. A closed pipe ends the process quietly. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** One line on stderr: what is wrong and what to do next. */
  complain(line: string): void;
}

export type OutputForm = 'text' | 'json' | 'jsonl';

/** The answer to one input: its JSON form, its text form, and what it means for the exit code. */
export interface Answer {
  readonly json: unknown;
  readonly text: () => string;
  readonly exit: ExitCode;
  /** The JSON in pieces, without a newline, for an answer too large for one string. Then `json` is not looked at. */
  readonly pieces?: () => Iterable<string>;
  /** Why there is no answer, as one line; in text form it goes to stderr and `text` is not asked. */
  readonly complaint?: string;
}

/** Wrong usage or an input that stops the whole command: one line on stderr, exit 2. */
export class UsageError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A command registers itself on the program; `run` hands its action the process's ends and keeps the highest exit code. */
export type Register = (program: Command, run: RunCommand) => void;
export type RunCommand = (
  action: (io: CliIo, form: OutputForm) => Promise<ExitCode>,
  options: FormOptions,
) => Promise<void>;
export interface FormOptions {
  readonly json?: boolean | undefined;
  readonly jsonl?: boolean | undefined;
}
