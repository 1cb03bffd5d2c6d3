import type { Finding } from '../../../../shared/models/finding';
import type { ManifestFileRow, PackageSummary } from '../../../../shared/models/package';

export type GroupId = 'declared' | 'required' | 'undeclared';

/** Declared paths, required files and undeclared entries, each under its heading. */
export type ManifestRow =
  | { readonly kind: 'group'; readonly key: GroupId; readonly count: number; readonly open: boolean }
  | { readonly kind: 'declared'; readonly key: string; readonly index: number; readonly file: ManifestFileRow }
  | { readonly kind: 'required'; readonly key: string; readonly declared: string; readonly present: boolean }
  | { readonly kind: 'undeclared'; readonly key: string; readonly finding: Finding };

export function manifestRows(summary: PackageSummary, folded: ReadonlySet<GroupId>): readonly ManifestRow[] {
  const undeclared = summary.findings.filter((finding) => finding.id === 'undeclared-entry');
  const groups: readonly (readonly [GroupId, readonly ManifestRow[]])[] = [
    [
      'declared',
      summary.manifestFiles.map((file, index) => ({ kind: 'declared', key: `declared ${index}`, index, file })),
    ],
    [
      'required',
      summary.requiredFiles.map(({ declared, present }, index) => ({
        kind: 'required',
        key: `required ${index}`,
        declared,
        present,
      })),
    ],
    ['undeclared', undeclared.map((finding, index) => ({ kind: 'undeclared', key: `undeclared ${index}`, finding }))],
  ];
  return groups.flatMap(([key, rows]) => {
    if (rows.length === 0) return [];
    const open = !folded.has(key);
    return [{ kind: 'group' as const, key, count: rows.length, open }, ...(open ? rows : [])];
  });
}
