import { type Comparison, compare } from '../../core/compare/compare';
import type { PackageModel } from '../../core/model/model';
import { openPackage } from '../../core/model/open';
import { diffJson } from '../../core/report/compare-json';
import { compareText } from '../../core/report/compare-text';
import { errorText } from '../../core/report/errors';
import { colorPaint, plainPaint } from '../../core/report/paint';
import type { CompareRow } from '../../shared/models/compare';
import type { Result } from '../../shared/result';
import { writeAnswer } from '../answers';
import { packagePath } from '../base';
import type { Answer, CliIo, ExitCode, FormOptions, OutputForm, Register } from '../command';
import { withExamples, withForms } from '../help';
import { unreadable } from '../inputs';

export const register: Register = (program, run) => {
  const command = program
    .command('diff')
    .description(
      'What differs between two packages: entries by name and content, manifest, grants, interfaces, configs. Exit code 1 where anything does.',
    )
    .argument('<A>', 'the first package, as a file or scope/name@version')
    .argument('<B>', 'the second one')
    .action((a: string, b: string, options: FormOptions) => run((io, form) => diff(io, form, a, b), options));
  withExamples(withForms(command, false), [
    [
      'murscope diff house-0.1.0.mur.zip house-0.2.0.mur.zip',
      'a report for people; sizes and keys, no config values',
      1,
    ],
    ['murscope diff --json local/house@0.1.0 house.mur.zip', 'an installed package against a new build'],
  ]);
};

async function diff(io: CliIo, form: OutputForm, a: string, b: string): Promise<ExitCode> {
  const first = await open(io, a);
  const second = await open(io, b);
  try {
    if (first.ok && second.ok) return await answerOf(io, form, [a, first.value], [b, second.value]);
    const bad = [
      first.ok ? [] : [unreadable('file', a, first.error)],
      second.ok ? [] : [unreadable('file', b, second.error)],
    ];
    const [told, ...others] = bad.flat();
    // The answer is one object: about the first that cannot be read. What is wrong with the other is still said.
    for (const other of others) if (other.complaint !== undefined) io.complain(other.complaint);
    return told === undefined ? 2 : await writeAnswer(io, form, told);
  } finally {
    if (first.ok) first.value.close();
    if (second.ok) second.value.close();
  }
}

async function open(io: CliIo, given: string): Promise<Result<PackageModel>> {
  const path = await packagePath(io, given);
  if (!path.ok) return path;
  const { env, cwd, signal } = io;
  return openPackage(path.value, { env, cwd, signal });
}

type Side = readonly [spelled: string, model: PackageModel];

async function answerOf(io: CliIo, form: OutputForm, [a, first]: Side, [b, second]: Side): Promise<ExitCode> {
  // Equal checksums are easily made, so the bytes decide.
  const compared = await compare(first, second, { contents: 'all', signal: io.signal });
  if (!compared.ok) {
    if (compared.error.code !== 'cancelled') io.complain(`${a}, ${b}: ${errorText(compared.error)}`);
    return 2;
  }
  return writeAnswer(io, form, different(io, compared.value, a, b));
}

function different(io: CliIo, comparison: Comparison, a: string, b: string): Answer {
  const made = comparison.summary();
  const summary = { ...made, from: { ...made.from, file: a }, to: { ...made.to, file: b } };
  const rows = (change: CompareRow['change']) => comparison.all([change]);
  return {
    json: null,
    pieces: () => diffJson(summary, rows),
    text: () => [...compareText(summary, rows, io.color ? colorPaint : plainPaint)].join(''),
    exit: comparison.same ? 0 : 1,
  };
}
