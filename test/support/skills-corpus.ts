import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shared } from './golden';

/**
 * The folder with the third-party skills, unpacked once into the system's temporary folder; null (said loudly) on a
 * plain clone. Nobody writes into it.
 */
export function skillsCorpus(): string | null {
  const packed = shared === null ? null : `${shared}/corpus/skills.tar.xz`;
  if (packed === null || !existsSync(packed)) {
    console.warn('\n*** NOT RUN: the corpus of skills is not here (no ../shared). It was NOT checked. ***\n');
    return null;
  }
  const folder = join(tmpdir(), `murscope-skills-corpus-${statSync(packed).size}`);
  if (!existsSync(folder)) {
    const made = mkdtempSync(join(tmpdir(), 'murscope-skills-corpus-'));
    execFileSync('tar', ['-xJf', packed, '-C', made]);
    try {
      renameSync(made, folder);
    } catch {
      // Another run was quicker.
      rmSync(made, { recursive: true, force: true });
    }
  }
  return join(folder, 'skills');
}
