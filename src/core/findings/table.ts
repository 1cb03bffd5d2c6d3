import type { Finding, FindingRule, Severity, Verdict } from '../../shared/models/finding';

/** A table of finding rules, by id. Rooms define theirs beside their checks; `catalog.ts` joins them. */
export type FindingTable<Id extends string = string> = Readonly<Record<Id, Omit<FindingRule, 'id'>>>;

/** Gives a finding its severity from the table, so that no check can disagree with what is documented. */
export function findingMaker<Id extends string>(table: FindingTable<Id>) {
  return (id: Id, message: string, at: Omit<Finding, 'id' | 'severity' | 'message'> = {}): Finding => ({
    id,
    severity: table[id].severity,
    message,
    ...at,
  });
}

/** The rows of a table, with their ids. */
export function tableRows(table: FindingTable): FindingRule[] {
  return Object.entries(table).map(([id, rule]) => ({ id, ...rule }));
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Worst first, else as found. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
}

/** errors if any finding is one, else warnings if any is one, else ok. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some((finding) => finding.severity === 'error')) return 'errors';
  return findings.some((finding) => finding.severity === 'warning') ? 'warnings' : 'ok';
}
