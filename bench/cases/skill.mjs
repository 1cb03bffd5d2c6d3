// Skills: `skill check` over the real folders of the corpus with all rule sets, against the Python reference validator
// (`pip install skills-ref`; SKILLS_REF_PYTHON names the interpreter that has it) in one process, both starts included.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beside, figure, inTurns, murscope, ROOT, withFolder } from '../lib.mjs';

const CORPUS = join(ROOT, '../shared/corpus/skills.tar.xz');
const FOLDERS = 1_101;
const TURNS = 7;

/** Walks the same tree and validates every skill folder in it, as the package's own command does for one. */
const PEER = `
import os, sys
from pathlib import Path
from skills_ref.validator import validate
count = 0
for folder, _, files in os.walk(sys.argv[1]):
    if 'SKILL.md' in files or 'skill.md' in files:
        validate(Path(folder))
        count += 1
print(count)
`;

function python() {
  const named = process.env.SKILLS_REF_PYTHON ?? 'python3';
  return spawnSync(named, ['-c', 'import skills_ref']).status === 0 ? named : null;
}

export default {
  name: 'skill',
  what: `${FOLDERS} real skill folders with all rule sets, and a single one`,
  async run() {
    return withFolder(async (folder) => {
      if (!existsSync(CORPUS)) throw new Error('the corpus of skills is not here (no ../shared)');
      execFileSync('tar', ['-xJf', CORPUS, '-C', folder]);
      const skills = join(folder, 'skills');
      const single = join(folder, 'demo');
      mkdirSync(single);
      writeFileSync(join(single, 'SKILL.md'), '---\nname: demo\ndescription: Use when measuring.\n---\n# Demo\n');
      const peer = python();
      const taken = await inTurns(TURNS, {
        ours: murscope('skill', 'check', '--jsonl', skills),
        single: murscope('skill', 'check', '--jsonl', single),
        peer: peer === null ? null : [peer, '-c', PEER, skills],
      });
      const lines = taken.ours.output.trim().split('\n');
      if (lines.length !== FOLDERS) throw new Error(`${lines.length} answers instead of ${FOLDERS}`);
      if (taken.peer !== undefined && Number(taken.peer.output) !== FOLDERS)
        throw new Error('the reference validator saw other folders');
      return [
        figure(
          'skill.all',
          `skill check, ${FOLDERS} folders`,
          'ms',
          taken.ours.ms,
          beside('skills-ref', taken.peer?.ms),
        ),
        figure('skill.memory', 'its most memory', 'MiB', taken.ours.peak),
        figure('skill.one', 'skill check, one folder', 'ms', taken.single.ms),
      ];
    });
  },
};
