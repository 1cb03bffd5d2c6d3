import { dirname } from 'node:path';
import { openPackage } from '../../core/model/open';
import { checkSkill } from '../../core/skill/check';
import { discoverSkills } from '../../core/skill/discover';
import { readDiskHead } from '../../core/skill/disk-tree';
import { type PackOptions, planPack } from '../../core/skill/pack';
import { buildPackage, putPackage } from '../../core/skill/pack-write';
import { SKILL_TEXT_LIMIT } from '../../core/skill/text';
import { showName } from '../../core/text/visible';
import type { FixPreview, PackAsk, ShownPackPlan, SkillReportForm } from '../../shared/contract/skills';
import type { SkillReport } from '../../shared/models/skill';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import type { JobContext } from '../worker/protocol';
import { writePieces } from '../worker/report';
import { type DetailAnswer, detailOf, hashOf, judgeSkill } from './detail';
import { type FixAsk, previewOf, readyFix } from './fix';
import { atRoot, belowRoot, onPlace, type SkillRef, type SkillRoot } from './places';
import { REPORT_FORMS } from './report';
import { makeScanJobs, ruleSetsFor } from './scan';
import { changedMeanwhile, replaceFile } from './write';

/** What every job on one skill is told. */
export interface OfSkill {
  readonly root: SkillRoot;
  readonly ref: SkillRef;
  readonly advice: boolean;
}
export interface PackInput extends Pick<OfSkill, 'root' | 'ref'> {
  readonly ask: PackAsk;
}
export interface ReportInput {
  readonly root: SkillRoot;
  /** One skill; null for all. */
  readonly ref: SkillRef | null;
  readonly advice: boolean;
  readonly form: SkillReportForm;
  readonly version: string;
}
/** What a fix left: the bytes that were there, so that it can be taken back, and the hash of those that are there now. */
export interface Fixed {
  readonly title: string;
  readonly before: Uint8Array;
  readonly hash: string;
  readonly file: string;
}

const PLAN_MOST = 2_000;

/** What a reader process does with skills. */
export function makeSkillJobs() {
  const skillDetail = ({ root, ref, advice }: OfSkill): Promise<Result<DetailAnswer>> =>
    onPlace(root, ref, async (place) => ok(detailOf(root, place, await judgeSkill(place, advice))));

  /** The name of a skill's file in its folder. */
  const skillFile = ({ root, ref }: OfSkill): Promise<Result<string>> =>
    onPlace(root, ref, async (place) => {
      const { skillFile: file } = (await checkSkill(place, { ruleSets: [] })).report;
      return file === null ? err(failure('no-file', 'There is no SKILL.md in this folder.')) : ok(file);
    });

  const skillFixPreview = ({
    root,
    ref,
    advice,
    ask,
  }: OfSkill & { readonly ask: FixAsk }): Promise<Result<FixPreview>> =>
    onPlace(root, ref, async (place) => {
      const ready = await readyFix(place, advice, ask);
      return ready.ok ? ok(previewOf(ready.value)) : ready;
    });

  const skillFix = ({ root, ref, advice, ask }: OfSkill & { readonly ask: FixAsk }): Promise<Result<Fixed>> =>
    onPlace(root, ref, async (place) => {
      const ready = await readyFix(place, advice, ask);
      if (!ready.ok) return ready;
      const { title, before, after } = ready.value;
      const file = skillFileAt(root, ref, ready.value.file);
      const written = replaceFile(file, ask.hash, after);
      return written.ok ? ok({ title, before, hash: hashOf(after), file }) : written;
    });

  /** Puts bytes back where the file is still as a fix left it. */
  const skillRestore = (input: {
    readonly file: string;
    readonly hash: string;
    readonly bytes: Uint8Array;
  }): Result<null> => {
    const now = readDiskHead(input.file, SKILL_TEXT_LIMIT);
    if (!now.ok || hashOf(now.value.bytes) !== input.hash) return err(changedMeanwhile);
    return replaceFile(input.file, input.hash, input.bytes);
  };

  /** The folder of this machine that a row of a package's `Manifest files` names as a skill's source. */
  const skillSourcePath = async ({ path, row }: { readonly path: string; readonly row: number }) => {
    const opened = await openPackage(path, { env: process.env, cwd: process.cwd(), large: false });
    if (!opened.ok) return opened;
    const named = opened.value.parts.manifestFiles[row];
    opened.value.close();
    const isSource = named !== undefined && /^artifacts\[.*\]\.source$/s.test(named.key) && named.base === 'host-path';
    // Two slashes begin a name of another machine.
    if (!isSource || /^[\\/]{2}/.test(named.declared))
      return err(failure('no-source', 'There is no such folder to open.'));
    return ok(named.declared);
  };

  const skillPackPlan = async ({ root, ref, ask }: PackInput): Promise<Result<ShownPackPlan>> => {
    const plan = await planOf(root, ref, ask);
    if (!plan.ok) return plan;
    const { entries } = plan.value;
    const [manifest] = entries;
    return ok({
      entries: entries.slice(0, PLAN_MOST).map(({ name, bytes }) => ({ name: showName(name), bytes })),
      count: entries.length,
      bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0),
      manifest: typeof manifest?.content === 'string' ? manifest.content : '',
    });
  };

  const skillPack = async ({ root, ref, ask, to }: PackInput & { readonly to: string }, { signal }: JobContext) => {
    const plan = await planOf(root, ref, ask);
    if (!plan.ok) return plan;
    const built = await buildPackage(plan.value, signal);
    if (!built.ok) return built;
    const { bytes, sha256 } = built.value;
    const put = putPackage(bytes, to, folderAt(root, ref));
    return put.ok ? ok({ bytes: bytes.length, sha256 }) : put;
  };

  const skillReport = async (input: ReportInput, context: JobContext): Promise<Result<string>> => {
    const parts = await partsOf(input, context);
    return parts.ok ? ok([...REPORT_FORMS[input.form](parts.value)].join('')) : parts;
  };

  const skillSaveReport = async (input: ReportInput & { readonly to: string }, context: JobContext) => {
    const parts = await partsOf(input, context);
    return parts.ok ? writePieces(input.to, REPORT_FORMS[input.form](parts.value)) : parts;
  };

  return {
    ...makeScanJobs(),
    skillDetail,
    skillFile,
    skillFixPreview,
    skillFix,
    skillRestore,
    skillSourcePath,
    skillPackPlan,
    skillPack,
    skillReport,
    skillSaveReport,
  } as const;
}
export type SkillJobs = ReturnType<typeof makeSkillJobs>;

