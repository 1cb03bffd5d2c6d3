import type { FindingRule } from '../../shared/models/finding';
import { tableRows } from '../findings/table';
import { MODEL_TABLE } from '../model/findings';
import { PREVIEW_FINDINGS } from '../package/preview';
import { SKILL_RULES } from '../skill/rules';
import { storeFindings } from '../store/findings';
import { projectFindings } from '../store/project-findings';

/** Every finding about packages, entries, manifests, stores and projects: what its id means and what to do. */
export const CATALOG: readonly FindingRule[] = [MODEL_TABLE, PREVIEW_FINDINGS, storeFindings, projectFindings].flatMap(
  tableRows,
);

/** Every finding about skills. Some ids stand in both catalogs: a link in a skill is not a link in a package. */
export const SKILL_CATALOG: readonly FindingRule[] = SKILL_RULES.map(({ id, severity, title, why, action }) => ({
  id,
  severity,
  title,
  meaning: why,
  action,
}));
