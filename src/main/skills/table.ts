import { compareBytes } from '../../core/text/order';
import type { SkillListRow, SkillQuery, SkillSort, SkillsSummary, Standing } from '../../shared/contract/skills';
import type { ScannedSkill } from './scan';

/** A skill of the list and what it is found by. */
export interface ListedSkill {
  readonly row: SkillListRow;
  readonly scanned: ScannedSkill;
  /** Below what was opened, exact. */
  readonly below: string;
  /** What the filter looks in, in lower case. */
  readonly words: string;
}

const FORMAT_RANK: Readonly<Record<SkillListRow['format'], number>> = { no: 0, notes: 1, yes: 2 };
const yesNo = (value: boolean) => (value ? 1 : 0);

/** What each column sorts by; among equals the path decides. */
const SORTS: Readonly<Record<Exclude<SkillSort, 'path'>, (row: SkillListRow) => number>> = {
  murmur09: (row) => yesNo(row.murmur09),
  murmur010: (row) => yesNo(row.murmur010),
  format: (row) => FORMAT_RANK[row.format],
  clients: (row) => row.clients + row.unknown / 100,
  problems: (row) => row.errors * 1e6 + row.warnings * 1e3 + row.notes,
};

const SHOWS: Readonly<Record<SkillQuery['show'], (row: SkillListRow) => boolean>> = {
  all: () => true,
  problems: (row) => row.errors + row.warnings > 0,
  valid: (row) => row.standing === 'valid',
  format: (row) => row.standing === 'format',
  refused: (row) => row.standing === 'refused',
};

/** The skills that a question asks for, in its order. */
export function chosenSkills(skills: Iterable<ListedSkill>, query: SkillQuery): ListedSkill[] {
  const wanted = query.filter.trim().toLowerCase();
  const shows = SHOWS[query.show];
  const chosen: ListedSkill[] = [];
  for (const skill of skills) {
    if (!shows(skill.row) || (wanted !== '' && !skill.words.includes(wanted))) continue;
    if (query.rule === null || skill.scanned.rules.includes(query.rule)) chosen.push(skill);
  }
  const sign = query.direction === 'up' ? 1 : -1;
  const byPath = (a: ListedSkill, b: ListedSkill) => compareBytes(a.below, b.below);
  if (query.sort === 'path') return chosen.sort((a, b) => sign * byPath(a, b));
  const key = SORTS[query.sort];
  return chosen.sort((a, b) => sign * (key(a.row) - key(b.row)) || byPath(a, b));
}

export function standingOf({ murmur09, murmur010, format }: ScannedSkill): Standing {
  if (!murmur09 || !murmur010) return 'refused';
  return format === 'no' ? 'format' : 'valid';
}

type Counts = Pick<SkillsSummary, 'skills' | 'valid' | 'format' | 'refused' | 'problems'> & {
  readonly rules: ReadonlyArray<{ readonly id: string; readonly skills: number }>;
};

/** How many skills stand how, and how many break which rule, most first. */
export function countSkills(skills: Iterable<ListedSkill>): Counts {
  const counts = { skills: 0, valid: 0, format: 0, refused: 0, problems: 0 };
  const rules = new Map<string, number>();
  for (const { row, scanned } of skills) {
    counts.skills++;
    counts[row.standing]++;
    if (row.errors + row.warnings > 0) counts.problems++;
    for (const id of scanned.rules) rules.set(id, (rules.get(id) ?? 0) + 1);
  }
  const sorted = [...rules].sort((a, b) => b[1] - a[1] || compareBytes(a[0], b[0]));
  return { ...counts, rules: sorted.map(([id, count]) => ({ id, skills: count })) };
}