/** The folder of a skill for the system; of a SKILL.md that was opened itself the one it is in. */
function folderAt(root: SkillRoot, ref: SkillRef): string {
  return root.kind === 'file' ? dirname(root.at) : atRoot(root, belowRoot(root, ref.path));
}

function skillFileAt(root: SkillRoot, ref: SkillRef, file: string): string {
  return root.kind === 'file' ? root.at : `${folderAt(root, ref)}/${file}`;
}

async function planOf(root: SkillRoot, ref: SkillRef, ask: PackAsk) {
  if (root.kind === 'archive') return err(failure('read-only', 'A skill in an archive is not packed again.'));
  if (ref.closed !== null) return err(failure('read-only', 'A link out of what was opened is not packed.'));
  const summary = ask.summary.trim();
  const options: PackOptions = {
    name: ask.name,
    version: ask.version,
    target: ask.target,
    ...(summary === '' ? {} : { summary }),
  };
  const shown = root.kind === 'file' ? dirname(ref.path) : ref.path;
  return planPack(folderAt(root, ref), shown, options);
}

async function partsOf({ root, ref, advice, version }: ReportInput, { signal, onProgress }: JobContext) {
  const reports: SkillReport[] = [];
  const failures: Array<{ path: string; error: Failure }> = [];
  const ruleSets = ruleSetsFor(advice);
  if (ref !== null) {
    const one = await onPlace(root, ref, async (place) => ok((await checkSkill(place, { ruleSets })).report));
    return one.ok ? ok({ reports: [one.value], failures, version }) : one;
  }
  for await (const found of discoverSkills(root.shown, { at: root.at, env: process.env, signal })) {
    if (found.type === 'skill') reports.push((await checkSkill(found.place, { ruleSets })).report);
    else if (found.type === 'limit') failures.push({ path: found.path, error: failure(null, found.message) });
    else if (found.type !== 'progress') failures.push({ path: found.path, error: found.failure });
    onProgress(reports.length, 0);
  }
  if (signal.aborted) return err(failure('cancelled', 'Cancelled.'));
  return ok({ reports, failures, version });
}
