import type { SkillDetail, SkillListRow, SkillQuery, SkillsSummary } from '../../../src/shared/contract/skills';
import { err, failure, ok } from '../../../src/shared/result';
import { type Answers, type World, withOpen } from './world';

const TEXT = '---\nname: house\ndescription: Keeps house.\n---\n# House\n';

/** A skill without a fault. */
const rowOf = (path: string, at: number): SkillListRow => ({
  id: at + 1,
  path,
  folder: path.slice(path.lastIndexOf('/') + 1),
  murmur09: true,
  murmur010: true,
  format: 'yes',
  clients: 4,
  unknown: 0,
  clientCount: 4,
  standing: 'valid',
  errors: 0,
  warnings: 0,
  notes: 0,
  inside: null,
  linked: false,
});

const summaryOf = (skills: number): SkillsSummary => ({
  kind: 'archive',
  state: 'ready',
  error: null,
  folders: skills,
  skills,
  valid: skills,
  format: 0,
  refused: 0,
  problems: 0,
  took: 12,
  rules: [],
  failures: [],
  watching: true,
  changedAt: null,
  advice: false,
});

const detailOf = (row: SkillListRow): SkillDetail => ({
  row,
  kind: 'archive',
  file: `${row.path}/SKILL.md`,
  text: TEXT,
  cut: false,
  hash: null,
  verdicts: { 'murmur-0.9': { ok: true }, 'murmur-0.10': { ok: true }, 'agent-skills': { ok: true } },
  findings: [],
  moreFindings: 0,
  front: { name: 'house', description: 'Keeps house.' },
  description: 'Keeps house.',
  descriptionLength: 12,
  packs: { files: 1, bytes: TEXT.length, list: [{ path: 'SKILL.md', bytes: TEXT.length }] },
  skipped: { count: 0, list: [] },
  manifest: null,
  readOnly: 'It lies in an archive, which is only read.',
});

/** The skills of made-up packages: each without a fault. */
export function skillsAnswers(world: World): Answers {
  const rows = (token: unknown): SkillListRow[] => {
    const skills = world.opens.get(String(token))?.pkg.summary.skills ?? [];
    return skills.map(({ path }, at) => rowOf(path.replace(/\/?skill\.md$/i, '') || 'skill', at));
  };
  const matching = (token: unknown, { filter, show }: SkillQuery) =>
    rows(token).filter(({ path, standing }) => path.includes(filter) && (show === 'all' || show === standing));
  const tables = new Map<number, readonly SkillListRow[]>();
  return {
    'skills:open': ([token]) => withOpen(world, token, () => ok(summaryOf(rows(token).length))),
    'skills:close': () => ok(null),
    'skills:table': ([token, query]) => {
      const made = matching(token, query as SkillQuery);
      tables.set(tables.size + 1, made);
      return ok({ table: tables.size, rows: made.length });
    },
    'skills:rows': ([, table, start, count]) =>
      ok((tables.get(Number(table)) ?? []).slice(Number(start), Number(start) + Number(count))),
    'skills:row-of': ([, table, id]) => {
      const at = (tables.get(Number(table)) ?? []).findIndex((row) => row.id === id);
      return ok(at < 0 ? null : at);
    },
    'skills:detail': ([token, id]) => {
      const row = rows(token).find((one) => one.id === id);
      return row ? ok(detailOf(row)) : err(failure('not-there', 'This skill is no longer there.'));
    },
  };
}
