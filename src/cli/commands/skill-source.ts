import type { OpenBase } from '../../core/model/base';
import { readSkillSource } from '../../core/model/skill-source';
import { decompressionCeiling } from '../../core/package/ceiling';
import { showName } from '../../core/text/visible';
import { writeAnswers } from '../answers';
import { type AsOption, openBase, withAs } from '../base';
import type { Answer, FormOptions, Register } from '../command';
import { withExamples, withForms } from '../help';
import { noBase } from '../inputs';

export const register: Register = (program, run) => {
  const command = program
    .command('source')
    .description('What each local-source skill installs at a launch, or why Murmur refuses it.')
    .argument('<BASE>', 'a package, or the folder of a project')
    .argument('<SOURCE...>', 'as artifacts[].source names it')
    .action((spelled: string, sources: string[], options: FormOptions & AsOption) =>
      run(async (io, form) => {
        const opened = await openBase(io, spelled, options);
        if (!opened.ok)
          return writeAnswers(io, form, sources, async (one) => noBase('source', one, spelled, opened.error));
        const ceiling = decompressionCeiling(io.env);
        try {
          return await writeAnswers(io, form, sources, async (one) => sourceAnswer(opened.value, one, ceiling));
        } finally {
          opened.value.close();
        }
      }, options),
    );
  withExamples(withAs(withForms(command, true)), [
    ['murscope skill source . ./skills/release-notes', 'the files that the skill installs, its SKILL.md first'],
    ['murscope skill source --json house.mur.zip skills/release-notes', 'the same out of a package'],
  ]);
};

function sourceAnswer({ base }: OpenBase, source: string, ceiling: number): Answer {
  const read = readSkillSource(base, source, ceiling);
  if (!read.ok) {
    const { message, hint } = read.error;
    const next = hint ? `\n  ${showName(hint)}` : '';
    return {
      json: { source, error: read.error },
      text: () => `${showName(source)}: refused: ${showName(message)}${next}\n`,
      exit: 1,
    };
  }
  const { files, description } = read.value;
  const paths = files.map((file) => file.path);
  return {
    json: { source, files: paths, description },
    text: () =>
      `${showName(source)}: ${showName(description)}\n${paths.map((path) => `  ${showName(path)}\n`).join('')}`,
    exit: 0,
  };
}
