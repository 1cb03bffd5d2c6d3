import { colorPaint, plainPaint } from '../../core/report/paint';
import { isBad } from '../../core/report/skill-words';
import { checkSkill } from '../../core/skill/check';
import { discoverSkills } from '../../core/skill/discover';
import { DEFAULT_RULE_SETS, RULE_SETS } from '../../core/skill/rules';
import type { RuleSet } from '../../shared/models/skill';
import { type Failure, failure } from '../../shared/result';
import { type CliIo, type ExitCode, type FormOptions, type OutputForm, type Register, UsageError } from '../command';
import { withExamples, withForms } from '../help';
import { fromCwd } from '../inputs';
import { newSkillWriter, type SkillWriter } from '../skill-writers';

interface Options extends FormOptions {
  readonly rules?: string;
  readonly advice?: boolean;
  readonly format: string;
}

/** Forms beside text, JSON and lines of JSON. */
const FORMATS = ['text', 'sarif', 'github'] as const;

export const register: Register = (program, run) => {
  const command = program
    .command('check')
    .description('Judges skills: a SKILL.md, a skill folder, a tree of them, an archive. One answer per skill found.')
    .argument('<PATH...>')
    .option('--rules <LIST>', `rule sets to apply: ${RULE_SETS.join(', ')}`)
    .option('--advice', 'say what would make a skill better, too')
    .option(
      '--format <FORM>',
      'text, sarif (a log for code scanning) or github (annotations of a workflow run)',
      'text',
    )
    .action((paths: string[], options: Options) => run((io, form) => check(io, form, paths, options), options));
  withExamples(withForms(command, true), [
    ['murscope skill check skills/', 'every skill below skills/, each with its verdicts and findings'],
    ['murscope skill check --rules agent-skills --format github .', 'annotations in CI; exit code 1 on an error'],
    ['murscope skill check --jsonl ~/.claude/skills demo.skill', 'one JSON object a line'],
  ]);
};

async function check(io: CliIo, form: OutputForm, paths: readonly string[], options: Options): Promise<ExitCode> {
  const ruleSets = ruleSetsOf(options);
  const writer = newSkillWriter(io, formOf(form, options.format), io.color ? colorPaint : plainPaint);
  let exit: ExitCode = 0;
  await writer.start();
  for (const path of paths) {
    const code = await checkPath(io, path, ruleSets, writer);
    if (code > exit) exit = code;
    if (io.signal.aborted) break;
  }
  await writer.end();
  return exit;
}

async function checkPath(
  io: CliIo,
  path: string,
  ruleSets: readonly RuleSet[],
  writer: SkillWriter,
): Promise<ExitCode> {
  let exit: ExitCode = 0;
  for await (const found of discoverSkills(path, { at: fromCwd(io, path), env: io.env, signal: io.signal })) {
    if (found.type === 'progress') continue;
    if (found.type === 'skill') {
      const { report } = await checkSkill(found.place, { ruleSets });
      await writer.skill(report);
      if (isBad(report) && exit === 0) exit = 1;
    } else if (found.type === 'unusable') {
      await writer.failed(found.path, found.failure, false);
      if (exit === 0) exit = 1;
    } else {
      const error: Failure = found.type === 'limit' ? failure(null, found.message) : found.failure;
      await writer.failed(found.path, error, true);
      exit = 2;
    }
  }
  return exit;
}

/** The rule sets of `--rules` and `--advice`, in their own order. */
function ruleSetsOf({ rules, advice }: Options): RuleSet[] {
  const names = rules === undefined ? [...DEFAULT_RULE_SETS] : rules.split(',').map((name) => name.trim());
  const unknown = names.find((name) => name !== 'all' && !RULE_SETS.some((set) => set === name));
  if (unknown !== undefined)
    throw new UsageError(
      failure(
        null,
        `there is no rule set '${unknown}'`,
        `Use one or more of ${RULE_SETS.join(', ')}, separated by commas.`,
      ),
    );
  const wanted = new Set<string>(names.includes('all') ? RULE_SETS : names);
  if (advice) wanted.add('advice');
  return RULE_SETS.filter((set) => wanted.has(set));
}

function formOf(form: OutputForm, format: string): OutputForm | 'sarif' | 'github' {
  const known = FORMATS.find((one) => one === format);
  if (known === undefined)
    throw new UsageError(failure(null, `there is no format '${format}'`, `Use ${FORMATS.join(', ')}.`));
  if (known === 'text') return form;
  if (form !== 'text')
    throw new UsageError(failure(null, `--format ${known} cannot be used with --${form}`, 'Use one of them.'));
  return known;
}
