// Starting the command line for one small answer, beside a Node that does nothing, and thousands of answers in one call.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTurns, murscope, withFolder } from '../lib.mjs';

const TURNS = 9;
const FILES = 3000;

export default {
  name: 'cli',
  what: 'the command line started for one answer, and for thousands',
  run: () =>
    withFolder(async (folder) => {
      const config = join(folder, 'config.yaml');
      writeFileSync(config, 'types: {utterance: {schema: {type: object}}}\nread_recent: {default: 20, max: 100}\n');
      const skill = join(folder, 'demo');
      mkdirSync(skill);
      writeFileSync(
        join(skill, 'SKILL.md'),
        '---\nname: demo\ndescription: Shows it; use when showing.\n---\n# Demo\n',
      );
      const many = Array.from({ length: FILES }, (_, index) => join(folder, `${index}.yaml`));
      for (const [index, file] of many.entries()) writeFileSync(file, `a: ${index}\nb: [1, 2.50, ~]\n`);
      const results = await inTurns(TURNS, {
        lower: murscope('lower', '--jsonl', config),
        check: murscope('skill', 'check', '--jsonl', skill),
        version: murscope('--version'),
        many: murscope('lower', '--jsonl', ...many),
        node: [process.execPath, '-e', '0'],
      });
      return [
        { what: 'lower, one file', value: results.lower.ms, unit: 'ms', limit: 150 },
        { what: 'skill check, one skill', value: results.check.ms, unit: 'ms', limit: 150 },
        { what: '--version', value: results.version.ms, unit: 'ms' },
        { what: 'a Node that does nothing', value: results.node.ms, unit: 'ms' },
        { what: `lower, ${FILES} files in one call`, value: results.many.ms, unit: 'ms' },
        { what: 'its most memory', value: results.many.peak, unit: 'MiB' },
      ];
    }),
};
