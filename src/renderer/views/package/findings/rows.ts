import type { Finding, FindingRule, Severity } from '../../../../shared/models/finding';
import { worstFirst } from '../model';
import type { FindingsState } from './actions';

/** A kind of finding with its number, and under it each finding of the kind. */
export type FindingRow =
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly title: string;
      readonly severity: Severity;
      readonly count: number;
      readonly open: boolean;
    }
  | { readonly kind: 'finding'; readonly finding: Finding };

type RuleOf = (id: string) => Pick<FindingRule, 'title'> | undefined;

/** Findings by severity, then by kind in the order of their first one. */
export function findingRows(
  findings: readonly Finding[],
  { severity, folded }: Pick<FindingsState, 'severity' | 'folded'>,
  ruleOf: RuleOf,
): readonly FindingRow[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of worstFirst(findings)) {
    if (severity !== 'all' && finding.severity !== severity) continue;
    const group = groups.get(finding.id);
    if (group) group.push(finding);
    else groups.set(finding.id, [finding]);
  }
  const rows: FindingRow[] = [];
  for (const [id, group] of groups) {
    const open = !folded.has(id);
    const worst = group[0]?.severity ?? 'info';
    rows.push({ kind: 'group', id, title: ruleOf(id)?.title ?? id, severity: worst, count: group.length, open });
    if (open) for (const finding of group) rows.push({ kind: 'finding', finding });
  }
  return rows;
}
