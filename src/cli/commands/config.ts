import { type ArtifactEntry, configRows, configured, lowerEntry, readLaunch } from '../../core/manifest/launch';
import type { ManifestDocument } from '../../core/manifest/read';
import { isPackageFile, readManifestFile } from '../../core/model/base';
import { artifactConfigLines } from '../../core/report/blocks';
import { aligned, grouped } from '../../core/report/words';
import { showName } from '../../core/text/visible';
import type { ConfigRow } from '../../shared/models/package';
import type { Result } from '../../shared/result';
import { writeAnswer } from '../answers';
import { openBase } from '../base';
import type { Answer, CliIo, FormOptions, Register } from '../command';
import { withExamples, withForms } from '../help';
import { fromCwd, noManifest } from '../inputs';

interface Options extends FormOptions {
  readonly show?: boolean;
}

export const register: Register = (program, run) => {
  const command = program
    .command('config')
    .description(
      'What each configured artifact of a manifest receives: bytes of JSON against the limit, or the refusal.',
    )
    .argument('<BASE>', 'a package, the folder of a project, or a manifest file')
    .option('--show', 'also the JSON itself, with its values')
    .action((spelled: string, options: Options) =>
      run(async (io, form) => {
        const document = await manifestOf(io, spelled);
        if (!document.ok) return writeAnswer(io, form, noManifest(spelled, document.error));
        return writeAnswer(io, form, config(document.value, options.show === true));
      }, options),
    );
  withExamples(withForms(command, false), [
    ['murscope config .', 'names and sizes, no values'],
    ['murscope config --show --json house.mur.zip', 'with the exact JSON that each artifact receives'],
  ]);
};

/** The manifest of a package, of a folder, or the file itself: one named as YAML, or that is no archive of any kind. */
async function manifestOf(io: CliIo, spelled: string): Promise<Result<ManifestDocument>> {
  const path = fromCwd(io, spelled);
  if (/\.ya?ml$/i.test(spelled) && isPackageFile(path)) return readManifestFile(path);
  const opened = await openBase(io, spelled, {});
  if (!opened.ok) return opened;
  try {
    const { base } = opened.value;
    const isText = base.kind === 'package' && base.archive === null && !/\.(?:zip|skill)$/i.test(spelled);
    return isText ? readManifestFile(path) : opened.value.document();
  } finally {
    opened.value.close();
  }
}

function config(document: ManifestDocument, show: boolean): Answer {
  const launch = readLaunch(document);
  const rows = configRows(launch);
  const names = configured(rows);
  const withConfig = launch.artifacts.filter((artifact) => artifact.config !== undefined);
  const shown = show ? rows.map((row, index) => withJson(row, withConfig[index])) : rows;
  return {
    json: { rows: shown, configured: names },
    text: () =>
      rowLines(shown) +
      ('refused' in names ? `  artifact config: refused: ${showName(names.refused)}\n` : artifactConfigLines(names)),
    exit: rows.some((row) => 'refused' in row) ? 1 : 0,
  };
}

type ShownRow = ConfigRow & { readonly json?: string };

function withJson(row: ConfigRow, artifact: ArtifactEntry | undefined): ShownRow {
  const lowered = artifact && lowerEntry(artifact);
  return lowered && 'json' in lowered ? { ...row, json: lowered.json } : row;
}

function rowLines(rows: readonly ShownRow[]): string {
  if (rows.length === 0) return '';
  const lines = aligned(
    rows.map((row) => [
      showName(row.artifact),
      'refused' in row ? `refused: ${showName(row.refused)}` : `${grouped(row.bytes)} of ${grouped(row.limit)} bytes`,
    ]),
  );
  const told = lines.flatMap((line, index) => {
    const json = rows[index]?.json;
    return json === undefined ? [line] : [line, `    ${showName(json)}`];
  });
  return `${told.join('\n')}\n\n`;
}
