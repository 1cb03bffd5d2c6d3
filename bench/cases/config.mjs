// Lowering a config block just under the limit, in process, beside the npm yaml parser reading the same text: the first
// one of a process, which is the one that people wait for, and a warm one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beside, buildCore, figure, inTurns, middle, ROOT, script, withFolder } from '../lib.mjs';

const BLOCK_BYTES = 60 * 1024;
const PROCESSES = 7;

/** Nested mappings, lists, numbers, quoted and folded texts: what blocks of real manifests are made of. */
function block() {
  let text = '';
  for (let index = 0; text.length < BLOCK_BYTES; index++) {
    text += `type_${index}:\n  schema: { type: object, required: [text, "kind ${index}"] }\n  max: ${index * 37}\n`;
    text += `  weight: ${index / 7}\n  enabled: true\n  note: 'It''s number ${index}'\n`;
    text += `  prompt: >-\n    Read the text and say\n    what it is about.\n  steps:\n    - one\n    - two: [1, 2.5, ~]\n`;
  }
  return text;
}

/** Runs `once` fifteen times and prints the first and the middle time of it, in ms. */
const timed = (imports, once) => `
import { readFileSync } from 'node:fs';
${imports}
const text = readFileSync(process.argv[2], 'utf8');
const all = Array.from({ length: 15 }, () => {
  const began = performance.now();
  ${once}
  return performance.now() - began;
});
console.log(JSON.stringify({ first: all[0], warm: all.sort((a, b) => a - b)[7] }));
`;

const OURS = (folder) =>
  timed(
    `import { parseYaml } from '${pathToFileURL(join(folder, 'yaml.js')).href}';
import { lowerConfig } from '${pathToFileURL(join(folder, 'config.js')).href}';`,
    `const parsed = parseYaml(text);
  if (!parsed.ok || !lowerConfig('demo', parsed.value).ok) throw new Error('not lowered');`,
  );
const PEER = timed(
  `import { parse } from '${pathToFileURL(join(ROOT, 'node_modules/yaml/dist/index.js')).href}';`,
  `JSON.stringify(parse(text, { version: '1.2' }));`,
);

export default {
  name: 'config',
  what: 'a config block of 60 KB lowered to JSON',
  run: () =>
    withFolder(async (folder) => {
      const file = join(folder, 'block.yaml');
      writeFileSync(file, block());
      await buildCore(join(folder, 'core'), { config: 'manifest/config.ts', yaml: 'yaml/index.ts' });
      const { ours, peer } = await inTurns(PROCESSES, {
        ours: script(folder, 'ours', OURS(join(folder, 'core')), file),
        peer: script(folder, 'peer', PEER, file),
      });
      const of = ({ outputs }, key) => middle(outputs.map((output) => JSON.parse(output)[key]));
      return [
        figure(
          'config.first',
          'the first block of a process',
          'ms',
          of(ours, 'first'),
          beside('yaml', of(peer, 'first')),
        ),
        figure('config.warm', 'a later one', 'ms', of(ours, 'warm'), beside('yaml', of(peer, 'warm'))),
      ];
    }),
};
