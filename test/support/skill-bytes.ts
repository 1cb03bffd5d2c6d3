import { checkSkill } from '../../src/core/skill/check';
import type { SkillTree } from '../../src/core/skill/tree';
import type { RuleSet, SkillReport } from '../../src/shared/models/skill';
import { ok } from '../../src/shared/result';

/** The report of a skill folder in memory that holds only this SKILL.md. */
export async function checkSkillBytes(
  bytes: Uint8Array,
  name = 'demo',
  ruleSets?: readonly RuleSet[],
): Promise<SkillReport> {
  const entry = { name: 'SKILL.md', kind: 'file', at: 0 } as const;
  const tree: SkillTree = {
    shown: name,
    folderName: name,
    list: (inside) => ok(inside === null ? [entry] : []),
    stat: () => ok({ bytes: bytes.length, unreadable: null }),
    head: () => ok({ bytes, size: bytes.length }),
    linkTarget: () => null,
  };
  return (await checkSkill({ tree, kind: 'folder', path: name }, ruleSets ? { ruleSets } : {})).report;
}
