import type { FindingRule } from '../../shared/models/finding';
import { tableRows } from '../findings/table';
import { MODEL_TABLE } from '../model/findings';
import { PREVIEW_FINDINGS } from '../package/preview';
import { SKILL_RULES } from '../skill/rules';
import { storeFindings } from '../store/findings';
import { projectFindings } from '../store/project-findings';

/** Every finding about skills. Some ids stand in both catalogs: a link in a skill is not a link in a package. */
export const SKILL_CATALOG: readonly FindingRule[] = SKILL_RULES.map(({ id, severity, title, why, action }) => ({
  id,
  severity,
  title,
  meaning: why,
  action,
}));

/** What findings are about, in the order in which they are explained, with the rules of each. */
export const CATALOG_PARTS = [
  { about: 'packages', rules: [...tableRows(MODEL_TABLE), ...tableRows(PREVIEW_FINDINGS)] },
  { about: 'stores', rules: tableRows(storeFindings) },
  { about: 'projects', rules: tableRows(projectFindings) },
  { about: 'skills', rules: SKILL_CATALOG },
] as const satisfies ReadonlyArray<{ readonly about: string; readonly rules: readonly FindingRule[] }>;

/** Every finding about packages, entries, manifests, stores and projects: what its id means and what to do. */
export const CATALOG: readonly FindingRule[] = CATALOG_PARTS.filter(({ about }) => about !== 'skills').flatMap(
  ({ rules }) => [...rules],
);

/** A rule and what it is about. */
export type ExplainedRule = FindingRule & { readonly about: string };

/** Every rule with this id: two where both a package and a skill can have the finding, none for an unknown id. */
export function explanations(id: string): ExplainedRule[] {
  return CATALOG_PARTS.flatMap(({ about, rules }) =>
    rules.filter((rule) => rule.id === id).map((rule) => ({ ...rule, about })),
  );
}
