import { whatOpens } from '../../core/open/what';
import type { PreviewAsk } from '../../core/package/preview';
import { manifestFilesBlock } from '../../core/report/blocks';
import type { TableRow } from '../../shared/contract/package';
import type { SearchQuery } from '../../shared/contract/search';
import type { TreemapQuery } from '../../shared/models/treemap';
import { err, failure, ok, type Result } from '../../shared/result';
import { projectJobs } from '../project/jobs';
import { makeStoreJobs } from '../registry/jobs';
import { lazySkillJobs } from '../skills/lazy-jobs';
import { compareJobs } from './comparisons';
import { follow } from './follow';
import { GiveBack } from './give-back';
import { imageOf, wasmOf } from './looks';
import { type Held, type PackageRef, Packages } from './packages';
import { type PackedCheck, packCheck } from './packed-check';
import type { Job, JobContext } from './protocol';
import { type ReportForm, reportOf, writePieces } from './report';
import { dragAsk, dragFile, namesOf, saveAsk, saveOne, saveSeveral } from './save';
import { search } from './search';
import type { ChosenRef, TableRef } from './tables';

interface OfPackage {
  readonly ref: PackageRef;
}

/**
 * Everything a reader process does, by name. `large` is for the one in the background: it also reads payloads of any
 * size, which may take its time.
 */
export function makeJobs({ large, giveBack = new GiveBack() }: { large: boolean; giveBack?: GiveBack }) {
  const packages = new Packages({ large });

  /** A job on an open package. */
  function on<I extends OfPackage, O>(
    work: (held: Held, input: I, context: JobContext) => Result<O> | Promise<Result<O>>,
  ) {
    return async (input: I, context: JobContext): Promise<Result<O>> => {
      const held = await packages.get(input.ref, context.signal);
      return held.ok ? work(held.value, input, context) : held;
    };
  }

  return {
    ...makeStoreJobs(),
    ...projectJobs,

    whatOpens: (path: string) => whatOpens(path),

    open: on(({ model, identity }, _input: OfPackage) => ok({ summary: model.summary(), identity })),

    table: on(({ tables }, { table }: OfPackage & { table: TableRef }) => {
      const { rows, matches } = tables.get(table);
      return ok({ rows, matches });
    }),

    rows: on((held, { ref, table, start, count }: OfPackage & { table: TableRef; start: number; count: number }) => {
      const check = packages.checkOf(ref, held);
      const rows = held.tables.get(table).slice(start, count);
      return ok(rows.map((row): TableRow => (check && row.entry ? { ...row, entry: check.join(row.entry) } : row)));
    }),

    findRow: on(({ tables }, { table, word, from }: OfPackage & { table: TableRef; word: string; from: number }) =>
      ok(tables.get(table).find(word, from)),
    ),

    row: on(({ tables }, { key }: OfPackage & { key: string }) => {
      const found = tables.whole().row(key);
      return ok(found && { row: found.row, above: [...found.above] });
    }),

    rowOf: on(({ tables }, { table, key }: OfPackage & { table: TableRef; key: string }) =>
      ok(tables.get(table).rowOf(key)),
    ),

    preview: on(
      (
        { contents },
        { index, ask, limit }: OfPackage & { index: number; ask: PreviewAsk; limit: number },
        { signal },
      ) => contents.page(index, ask, limit, signal),
    ),

    manifestFile: on(({ model }, { row }: OfPackage & { row: number }) => model.manifestFile(row)),

    config: on(({ model }, { row }: OfPackage & { row: number }) => {
      const json = model.configJson(row);
      return json === null ? err(failure('refused', 'Murmur refuses this config, so there is no JSON.')) : ok({ json });
    }),

    manifestFilesText: on(({ model }, _input: OfPackage) => ok(manifestFilesBlock(model.parts.manifestFiles))),

    digest: on(async ({ model, identity }, _input: OfPackage, { signal, onProgress }) => {
      const digest = await model.digest({ signal, onProgress });
      return digest.ok ? ok({ sha256: digest.value, identity }) : digest;
    }),

    check: on(async ({ model, identity }, { read }: OfPackage & { read: boolean }, { signal, onProgress }) => {
      const checked = await model.check({ read, signal, onProgress });
      if (!checked.ok) return checked;
      return ok({ summary: model.summary(), check: packCheck(model.entries(), model.archive.recordCount), identity });
    }),

    /** Takes over what the other process found. */
    adopt: ({ ref, check }: OfPackage & { check: PackedCheck }): Result<null> => {
      packages.adopt(ref, check);
      return ok(null);
    },

    report: on(async ({ model }, { form }: OfPackage & { form: ReportForm }, { signal, onProgress }) => {
      const digest = await model.digest({ signal, onProgress });
      return digest.ok ? ok([...reportOf(model, form)].join('')) : digest;
    }),

    saveReport: on(
      async ({ model }, { form, to }: OfPackage & { form: ReportForm; to: string }, { signal, onProgress }) => {
        const digest = await model.digest({ signal, onProgress });
        return digest.ok ? writePieces(to, reportOf(model, form)) : digest;
      },
    ),

    image: on(({ model }, { index }: OfPackage & { index: number }) => imageOf(model, index)),

    wasm: on(({ model }, { index }: OfPackage & { index: number }) => wasmOf(model, index)),

    follow: ({ ref, selected }: OfPackage & { selected: number | null }, { signal }: JobContext) =>
      follow(packages, ref, selected, signal),

    treemap: on(({ tables }, { query }: OfPackage & { query: TreemapQuery }) => ok(tables.treemap(query))),

    names: on(({ tables }, { which }: OfPackage & { which: ChosenRef }) => namesOf(tables.chosen(which))),

    saveAsk: on(({ model, tables }, { which }: OfPackage & { which: ChosenRef }) =>
      saveAsk(model, tables.chosen(which)),
    ),

    saveOne: on(({ model }, input: OfPackage & { index: number; to: string; limit: number }, context) =>
      saveOne(model, input, context),
    ),

    saveSeveral: on(
      ({ model, tables }, { which, ...input }: OfPackage & { which: ChosenRef; to: string; limit: number }, context) =>
        saveSeveral(model, { ...input, chosen: tables.chosen(which) }, context),
    ),

    dragAsk: on(({ model }, input: OfPackage & { index: number; limit: number }, context) =>
      dragAsk(model, input, context),
    ),

    dragFile: on(({ model }, input: OfPackage & { index: number; folder: string; limit: number }, context) =>
      dragFile(model, input, context),
    ),

    search: on(({ model }, { query }: OfPackage & { query: SearchQuery }, context) => search(model, query, context)),

    ...compareJobs(packages),

    close: (ref: Pick<PackageRef, 'path' | 'inner'>): Result<null> => {
      packages.close(ref);
      giveBack.due();
      return ok(null);
    },

    ...lazySkillJobs(),
  } as const satisfies Record<string, Job>;
}
export type Jobs = ReturnType<typeof makeJobs>;
