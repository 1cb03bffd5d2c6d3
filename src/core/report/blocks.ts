import type { ManifestFileRow } from '../../shared/models/package';
import { showName } from '../text/visible';

/**
 * The `Manifest files` block of `mur run --explain-scope` (S1): a blank line, the heading, a line per row; empty without
 * rows. Only characters that would hide or reorder text, or drive a terminal, are made visible.
 */
export function manifestFilesBlock(rows: readonly Pick<ManifestFileRow, 'key' | 'declared' | 'resolved'>[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ key, declared, resolved }) => `  ${key}: ${declared} -> ${resolved}`);
  return `\nManifest files\n${lines.map((line) => `${showName(line)}\n`).join('')}`;
}

/** The `artifact config` lines of `mur run --explain-scope` (S0): names only. */
export function artifactConfigLines(names: readonly string[]): string {
  if (names.length === 0) return '  artifact config: <none>\n';
  return `  artifact config:\n${names.map((name) => `    - ${showName(name)}\n`).join('')}`;
}
