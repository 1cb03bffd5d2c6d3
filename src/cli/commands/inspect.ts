import type { PackageModel } from '../../core/model/model';
import { openPackage } from '../../core/model/open';
import { packageJson } from '../../core/report/package-json';
import { packageText } from '../../core/report/package-text';
import { colorPaint, plainPaint } from '../../core/report/paint';
import { shownEntries } from '../../core/report/shown-entries';
import type { Result } from '../../shared/result';
import { writeAnswers } from '../answers';
import { packagePath } from '../base';
import type { Answer, CliIo, FormOptions, Register } from '../command';
import { withExamples, withForms } from '../help';
import { unreadable } from '../inputs';

interface Options extends FormOptions {
  readonly deep?: boolean;
  readonly digest: boolean;
}

export const register: Register = (program, run) => {
  const command = program
    .command('inspect')
    .description('What is in each package, whether Murmur would load it, what it is granted and what it can ask for.')
    .argument('<FILE...>')
    .option('--deep', 'also read every entry: checksum, size, local headers')
    .option('--no-digest', 'leave out the sha256 of the file, and read only what says something')
    .action((files: string[], options: Options) =>
      run((io, form) => {
        let before = '';
        return writeAnswers(io, form, files, async (file) => {
          const answer = await inspect(io, file, options);
          const gap = before;
          before = '\n';
          return { ...answer, text: () => gap + answer.text() };
        });
      }, options),
    );
  withExamples(withForms(command, true), [
    ['murscope inspect house.mur.zip', 'a report for people'],
    ['murscope inspect --deep --jsonl *.mur.zip', 'everything about each, one object a line'],
    ['murscope inspect --no-digest local/house@0.1.0', 'an installed package, whatever its size'],
  ]);
};

async function inspect(io: CliIo, file: string, options: Options): Promise<Answer> {
  const path = await packagePath(io, file);
  const opened = path.ok ? await examine(io, path.value, options) : path;
  if (!opened.ok) return unreadable('file', file, opened.error);
  const model = opened.value;
  const summary = { ...model.summary(), file };
  const { archive } = model;
  return {
    json: null,
    pieces: () => packageJson(summary, model.entries()),
    text: () => {
      const entries = shownEntries({
        count: archive.recordCount,
        sizeOf: (index) => archive.sizeOf(index),
        entry: (index) => model.entry(index),
      });
      return packageText(summary, entries, io.color ? colorPaint : plainPaint);
    },
    exit: summary.verdict === 'errors' ? 1 : 0,
  };
}

/** Opens a package and reads of it what was asked for. Its entries stay at hand after the file is closed. */
async function examine(io: CliIo, path: string, { deep, digest }: Options): Promise<Result<PackageModel>> {
  const { env, cwd, signal } = io;
  const opened = await openPackage(path, { env, cwd, signal, large: digest });
  if (!opened.ok) return opened;
  const model = opened.value;
  try {
    const checked = deep ? await model.check({ read: true, signal }) : null;
    if (checked !== null && !checked.ok) return checked;
    const sum = digest ? await model.digest({ signal }) : null;
    return sum === null || sum.ok ? opened : sum;
  } finally {
    model.close();
  }
}
