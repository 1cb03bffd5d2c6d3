// Skills: `skill check` over the real folders of the corpus with all rule sets, against the Python reference validator
// (`pip install skills-ref`; SKILLS_REF_PYTHON names the interpreter that has it) in one process, both starts included.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTurns, murscope, ROOT, withFolder } from '../lib.mjs';

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
      if (peer === null) console.log('  not compared: no Python with skills-ref (see the top of this case)');
      const taken = await inTurns(TURNS, {
        ours: murscope('skill', 'check', '--jsonl', skills),
        single: murscope('skill', 'check', '--jsonl', single),
        ...(peer === null ? {} : { peer: [peer, '-c', PEER, skills] }),
      });
      const lines = taken.ours.output.trim().split('\n');
      if (lines.length !== FOLDERS) throw new Error(`${lines.length} answers instead of ${FOLDERS}`);
      const rows = [
        { what: `skill check, ${FOLDERS} folders`, value: taken.ours.ms, unit: 'ms' },
        { what: 'skill check, one folder', value: taken.single.ms, unit: 'ms', limit: 150 },
        { what: 'most memory', value: taken.ours.peak, unit: 'MiB' },
      ];
      if (taken.peer === undefined) return rows;
      if (Number(taken.peer.output) !== FOLDERS) throw new Error('the reference validator saw other folders');
      return [
        ...rows,
        { what: 'skills-ref, the same folders', value: taken.peer.ms, unit: 'ms' },
        { what: 'faster than skills-ref', value: taken.peer.ms / taken.ours.ms, unit: '×', least: 3 },
      ];
    });
  },
};
