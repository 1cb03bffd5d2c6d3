import { parseAndSanitize } from '../../core/naming/sanitize';
import type { CliIo, ExitCode, Register } from '../command';
import { withExamples } from '../help';

/** Bytes of one line that are looked at; a batch never gives the sanitizer a longer one. */
const LINE_LIMIT = 1024 * 1024;

export const register: Register = (program, run) => {
  const command = program
    .command('naming-line')
    .description(
      'What a batch would make of a runner\'s output: reads lines on stdin, writes {"name", "purpose"} or {"error"} for each.',
    )
    .action(() => run((io) => namingLines(io), {}));
  withExamples(command, [
    ['node runner.mjs < packet.json | tail -n 1 | murscope naming-line', "try a runner's answer"],
    ['murscope naming-line < answers.jsonl', 'which of many lines a batch would take'],
  ]);
};

async function namingLines(io: CliIo): Promise<ExitCode> {
  let exit: ExitCode = 0;
  for await (const lines of linesOf(io.stdin)) {
    if (io.signal.aborted) break;
    let answers = '';
    for (const line of lines) {
      const said = line === null ? TOO_LONG : parseAndSanitize(line);
      if (!said.ok) exit = 1;
      answers += `${JSON.stringify(said.ok ? said.value : { error: said.error })}\n`;
    }
    await io.write(answers);
  }
  return exit;
}

const TOO_LONG = { ok: false, error: 'invalid naming JSON line: it is over 1 MiB' } as const;

/**
 * The lines of a stream, those of each piece together; null for one over the limit. Bytes that are no UTF-8 become
 * U+FFFD, as in a batch. What comes after the last line end is a line too, if there is anything.
 */
async function* linesOf(stream: NodeJS.ReadableStream): AsyncGenerator<(string | null)[]> {
  let begun: Buffer[] = [];
  let length = 0;
  const add = (bytes: Buffer) => {
    length += bytes.length;
    if (length <= LINE_LIMIT) begun.push(bytes);
    else begun = [];
  };
  const take = () => {
    const line =
      length > LINE_LIMIT ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(begun));
    begun = [];
    length = 0;
    return line;
  };
  for await (const piece of stream) {
    const bytes = Buffer.from(piece);
    const lines: (string | null)[] = [];
    let start = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      add(bytes.subarray(start, end));
      lines.push(take());
      start = end + 1;
    }
    add(bytes.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (length > 0) yield [take()];
}
