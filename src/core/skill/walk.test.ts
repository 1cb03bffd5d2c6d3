import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ownVectors } from '../../../test/support/golden';
import { SkillFolders } from '../../../test/support/skill-folders';
import { diskTree } from './disk-tree';
import { refusalOf09 } from './refusals';
import { walkSkill } from './walk';

interface Vector {
  readonly tree: ReadonlyArray<readonly [path: string, kind: 'file' | 'dir' | 'symlink', content?: string]>;
  readonly expect: {
    readonly error?: string;
    readonly message?: string;
    readonly ok?: { manifest: string | null; skill_md: string; supporting: string[] };
  };
}

const folders = new SkillFolders();
const { root } = folders;
afterAll(() => folders.remove(), 60_000);

/** Builds a vector's tree on disk. */
function buildTree(folder: string, tree: Vector['tree']): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, kind, content] of tree) {
    const full = join(folder, path);
    mkdirSync(kind === 'dir' ? full : dirname(full), { recursive: true });
    if (kind === 'file') writeFileSync(full, content ?? '');
    if (kind === 'symlink') symlinkSync(content ?? '', full);
  }
}

describe('the walk of a skill folder', () => {
  it('finds and refuses what Murmur 0.9 finds and refuses, in its order', () => {
    const wrong: unknown[] = [];
    const vectors = ownVectors<Vector>('folder-tree');
    for (const [index, { tree, expect: wanted }] of vectors.entries()) {
      const folder = join(root, String(index));
      buildTree(folder, tree);
      const walked = walkSkill(diskTree(folder, '<dir>'));
      const refusal = refusalOf09(walked.events, '<dir>');
      const got = refusal
        ? { error: refusal.kind, message: refusal.message }
        : {
            ok: {
              manifest: walked.manifest?.path ?? null,
              skill_md: walked.skill?.path,
              supporting: walked.supporting.map((file) => file.path),
            },
          };
      const { error, message, ok } = wanted;
      if (JSON.stringify(got) !== JSON.stringify(error ? { error, message } : { ok }))
        wrong.push({ tree, got, wanted });
    }
    expect(wrong).toEqual([]);
    expect(vectors.length).toBe(621);
  });
});
