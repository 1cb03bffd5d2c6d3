import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { readFailure } from '../../core/io/source';
import type { PackageModel } from '../../core/model/model';
import { packageJson } from '../../core/report/package-json';
import { packageMarkdown } from '../../core/report/package-markdown';
import { packageText } from '../../core/report/package-text';
import { shownEntries } from '../../core/report/shown-entries';
import { err, failure, ok, type Result } from '../../shared/result';

export type ReportForm = 'text' | 'json' | 'markdown';

const shown = (model: PackageModel) =>
  shownEntries({
    count: model.archive.recordCount,
    sizeOf: (index) => model.archive.sizeOf(index),
    entry: (index) => model.entry(index),
  });

const FORMS: Readonly<Record<ReportForm, (model: PackageModel) => Iterable<string>>> = {
  text: (model) => [packageText(model.summary(), shown(model))],
  markdown: (model) => [packageMarkdown(model.summary(), shown(model))],
  *json(model) {
    yield* packageJson(model.summary(), model.entries());
    yield '\n';
  },
};

/** A report in pieces, in the form of the command line. */
export function reportOf(model: PackageModel, form: ReportForm): Iterable<string> {
  return FORMS[form](model);
}

/** Characters written at once. */
const PIECE = 1 << 20;

/** Writes pieces as one file, whole or not at all: an existing file stays until the new one is there. */
export function writePieces(path: string, pieces: Iterable<string>): Result<null> {
  const arriving = `${path}.${process.pid}.part`;
  try {
    const file = openSync(arriving, 'wx');
    try {
      let waiting = '';
      for (const piece of pieces) {
        waiting += piece;
        if (waiting.length < PIECE) continue;
        writeSync(file, waiting);
        waiting = '';
      }
      writeSync(file, waiting);
    } finally {
      closeSync(file);
    }
    renameSync(arriving, path);
    return ok(null);
  } catch (error) {
    rmSync(arriving, { force: true });
    const { code, message } = readFailure(error);
    return err(
      failure(code, `The report was not saved: ${message}.`, 'Choose another place, or check its permissions.'),
    );
  }
}
