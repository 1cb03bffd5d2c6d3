import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shared } from './golden';

/** The golden stores on disk, in a folder of their own. */
export interface GoldenStores {
  /** A home with a global store, a project with its store and lock, and what `mur` printed. */
  readonly full: string;
  /** Stores damaged one way each. */
  readonly variants: readonly string[];
  variant(name: string): string;
  remove(): void;
}

/** Unpacks golden/store into a temporary folder; null (said loudly) where it is not there. */
export function goldenStores(): GoldenStores | null {
  if (shared === null) {
    console.warn('\n*** NOT RUN: golden/store is not here (no ../shared). The stores were NOT checked. ***\n');
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'murscope-stores-'));
  execFileSync('tar', ['-xzf', join(shared, 'golden/store/store.tar.gz'), '-C', folder]);
  return {
    full: join(folder, 'full'),
    variants: readdirSync(join(folder, 'variants')).sort(),
    variant: (name) => join(folder, 'variants', name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A copy of a folder that a test may change. */
export function copyOf(folder: string): string {
  const copy = join(mkdtempSync(join(tmpdir(), 'murscope-copy-')), 'copy');
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** The text of a file that `mur` printed. */
export function printed(...path: string[]): string {
  return readFileSync(join(...path), 'utf8');
}
