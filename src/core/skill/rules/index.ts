import type { RuleSet } from '../../../shared/models/skill';
import type { SkillRule } from '../subject';
import { adviceRules } from './advice';
import { bodyRules } from './body';
import { clientRules } from './clients';
import { descriptionRules } from './description';
import { fieldRules } from './fields';
import { fileRules } from './files';
import { folderRules } from './folder';
import { nameRules } from './name';
import { textRules } from './text';
import { yamlRules } from './yaml';

/** Every rule set, in the order in which verdicts are given. */
export const RULE_SETS: readonly RuleSet[] = ['murmur-0.9', 'murmur-0.10', 'agent-skills', 'clients', 'advice'];
/** What is checked unless something else is asked for. */
export const DEFAULT_RULE_SETS: readonly RuleSet[] = ['murmur-0.9', 'murmur-0.10', 'agent-skills', 'clients'];

/** Every rule about skills. A new rule is one entry in one of these files, or one new file and one line here. */
export const SKILL_RULES: readonly SkillRule[] = [
  ...folderRules,
  ...fileRules,
  ...textRules,
  ...yamlRules,
  ...nameRules,
  ...descriptionRules,
  ...fieldRules,
  ...bodyRules,
  ...clientRules,
  ...adviceRules,
];
