import { Readable } from 'node:stream';
import type { CliIo } from '../../src/cli/command';

/** A command's ends without a process: what it wrote and complained about, as text. */
export interface FakeIo {
  readonly io: CliIo;
  readonly out: () => string;
  readonly outBytes: () => Buffer;
  readonly complaints: readonly string[];
  readonly interrupt: () => void;
}

/** Ends for one run; `stdin` is its whole input. */
export function fakeIo(given: Partial<Omit<CliIo, 'stdin'>> & { readonly stdin?: string } = {}): FakeIo {
  const chunks: Buffer[] = [];
  const complaints: string[] = [];
  const controller = new AbortController();
  const { stdin, ...rest } = given;
  return {
    io: {
      cwd: process.cwd(),
      env: {},
      color: false,
      stderrIsTerminal: false,
      signal: controller.signal,
      write: async (chunk) => {
        chunks.push(Buffer.from(chunk));
      },
      complain: (line) => {
        complaints.push(line);
      },
      ...rest,
      stdin: Readable.from(stdin === undefined ? [] : [stdin]),
    },
    out: () => Buffer.concat(chunks).toString(),
    outBytes: () => Buffer.concat(chunks),
    complaints,
    interrupt: () => controller.abort(),
  };
}
