import type { JobContext } from '../worker/protocol';
import type { SkillJobs } from './jobs';

const NAMES: Readonly<Record<keyof SkillJobs, true>> = {
  skillScan: true,
  skillScanEnd: true,
  skillJudge: true,
  skillDetail: true,
  skillFile: true,
  skillFixPreview: true,
  skillFix: true,
  skillRestore: true,
  skillSourcePath: true,
  skillPackPlan: true,
  skillPack: true,
  skillReport: true,
  skillSaveReport: true,
};

/** The jobs of skills, loaded when the first is asked for: a reader that opens a package does not wait for them. */
export function lazySkillJobs(): SkillJobs {
  let loading: Promise<SkillJobs> | null = null;
  type AnyJob = (input: unknown, context: JobContext) => unknown;
  const lazy = Object.keys(NAMES).map((name): [string, AnyJob] => [
    name,
    async (input, context) => {
      loading ??= import('./jobs').then(({ makeSkillJobs }) => makeSkillJobs());
      return ((await loading)[name as keyof SkillJobs] as AnyJob)(input, context);
    },
  ]);
  return Object.fromEntries(lazy) as unknown as SkillJobs;
}
