import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipBytes } from '../../scripts/make-samples-zip.mjs';

/** Writes a skill's folder and gives the path of its SKILL.md. */
export function writeSkill(
  folder: string,
  name: string,
  text: string | Buffer,
  files: Record<string, string> = {},
): string {
  const at = join(folder, name);
  mkdirSync(at, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(at, path, '..'), { recursive: true });
    writeFileSync(join(at, path), content);
  }
  writeFileSync(join(at, 'SKILL.md'), text);
  return join(at, 'SKILL.md');
}

export const goodSkill = (name: string, description = `Does what ${name} says. Use it when asked to.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n\nText.\n`;

/** Murmur reads it line by line, the public format does not take it; the version is a number. With CRLF and a BOM-free start. */
export const COLON_SKILL = `---\r\nname: pdf-helper\r\ndescription: Fill PDF forms: use when a form must be filled.\r\nversion: 1.10\r\n---\r\n# PDF helper\r\n\r\nSee references/forms.md.\r\n`;

/** A folder of skills as people have them: good ones, one that breaks the format, one that Murmur refuses, a nested one. */
export function writeShelf(folder: string): string {
  const shelf = join(folder, 'shelf');
  writeSkill(shelf, 'pdf-helper', COLON_SKILL, {
    'references/forms.md': '# Forms\n',
    'scripts/fill.py': 'print(1)\n',
    '.DS_Store': 'x',
    'old-0.0.1.mur.zip': 'PK',
  });
  writeSkill(shelf, 'gget', goodSkill('gget'));
  writeSkill(shelf, 'scikit-learn', goodSkill('scikit-learn'));
  writeSkill(shelf, 'daily-focus-board', goodSkill('daily-focus-board'), {
    'examples/inner/SKILL.md': goodSkill('inner'),
  });
  writeSkill(shelf, 'qdrant-migration', 'No front block, only text.\n');
  writeSkill(shelf, 'refactor', `---\nname: refactor\ndescription: Tidies code.\nauthor: someone\n---\n# Refactor\n`);
  writeSkill(shelf, 'house', `---\nname: House Keeping\ndescription: Keeps house.\n---\n`, { 'skill.md': 'twice\n' });
  return shelf;
}

/** Many skills of which every tenth breaks a rule. */
export function writeManySkills(folder: string, count: number): string {
  const many = join(folder, 'many');
  for (let at = 0; at < count; at++) {
    const name = `skill-${String(at).padStart(4, '0')}`;
    writeSkill(join(many, `group-${at % 10}`), name, at % 10 === 3 ? goodSkill('Other Name') : goodSkill(name));
  }
  return many;
}

/** An archive with one skill in a folder. */
export function writeSkillArchive(folder: string): string {
  const path = join(folder, 'gift.skill');
  const entries = [
    { name: 'gift/SKILL.md', content: `---\nname: gift\ndescription: Wraps gifts: with a bow.\n---\n` },
    { name: 'gift/references/bows.md', content: '# Bows\n' },
  ];
  writeFileSync(path, zipBytes(entries));
  return path;
}
