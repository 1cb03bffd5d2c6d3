import { type Comparison, compare } from '../../core/compare/compare';
import { entryTextDiff } from '../../core/compare/text-diff';
import type { PackageModel } from '../../core/model/model';
import { compareJson } from '../../core/report/compare-json';
import { compareMarkdown } from '../../core/report/compare-markdown';
import { compareText } from '../../core/report/compare-text';
import type { CompareQuery, CompareRow, TextDiff } from '../../shared/models/compare';
import { err, failure, ok, type Result } from '../../shared/result';
import type { PackageRef, Packages } from './packages';
import type { JobContext } from './protocol';
import { type ReportForm, writePieces } from './report';

interface Pair {
  readonly a: PackageRef;
  readonly b: PackageRef;
}
type Rows = (change: CompareRow['change']) => Iterable<CompareRow>;

/** Packed bytes that are read of both packages at most to tell whether contents are equal. */
const READ_LIMIT = 2 ** 30;

const FORMS: Readonly<Record<ReportForm, (comparison: Comparison, rows: Rows) => Iterable<string>>> = {
  text: (comparison, rows) => compareText(comparison.summary(), rows),
  markdown: (comparison, rows) => [compareMarkdown(comparison.summary(), rows)],
  *json(comparison, rows) {
    yield* compareJson(comparison.summary(), rows);
    yield '\n';
  },
};

/** The jobs of the Compare tab. The last comparison is kept, so that its rows cost nothing. */
export function compareJobs(packages: Packages) {
  let kept: Comparison | null = null;

  function on<I extends Pair, O>(work: (comparison: Comparison, input: I) => Result<O>) {
    return async (input: I, { signal, onProgress }: JobContext): Promise<Result<O>> => {
      const first = await packages.get(input.a, signal);
      if (!first.ok) return first;
      const second = await packages.get(input.b, signal);
      if (!second.ok) return second;
      const [a, b] = [first.value.model, second.value.model];
      if (kept === null || kept.a !== a || kept.b !== b) {
        const made = await compare(a, b, { readLimit: READ_LIMIT, signal, onProgress });
        if (!made.ok) return made;
        kept = made.value;
      }
      return work(kept, input);
    };
  }

  return {
    compare: on((comparison, _input: Pair) => ok(comparison.summary())),

    compareRows: on(
      (comparison, { query, start, count }: Pair & { query: CompareQuery; start: number; count: number }) =>
        ok({ count: comparison.rowCount(query), rows: comparison.rows(query, start, count) }),
    ),

    compareDiff: on((comparison, { key }: Pair & { key: string }): Result<TextDiff> => {
      const row = comparison.row(key);
      if (row === null) return err(failure('no-such-row', 'This entry does not differ any more.', 'Compare again.'));
      const at = (model: PackageModel, entry: CompareRow['from']) =>
        entry === null ? null : { archive: model.archive, index: entry.index };
      return ok(entryTextDiff(at(comparison.a, row.from), at(comparison.b, row.to)));
    }),

    compareReport: on((comparison, { form }: Pair & { form: ReportForm }) =>
      ok([...report(comparison, form)].join('')),
    ),

    saveCompareReport: on((comparison, { form, to }: Pair & { form: ReportForm; to: string }) =>
      writePieces(to, report(comparison, form)),
    ),
  };
}

const report = (comparison: Comparison, form: ReportForm) =>
  FORMS[form](comparison, (change) => comparison.all([change]));
