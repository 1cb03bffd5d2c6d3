import type { Answer, CliIo, ExitCode, OutputForm } from './command';

/**
 * Writes one answer per input in input order: text as it goes, `--jsonl` one object a line as it goes, `--json` one
 * array. A bad input is an answer like any other and never stops the rest. Returns the highest exit code.
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
    const given = await answer(input);
    if (given.exit > exit) exit = given.exit;
    if (form === 'jsonl') await io.write(`${JSON.stringify(given.json)}\n`);
    else if (form === 'json') await io.write(`${index === 0 ? '\n' : ',\n'}${JSON.stringify(given.json)}`);
    else await io.write(given.text());
  }
  if (form === 'json') await io.write(inputs.length > 0 ? '\n]\n' : ']\n');
  return exit;
}

/** The bare object of a single-input command. */
export async function writeAnswer(io: CliIo, form: OutputForm, given: Answer): Promise<ExitCode> {
  await io.write(form === 'text' ? given.text() : `${JSON.stringify(given.json)}\n`);
  return given.exit;
}
