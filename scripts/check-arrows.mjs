// Fails when an import crosses a layer the wrong way (ARCHITECTURE.md, "Arrows").
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');

/** Which rooms of src/ a room may import, and which packages it may not. */
const LAYERS = {
  shared: { rooms: ['shared'], packages: (name) => name === 'zod' },
  core: { rooms: ['shared', 'core'], packages: (name) => name !== 'electron' && !isUi(name) },
  cli: { rooms: ['shared', 'core', 'cli'], packages: (name) => name !== 'electron' && !isUi(name) },
  main: { rooms: ['shared', 'core', 'main'], packages: (name) => !isUi(name) },
  preload: { rooms: ['shared', 'preload'], packages: (name) => name === 'electron' },
  renderer: { rooms: ['shared', 'renderer'], packages: (name) => name !== 'electron' && !isNode(name) },
};
/** The order of rooms inside core: a room may import the rooms before it. */
const CORE_ORDER = [
  'text',
  'io',
  'findings',
  'yaml',
  'package',
  'skill',
  'manifest',
  'model',
  'store',
  'compare',
  'naming',
  'report',
  'open',
];

const isUi = (name) =>
  /^(react|react-dom|zustand|lucide-react|radix-ui|cmdk|codemirror|@codemirror\/|@tanstack\/)/.test(name);
const isNode = (name) => name.startsWith('node:');

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
const problems = [];
let arrows = 0;
for (const file of files(src)) {
  const [room, sub] = relative(src, file).split(sep);
  const layer = LAYERS[room];
  const shown = relative(root, file);
  if (!layer) {
    problems.push(`${shown}: src/${room} is not a room of the house`);
    continue;
  }
  const isTest = /\.test\.tsx?$/.test(file);
  for (const match of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const target = match[1] ?? match[2] ?? match[3];
    arrows++;
    if (!target.startsWith('.')) {
      if (!isTest && !layer.packages(target)) problems.push(`${shown}: ${room} may not import '${target}'`);
      continue;
    }
    const path = relative(src, resolve(dirname(file), target)).split(sep);
    if (path[0] === '..') {
      if (!isTest && target !== '../../package.json' && !target.endsWith('package.json'))
        problems.push(`${shown}: imports '${target}' from outside src`);
      continue;
    }
    if (!layer.rooms.includes(path[0]) && !isTest) problems.push(`${shown}: ${room} may not import src/${path[0]}`);
    if (room === 'core' && path[0] === 'core' && !isTest) {
      const [from, to] = [CORE_ORDER.indexOf(sub), CORE_ORDER.indexOf(path[1])];
      if (from < 0) problems.push(`${shown}: core/${sub} has no place in the order of core's rooms`);
      else if (to > from) problems.push(`${shown}: core/${sub} may not import core/${path[1]}`);
    }
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${arrows} imports, all one way`);
