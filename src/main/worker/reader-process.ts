import { err, failure, type Result } from '../../shared/result';
import type { FromReader, Job, ToReader } from './protocol';

/** A process that reads, narrowed to what is used, so that tests bring their own. */
export interface Child {
  post(message: ToReader): void;
  kill(): void;
  onMessage(listener: (message: FromReader) => void): void;
  onExit(listener: () => void): void;
}

export interface AskOptions {
  /** Milliseconds without an answer or progress after which the process is ended. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** What a job that answers bit by bit has found. */
  readonly onPart?: ((part: unknown) => void) | undefined;
}

type JobTable = Readonly<Record<string, Job>>;
type Input<J extends Job> = Parameters<J>[0];
type Output<J extends Job> = Awaited<ReturnType<J>> extends Result<infer T> ? T : never;

interface Request {
  readonly id: number;
  readonly job: string;
  readonly input: unknown;
  readonly options: AskOptions;
  /** Answers the caller; only the first answer counts. */
  readonly settle: (result: Result<never>) => void;
}

/** How long a request that was given up may take to stop before its process is ended. Milliseconds. */
const GRACE = 250;

const timedOut = (limit: number) =>
  failure(
    'reader-timeout',
    `Reading gave no answer for ${limit / 1000} s and was given up.`,
    'The file may be made to be slow. A longer time limit can be set in Settings.',
  );
const ended = failure(
  'reader-ended',
  'The process that reads packages ended unexpectedly.',
  'Try again: it starts anew. If it happens again, the file is more than this machine can read.',
);
const cancelled = failure('cancelled', 'Cancelled.');

/**
 * One process that reads files for main, so that main never does. It is given one request at a time, so it is always
 * known which request was slow or ended it; a fresh process takes the others over.
 */
export class ReaderProcess<Jobs extends JobTable> {
  readonly #fork: () => Child;
  readonly #waiting: Request[] = [];
  #child: Child | null = null;
  #running: Request | null = null;
  #watch: NodeJS.Timeout | undefined;
  #count = 0;
  #generation = 0;

  constructor(fork: () => Child) {
    this.#fork = fork;
  }

  /** Another number is another process, which remembers nothing. */
  get generation(): number {
    return this.#generation;
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Starts the process before it is needed. */
  warm(): void {
    this.#child ??= this.#start();
  }

  /** Asks for one job. Never throws: slow, ended and given-up requests are failures. */
  ask<J extends keyof Jobs & string>(
    job: J,
    input: Input<Jobs[J]>,
    options: AskOptions,
  ): Promise<Result<Output<Jobs[J]>>> {
    const { signal } = options;
    if (signal?.aborted) return Promise.resolve(err(cancelled));
    return new Promise((resolve) => {
      const give = () => this.#giveUp(request);
      const settle = (result: Result<never>) => {
        signal?.removeEventListener('abort', give);
        resolve(result);
      };
      const request: Request = { id: ++this.#count, job, input, options, settle };
      signal?.addEventListener('abort', give, { once: true });
      this.#waiting.push(request);
      this.#next();
    });
  }

  /** Ends the process; what was asked and not answered fails. */
  dispose(): void {
    const left = [...(this.#running ? [this.#running] : []), ...this.#waiting.splice(0)];
    this.#drop();
    for (const request of left) request.settle(err(ended));
  }

  #start(): Child {
    const child = this.#fork();
    child.onMessage((message) => {
      if (child === this.#child) this.#hear(message);
    });
    child.onExit(() => {
      if (child !== this.#child) return;
      const running = this.#running;
      this.#drop();
      running?.settle(err(ended));
      this.#next();
    });
    return child;
  }

  #next(): void {
    if (this.#running !== null) return;
    const request = this.#waiting.shift();
    if (!request) return;
    this.warm();
    this.#running = request;
    this.#child?.post({ id: request.id, job: request.job, input: request.input });
    this.#watchFor(request);
  }

  #watchFor(request: Request): void {
    clearTimeout(this.#watch);
    const { limit } = request.options;
    this.#watch = setTimeout(() => this.#restart(request, err(timedOut(limit))), limit);
  }

  #hear(message: FromReader): void {
    const running = this.#running;
    if (running === null || message.id !== running.id) return;
    if ('result' in message) {
      this.#rest();
      running.settle(message.result as Result<never>);
      this.#next();
    } else if (!running.options.signal?.aborted) {
      this.#watchFor(running);
      if ('part' in message) running.options.onPart?.(message.part);
      else running.options.onProgress?.(message.done, message.total);
    }
  }

  #giveUp(request: Request): void {
    request.settle(err(cancelled));
    const place = this.#waiting.indexOf(request);
    if (place >= 0) this.#waiting.splice(place, 1);
    if (this.#running !== request) return;
    this.#child?.post({ abort: request.id });
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#restart(request, err(cancelled)), GRACE);
  }

  #restart(request: Request, result: Result<never>): void {
    this.#drop();
    request.settle(result);
    this.#next();
  }

  #rest(): void {
    clearTimeout(this.#watch);
    this.#running = null;
  }

  #drop(): void {
    this.#rest();
    const child = this.#child;
    this.#child = null;
    this.#generation++;
    child?.kill();
  }
}
