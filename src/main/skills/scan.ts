import { type CheckedSkill, checkSkill, type SkillPlace } from '../../core/skill/check';
import { type Discovery, discoverSkills } from '../../core/skill/discover';
import { DEFAULT_RULE_SETS, RULE_SETS } from '../../core/skill/rules';
import type { RuleSet } from '../../shared/models/skill';
import { err, failure, ok, type Result } from '../../shared/result';
import type { JobContext } from '../worker/protocol';
import { atRoot, diskPlace, type SkillRef, type SkillRoot, shownAt } from './places';

/** What the list needs of a judged skill. Paths and names are exact. */
export interface ScannedSkill extends SkillRef {
  readonly name: string | null;
  readonly murmur09: boolean;
  readonly murmur010: boolean;
  readonly format: 'yes' | 'notes' | 'no';
  readonly clients: number;
  readonly unknown: number;
  readonly clientCount: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  readonly linked: boolean;
  /** Whether there is a SKILL.md; a folder without one stands in the list only to say so. */
  readonly holds: boolean;
  /** The rules that were broken, each once. */
  readonly rules: readonly string[];
}

export interface ScanInput {
  /** Names the scan: the first question begins it, the next ones go on. */
  readonly scan: number;
  readonly begin: boolean;
  readonly root: SkillRoot;
  /** A folder below the root that is looked at instead of all; null for all. */
  readonly under: { readonly below: string; readonly inside: string | null } | null;
  readonly advice: boolean;
}

export interface ScanBatch {
  readonly skills: readonly ScannedSkill[];
  readonly failures: ReadonlyArray<{ readonly path: string; readonly message: string }>;
  /** What was opened cannot be read or holds no skill. */
  readonly error: { readonly code: string | null; readonly message: string; readonly hint?: string } | null;
  readonly folders: number;
  readonly done: boolean;
}

/** Milliseconds of one batch: others that ask the same process get their turn in between. */
const BATCH = 60;
const MOST = 500;
/** Scans that are held open; one that nobody asks for any more is closed. */
const HELD = 8;

const lost = failure('scan-lost', 'The process that looked at the skills ended.', 'Look again.');

export const ruleSetsFor = (advice: boolean): readonly RuleSet[] => (advice ? RULE_SETS : DEFAULT_RULE_SETS);

/** What a reader process does to find skills: bit by bit, so that rows show as they come and a scan can be stopped. */
export function makeScanJobs() {
  const running = new Map<number, AsyncGenerator<Discovery>>();

  async function skillScan(input: ScanInput, { signal }: Pick<JobContext, 'signal'>): Promise<Result<ScanBatch>> {
    const { scan, root, under, advice } = input;
    if (input.begin) begin(scan, root, under?.below ?? '');
    const search = running.get(scan);
    if (search === undefined) return err(lost);
    const skills: ScannedSkill[] = [];
    const failures: Array<ScanBatch['failures'][number]> = [];
    let [error, folders]: [ScanBatch['error'], number] = [null, 0];
    const until = performance.now() + BATCH;
    while (performance.now() < until && skills.length < MOST && !signal.aborted) {
      const step = await search.next();
      if (step.done) {
        running.delete(scan);
        return ok({ skills, failures, error, folders, done: true });
      }
      const found = step.value;
      if (found.type === 'progress') folders = found.folders;
      else if (found.type === 'limit') failures.push({ path: found.path, message: found.message });
      else if (found.type === 'skill') {
        const place = placeOf(root, found.place, under);
        const checked = await checkSkill(place, { ruleSets: ruleSetsFor(advice) });
        if (under === null || holdsSkill(checked)) skills.push(scannedSkill(place, checked));
      } else if (found.path === root.shown) error = found.failure;
      else if (under === null || found.failure.code !== 'ENOENT')
        failures.push({ path: found.path, message: found.failure.message });
    }
    return ok({ skills, failures, error, folders, done: false });
  }

  function begin(scan: number, root: SkillRoot, below: string): void {
    const options = { at: atRoot(root, below), env: process.env };
    running.set(scan, discoverSkills(shownAt(root, below), options));
    for (const old of [...running.keys()].slice(0, -HELD)) end(old);
  }

  function end(scan: number): void {
    void running.get(scan)?.return(undefined);
    running.delete(scan);
  }

  /** Judges skills again that are known, without a search. */
  async function skillJudge(input: {
    readonly root: SkillRoot;
    readonly refs: readonly SkillRef[];
    readonly advice: boolean;
  }): Promise<Result<readonly ScannedSkill[]>> {
    const { root, refs, advice } = input;
    const judged: ScannedSkill[] = [];
    for (const ref of refs) judged.push(await scanned(diskPlace(root, ref), advice));
    return ok(judged);
  }

  return {
    skillScan,
    skillJudge,
    skillScanEnd: ({ scan }: { readonly scan: number }): Result<null> => {
      end(scan);
      return ok(null);
    },
  } as const;
}

/** The place as the search for everything would have given it. */
function placeOf(root: SkillRoot, place: SkillPlace, under: ScanInput['under']): SkillPlace {
  if (under === null || place.closed !== undefined) return place;
  return diskPlace(root, { path: place.path, inside: place.inside ?? under.inside, closed: null });
}

async function scanned(place: SkillPlace, advice: boolean): Promise<ScannedSkill> {
  return scannedSkill(place, await checkSkill(place, { ruleSets: ruleSetsFor(advice) }));
}

/** A search that finds nothing tells the folder it began in; of a part that is no answer. */
const holdsSkill = ({ subject: { skill, walked } }: CheckedSkill): boolean =>
  skill !== null ||
  walked.events.some(
    ({ type, path }) => type !== 'manifest' && /^(?:skill\.md)?$/i.test(path) && type !== 'build-info',
  );

/** What the list needs of a judged skill. */
export function scannedSkill(place: SkillPlace, { report, subject }: CheckedSkill): ScannedSkill {
  const { verdicts, findings } = report;
  const clients = Object.values(verdicts.clients ?? {});
  const counts = { error: 0, warning: 0, info: 0 };
  let hasNotes = false;
  for (const { severity, ruleSet } of findings) {
    counts[severity]++;
    if (ruleSet === 'agent-skills' && severity === 'warning') hasNotes = true;
  }
  return {
    path: report.path,
    inside: place.inside ?? null,
    closed: place.closed === undefined ? null : (place.closed.target ?? ''),
    name: report.front?.name ?? null,
    murmur09: verdicts['murmur-0.9']?.ok ?? false,
    murmur010: verdicts['murmur-0.10']?.ok ?? false,
    format: verdicts['agent-skills']?.ok === false ? 'no' : hasNotes ? 'notes' : 'yes',
    clients: clients.filter(({ loads }) => loads === true).length,
    unknown: clients.filter(({ loads }) => loads === 'unknown').length,
    clientCount: clients.length,
    errors: counts.error,
    warnings: counts.warning,
    notes: counts.info,
    holds: report.skillFile !== null,
    linked: subject.linkedTo !== null || place.closed !== undefined,
    rules: [...new Set(findings.map(({ id }) => id))],
  };
}
