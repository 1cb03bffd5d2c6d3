import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listPackage } from '@electron/asar';
import { filesOf, HOME } from './stage.mjs';

/** What has no place in a package, wherever it lies. */
const UNWANTED = [
  [/\.(ts|tsx|mts|cts)$/, 'a source'],
  [/\.map$/, 'a source map'],
  [/\.(test|spec)\./, 'a test'],
  [/(^|\/)node_modules(\/|$)/, 'an unbundled library'],
  [/(^|\/)\.[^/]+$/, 'a hidden file'],
  [/(^|\/)default_app\.asar$/, "the runtime's own starter"],
  [/(^|\/)locales\/(?!en-US\.pak$)/, 'a language that the program does not speak'],
];

/** Lines for what should not be in the tree or in the program's archive; none is well. */
export function unwanted(tree) {
  const files = filesOf(tree);
  const archive = `${HOME}/resources/app.asar`;
  const inside = files.includes(archive) ? listPackage(join(tree, archive), {}) : [];
  return [...files, ...inside.map((path) => `${archive}${path}`)].flatMap((path) =>
    UNWANTED.filter(([pattern]) => pattern.test(path)).map(([, what]) => `${path}: ${what}`),
  );
}

const PARTS = [
  [/\/resources\/app\.asar$/, 'the window'],
  [/\/resources\/cli\//, 'the command line'],
  [/\/resources\/samples\//, 'samples'],
  [/\/LICENSES\.chromium\.html$/, "Chromium's licences"],
  [/^usr\/lib\/murscope\//, 'Electron'],
  [/./, 'desktop entry, icons, manual, completion, licences'],
];

/** Bytes by part, as `[part, bytes]`, the largest first. */
export function sizes(tree) {
  const sums = new Map();
  for (const path of filesOf(tree).filter((file) => !file.startsWith('DEBIAN/'))) {
    const part = PARTS.find(([pattern]) => pattern.test(path))?.[1];
    sums.set(part, (sums.get(part) ?? 0) + statSync(join(tree, path)).size);
  }
  return [...sums].sort((a, b) => b[1] - a[1]);
}
