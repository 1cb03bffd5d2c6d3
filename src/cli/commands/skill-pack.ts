import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { osErrorOf } from '../../core/io/os-error';
import { decompressionCeiling } from '../../core/package/ceiling';
import { errorJson, errorText } from '../../core/report/errors';
import { bytesText } from '../../core/report/words';
import { type PackOptions, type PackTarget, planPack } from '../../core/skill/pack';
import { buildPackage, putPackage } from '../../core/skill/pack-write';
import { showName } from '../../core/text/visible';
import { type Failure, failure } from '../../shared/result';
import { writeAnswer } from '../answers';
import { type Answer, type CliIo, type FormOptions, type Register, UsageError } from '../command';
import { withExamples, withForms } from '../help';
import { fromCwd } from '../inputs';

interface Options extends FormOptions {
  readonly output: string;
  readonly name?: string;
  readonly version?: string;
  readonly summary?: string;
  readonly for: string;
}

const TARGETS: readonly PackTarget[] = ['0.9', '0.10'];

export const register: Register = (program, run) => {
  const command = program
    .command('pack')
    .description(
      'Writes a skill folder as a package, the same bytes on every run, read back before it is put in place.',
    )
    .argument('<FOLDER>')
    .requiredOption('-o, --output <FILE>', 'the package to write; one that is there is replaced')
    .option('--name <N>', "the artifact's name; default: the front block's, else the folder's")
    .option('--version <V>', 'default 0.1.0')
    .option('--summary <TEXT>', "the manifest's description; default none")
    .option('--for <MURMUR>', `the Murmur it is for: ${TARGETS.join(' or ')}`, '0.9')
    .action((folder: string, options: Options) =>
      run(async (io, form) => writeAnswer(io, form, await pack(io, folder, options)), options),
    );
  withExamples(withForms(command, false), [
    [
      'murscope skill pack skills/release-notes -o release-notes-0.1.0.mur.zip',
      'for Murmur up to 0.9, which every Murmur reads',
    ],
    [
      'murscope skill pack skills/release-notes -o new.mur.zip --version 1.2.0 --for 0.10',
      'with SKILL.md as its entry',
    ],
  ]);
};

async function pack(io: CliIo, folder: string, options: Options): Promise<Answer> {
  const target = TARGETS.find((one) => one === options.for);
  if (target === undefined)
    throw new UsageError(
      failure(null, `there is no Murmur '${options.for}' to pack for`, `Use ${TARGETS.join(' or ')}.`),
    );
  const at = fromCwd(io, folder);
  const missing = folderFailure(at);
  if (missing !== null) return failed(folder, missing, true);
  const wanted: PackOptions = {
    name: options.name,
    version: options.version,
    summary: options.summary,
    target,
    ceiling: decompressionCeiling(io.env),
  };
  const plan = await planPack(at, folder, wanted);
  if (!plan.ok) return failed(folder, plan.error, false);
  const built = await buildPackage(plan.value, io.signal);
  if (!built.ok) return failed(folder, built.error, false);
  const put = putPackage(built.value.bytes, resolve(io.cwd, options.output), resolve(io.cwd, folder));
  if (!put.ok) return failed(folder, put.error, false);
  const { bytes, sha256, entries } = built.value;
  return {
    json: { file: options.output, bytes: bytes.length, sha256, entries },
    text: () =>
      `${showName(options.output)}: ${bytesText(bytes.length)}\nsha256 ${sha256}\n${entries.map((name) => `  ${showName(name)}\n`).join('')}`,
    exit: 0,
  };
}

/** Why a folder cannot be packed at all, null where it is one. */
function folderFailure(at: string): Failure | null {
  try {
    if (statSync(at).isDirectory()) return null;
    return failure(null, 'is no folder', 'Give the folder that holds SKILL.md.');
  } catch (error) {
    return failure(null, osErrorOf(error).message, 'Check the path.');
  }
}

function failed(folder: string, error: Failure, unread: boolean): Answer {
  return {
    json: unread ? { path: folder, ok: false, error: errorJson(error) } : { error: errorJson(error) },
    text: () => '',
    complaint: `${folder}: ${errorText(error)}`,
    exit: unread ? 2 : 1,
  };
}
