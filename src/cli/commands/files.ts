import { readLaunch } from '../../core/manifest/launch';
import type { OpenBase } from '../../core/model/base';
import { manifestFileRows } from '../../core/model/declared';
import { manifestFilesBlock } from '../../core/report/blocks';
import { writeAnswer } from '../answers';
import { type AsOption, openBase, withAs } from '../base';
import type { Answer, CliIo, FormOptions, Register } from '../command';
import { withExamples, withForms } from '../help';
import { noManifest } from '../inputs';

export const register: Register = (program, run) => {
  const command = program
    .command('files')
    .description('The files that a manifest names by path: where each leads, and whether it is there.')
    .argument('<BASE>', 'a package, or the folder of a project')
    .action((spelled: string, options: FormOptions & AsOption) =>
      run(async (io, form) => {
        const opened = await openBase(io, spelled, options);
        if (!opened.ok) return writeAnswer(io, form, noManifest(spelled, opened.error));
        try {
          return await writeAnswer(io, form, files(io, spelled, opened.value));
        } finally {
          opened.value.close();
        }
      }, options),
    );
  withExamples(withAs(withForms(command, false)), [
    ['murscope files .', 'the block that mur run --explain-scope prints for this project'],
    ['murscope files house.mur.zip --as murmur/house@0.1.0', 'as if it were installed under that name'],
  ]);
};

function files(io: CliIo, spelled: string, { base, document }: OpenBase): Answer {
  const manifest = document();
  if (!manifest.ok) return noManifest(spelled, manifest.error);
  const rows = manifestFileRows(base, readLaunch(manifest.value));
  const missing = rows.filter((row) => !row.found);
  return {
    json: { rows },
    text: () => {
      // The block stays what Murmur prints; what is missing is said beside it.
      for (const { key, reason } of missing) io.complain(`${key}: ${reason}`);
      return manifestFilesBlock(rows);
    },
    exit: missing.length > 0 ? 1 : 0,
  };
}
