// Lowering a config block just under the limit, in process, beside the npm yaml parser reading the same text.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { parse } from 'yaml';

const BLOCK_BYTES = 60 * 1024;
const TURNS = 15;
const GOAL_MS = 30;

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

/** The core's own lowering, built as the command line has it, in one file. */
async function loadCore(folder) {
  const root = resolve(import.meta.dirname, '../..');
  const entry = join(root, 'src/core/manifest/config.ts');
  const yaml = join(root, 'src/core/yaml/index.ts');
  const options = { ssr: true, outDir: folder, target: 'node18', rolldownOptions: { input: { config: entry, yaml } } };
  await build({ configFile: false, root, logLevel: 'silent', publicDir: false, build: options });
  const load = (name) => import(pathToFileURL(join(folder, `${name}.js`)).href);
  return { ...(await load('config')), ...(await load('yaml')) };
}

/** First, best and middle of some turns, in ms. */
function times(run) {
  const all = Array.from({ length: TURNS }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
  const sorted = [...all].sort((a, b) => a - b);
  return { first: all[0], best: sorted[0], median: sorted[Math.floor(TURNS / 2)] };
}

export default {
  name: 'config',
  what: 'a config block of 60 KB lowered to JSON, beside the yaml package',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'murscope-bench-'));
    try {
      const { lowerConfig, parseYaml } = await loadCore(folder);
      const text = block();
      const ours = times(() => {
        const parsed = parseYaml(text);
        const lowered = parsed.ok ? lowerConfig('demo', parsed.value) : parsed;
        if (!lowered.ok) throw new Error(`not lowered: ${JSON.stringify(lowered.error)}`);
      });
      const theirs = times(() => JSON.stringify(parse(text, { version: '1.2' })));
      return [
        { label: 'lower, first time', ms: ours.first, limit: GOAL_MS },
        { label: 'lower, middle', ms: ours.median, limit: GOAL_MS },
        { label: 'yaml package, first time', ms: theirs.first },
        { label: 'yaml package, middle', ms: theirs.median },
      ].map((row) => ({ ...row, what: row.label, value: row.ms, unit: 'ms' }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
