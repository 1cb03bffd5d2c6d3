import { parseRunners, RUNNERS_LIMIT } from '../../core/naming/runners';
import { runnersJson } from '../../core/report/naming';
import { runnersText } from '../../core/report/naming-text';
import type { Runner, RunnersRefusal } from '../../shared/models/naming';
import { err, ok, type Result } from '../../shared/result';
import { writeAnswers } from '../answers';
import type { Answer, CliIo, FormOptions, Register } from '../command';
import { withExamples, withForms } from '../help';
import { readInput, unreadable } from '../inputs';

export const register: Register = (program, run) => {
  const command = program
    .command('runners')
    .description(
      'The runners that a runners.toml pins, defaults filled in, or what the daemon would refuse it for first.',
    )
    .argument('<FILE...>')
    .action((files: string[], options: FormOptions) =>
      run((io, form) => writeAnswers(io, form, files, async (file) => runnersAnswer(io, file)), options),
    );
  withExamples(withForms(command, true), [
    ['murscope runners runners.toml', 'each runner with its capability, time limit and command'],
    ['murscope runners --jsonl */runners.toml', 'one answer a line'],
  ]);
};

function runnersAnswer(io: CliIo, file: string): Answer {
  const read = readRunnersInput(io, file);
  if (!read.ok) return read.error;
  const runners = read.value;
  return {
    json: null,
    pieces: () => [`{"file":${JSON.stringify(file)},"runners":${runnersJson(runners)}}`],
    text: () => runnersText(file, runners),
    exit: 0,
  };
}

/** The runners of a file, or the answer that says why there are none: exit 2 if it is missing, 1 if it is refused. */
export function readRunnersInput(io: CliIo, file: string): Result<readonly Runner[], Answer> {
  const bytes = readInput(io, file, RUNNERS_LIMIT);
  if (!bytes.ok && bytes.error.missing) return err(unreadable('file', file, bytes.error));
  if (!bytes.ok)
    return err(refused(file, { kind: 'parse', message: `runners.toml is not valid TOML: ${bytes.error.message}` }));
  const runners = parseRunners(bytes.value);
  return runners.ok ? ok(runners.value) : err(refused(file, runners.error));
}

function refused(file: string, { kind, message }: RunnersRefusal): Answer {
  return {
    json: { file, error: { kind, code: null, message } },
    text: () => '',
    complaint: `${file}: ${message}`,
    exit: 1,
  };
}
