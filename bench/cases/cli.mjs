// Starting the command line for one small answer, beside a Node that does nothing, and thousands of answers in one call.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beside, figure, inTurns, murscope, withFolder } from '../lib.mjs';

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
      const node = beside('node -e 0', results.node.ms);
      return [
        figure('cli.lower', 'lower, one file', 'ms', results.lower.ms, node),
        figure('cli.check', 'skill check, one skill', 'ms', results.check.ms, node),
        figure('cli.version', '--version', 'ms', results.version.ms, node),
        figure('cli.many', `lower, ${FILES} files in one call`, 'ms', results.many.ms),
        figure('cli.many-memory', 'its most memory', 'MiB', results.many.peak),
      ];
    }),
};
