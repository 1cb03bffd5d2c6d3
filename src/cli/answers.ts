import type { Answer, CliIo, ExitCode, OutputForm } from './command';

/**
 * Writes one answer per input in input order: text as it goes, `--jsonl` one object a line as it goes, `--json` one
 * array. A bad input is an answer like any other and never stops the rest; Ctrl-C does. Returns the highest exit code.
 */
export async function writeAnswers(
  io: CliIo,
  form: OutputForm,
  inputs: readonly string[],
  answer: (input: string) => Promise<Answer>,
): Promise<ExitCode> {
  let exit: ExitCode = 0;
  if (form === 'json') await io.write('[');
  for (const [index, input] of inputs.entries()) {
    if (io.signal.aborted) break;
    const given = await answer(input);
    if (given.exit > exit) exit = given.exit;
    if (form === 'text') await writeText(io, given);
    else await writeJson(io, given, form === 'jsonl' ? '' : index === 0 ? '\n' : ',\n', form === 'jsonl' ? '\n' : '');
  }
  if (form === 'json') await io.write(inputs.length > 0 ? '\n]\n' : ']\n');
  return exit;
}

/** The bare object of a single-input command. */
export async function writeAnswer(io: CliIo, form: OutputForm, given: Answer): Promise<ExitCode> {
  if (form === 'text') await writeText(io, given);
  else await writeJson(io, given, '', '\n');
  return given.exit;
}

async function writeText(io: CliIo, given: Answer): Promise<void> {
  if (given.complaint !== undefined) return io.complain(given.complaint);
  const text = given.text();
  if (text !== '') await io.write(text);
}

/** A piece is written once it is this long, in UTF-16 units; many small writes are slow, one giant string is worse. */
const PIECE = 1 << 16;

async function writeJson(io: CliIo, given: Answer, before: string, after: string): Promise<void> {
  if (!given.pieces) return io.write(`${before}${JSON.stringify(given.json)}${after}`);
  let held = before;
  for (const piece of given.pieces()) {
    held += piece;
    if (held.length < PIECE) continue;
    await io.write(held);
    held = '';
  }
  await io.write(held + after);
}
