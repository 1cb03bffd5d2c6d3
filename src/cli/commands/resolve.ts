import { locate, readDeclared } from '../../core/manifest/paths';
import type { OpenBase } from '../../core/model/base';
import { decompressionCeiling } from '../../core/package/ceiling';
import { showName } from '../../core/text/visible';
import { writeAnswers } from '../answers';
import { type AsOption, openBase, withAs } from '../base';
import type { Answer, FormOptions, Register } from '../command';
import { withExamples, withForms } from '../help';
import { noBase } from '../inputs';

interface Options extends FormOptions, AsOption {
  readonly read?: boolean;
}

export const register: Register = (program, run) => {
  const command = program
    .command('resolve')
    .description(
      'Where each PATH of a manifest leads. BASE is a package if it is a regular file, else a folder, which need not exist.',
    )
    .argument('<BASE>')
    .argument('<PATH...>')
    .option('--read', "also the file's text, or why it gives none")
    .action((spelled: string, paths: string[], options: Options) =>
      run(async (io, form) => {
        const opened = await openBase(io, spelled, options);
        if (!opened.ok)
          return writeAnswers(io, form, paths, async (path) => noBase('declared', path, spelled, opened.error));
        const limit = options.read ? decompressionCeiling(io.env) : null;
        try {
          return await writeAnswers(io, form, paths, async (path) => resolvePath(opened.value, path, limit));
        } finally {
          opened.value.close();
        }
      }, options),
    );
  withExamples(withAs(withForms(command, true)), [
    ['murscope resolve . prompts/instructions.md', 'as a launch from this project reads it'],
    [
      'murscope resolve house.mur.zip --read -- prompts/instructions.md',
      'as a launch of the package reads it, with its text',
    ],
  ]);
};

/** @param limit bytes that a read may give, null where nothing is read */
function resolvePath({ base }: OpenBase, declared: string, limit: number | null): Answer {
  const { resolved, base: kind } = locate(base, declared);
  const row = { declared, resolved, base: kind };
  const line = `${showName(declared)} -> ${showName(resolved)} (${kind})\n`;
  if (limit === null) return { json: row, text: () => line, exit: 0 };
  const read = readDeclared(base, declared, limit);
  if (read.ok) return { json: { ...row, text: read.value }, text: () => `${line}${asShown(read.value)}`, exit: 0 };
  const { kind: what, message } = read.error;
  return {
    json: { ...row, error: read.error },
    text: () => `${line}  ${what}: ${showName(message)}\n`,
    exit: 1,
  };
}

/** A text for a terminal: line by line, hidden characters made visible. */
function asShown(text: string): string {
  const lines = text.split('\n').map((line) => showName(line.replace(/\r$/, '').replaceAll('\t', '    ')));
  return lines.join('\n') + (text.endsWith('\n') ? '' : '\n');
}
