import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CheckedSkill, type CheckOptions, checkSkill } from '../../src/core/skill/check';
import { discoverSkills } from '../../src/core/skill/discover';
import type { SkillReport } from '../../src/shared/models/skill';

/** What a folder made for a test holds under a path. */
export type MadeFile =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly pipe: true }
  | { readonly folder: true };
export type MadeFiles = Readonly<Record<string, MadeFile>>;

/** A SKILL.md that no rule has anything against, in a folder of this name. */
export const soundSkill = (name = 'demo') =>
  `---\nname: ${name}\ndescription: Fills forms in PDF files. Use when a form has to be filled.\n---\n# ${name}\n\nOpen the form.\n`;

/** Memory where the system has a place for it: thousands of small files are made and removed. */
function quickFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}

/** A place for skill folders of one test file. */
export class SkillFolders {
  readonly root = mkdtempSync(join(quickFolder(), 'murscope-skills-'));
  #count = 0;

  /** Makes a folder with these files in a place of its own, so that many may be called alike. */
  make(name: string, files: MadeFiles): string {
    const folder = join(this.root, String(this.#count++), name);
    mkdirSync(folder, { recursive: true });
    for (const [path, file] of Object.entries(files)) {
      const at = join(folder, path);
      mkdirSync(dirname(at), { recursive: true });
      if (typeof file === 'string' || file instanceof Uint8Array) writeFileSync(at, file);
      else if ('link' in file) symlinkSync(file.link, at);
      else if ('pipe' in file) execFileSync('mkfifo', [at]);
      else mkdirSync(at, { recursive: true });
    }
    return folder;
  }

  /** Everything found at and below a path. */
  async checkAll(path: string, options: CheckOptions = {}): Promise<CheckedSkill[]> {
    const checked: CheckedSkill[] = [];
    for await (const found of discoverSkills(path))
      if (found.type === 'skill') checked.push(await checkSkill(found.place, options));
    return checked;
  }

  /** The one skill at a path. */
  async check(path: string, options: CheckOptions = {}): Promise<SkillReport> {
    const [first] = await this.checkAll(path, options);
    if (first === undefined) throw new Error(`nothing was found at ${path}`);
    return first.report;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
