import type { Finding, Severity } from '../../../../shared/models/finding';
import { entryKey, revealRow } from '../files/store';
import { type PackageModel, showTab } from '../model';
import { perModel } from '../perModel';
import { jumpTo } from '../preview/store';

export interface FindingsState {
  readonly severity: Severity | 'all';
  /** Ids of findings whose group is folded. */
  readonly folded: ReadonlySet<string>;
  /** The finding or the group that is looked at. */
  readonly selected: Finding | string | null;
}

/** The findings tab's own state, for as long as the package is open. */
export const findingsStore = perModel<FindingsState>(() => ({ severity: 'all', folded: new Set(), selected: null }));

export function showSeverity(model: PackageModel, severity: FindingsState['severity']): void {
  findingsStore(model).setState({ severity });
}

export function foldGroup(model: PackageModel, id: string, open: boolean): void {
  findingsStore(model).setState(({ folded }) => {
    const next = new Set(folded);
    if (open) next.delete(id);
    else next.add(id);
    return { folded: next };
  });
}

/** Opens the findings tab at a finding. */
export function selectFinding(model: PackageModel, finding: Finding): void {
  foldGroup(model, finding.id, true);
  findingsStore(model).setState(({ severity }) => ({
    selected: finding,
    severity: severity === finding.severity ? severity : 'all',
  }));
  showTab(model, 'findings');
}

/** Opens the Files tab at the entry of a finding, and its text at the line where that is known. */
export function goToEntry(model: PackageModel, finding: Finding): void {
  if (finding.index === undefined) return;
  showTab(model, 'files');
  if (finding.place) jumpTo(model.filePreview, finding.index, 0, finding.place);
  void revealRow(model.files, entryKey(finding.index));
}
