import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';

const IMPORTED = /(?:from|import|import\(|url\()\s*['"]([^'".][^'"]*)['"]/g;
const LICENCE_FILE = /^(licen[cs]e|copying|ofl)(\b|[-_.])/i;

/**
 * The libraries that the build may have taken in: what the sources import and what that depends on in turn.
 * More than is really used rather than less. `{name, version, licence, text}` each, by name.
 */
export function bundledLibraries() {
  const found = new Map();
  const add = (name, from) => {
    const folder = locate(name, from);
    if (folder === null || found.has(folder)) return;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    found.set(folder, { name, version: manifest.version, licence: licenceOf(manifest), text: licenceText(folder) });
    for (const next of Object.keys(manifest.dependencies ?? {})) add(next, folder);
  };
  for (const name of importedNames(inRoot('src'))) add(name, inRoot());
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function* importedNames(folder) {
  const runtime = new Set(['electron', ...builtinModules]);
  for (const file of sources(folder))
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      if (!path.startsWith('node:') && !runtime.has(name)) yield name;
    }
}

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (/(?<!\.test)\.(tsx?|css)$/.test(entry.name)) yield join(entry.parentPath ?? entry.path, entry.name);
}

// As Node finds it: beside the one that asks, else further up.
function locate(name, from) {
  const own = join(from, 'node_modules', name);
  if (existsSync(join(own, 'package.json'))) return own;
  const top = inRoot('node_modules', name);
  return existsSync(join(top, 'package.json')) ? top : null;
}

const licenceOf = ({ license }) => (typeof license === 'string' ? license : (license?.type ?? 'unknown'));

function licenceText(folder) {
  const file = readdirSync(folder)
    .sort()
    .find((name) => LICENCE_FILE.test(name));
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
}

/** debian/copyright in the machine-readable form: ours, the runtime's, and each library's with its text. */
export function copyrightFile(libraries = bundledLibraries()) {
  const own = readFileSync(inRoot('LICENSE'), 'utf8');
  const runtime = readFileSync(inRoot('node_modules/electron/LICENSE'), 'utf8');
  const paragraphs = [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: murscope',
    files('*', own, 'Expat'),
    `${files('usr/lib/murscope/*', runtime, 'Electron')}
Comment: Electron, and Chromium within it; every licence of Chromium's parts stands in
 /usr/lib/murscope/LICENSES.chromium.html.`,
    ...libraries.map(({ name, version, licence, text }) =>
      files(`bundled/${name}`, text ?? `${name} is under the ${licence} licence.`, `${licence}-${name}`, version),
    ),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function files(pattern, text, licence, version) {
  const holders = [...text.matchAll(/^.*copyright .*$/gim)].map(([line]) => line.trim()).slice(0, 3);
  return [
    `Files: ${pattern}`,
    ...(version === undefined ? [] : [`Comment: version ${version}, taken into the program's own files`]),
    `Copyright: ${holders.length === 0 ? 'its authors' : holders.join('\n ')}`,
    `License: ${licence.replaceAll(/[ ()/@]/g, '_')}\n${indented(text)}`,
  ].join('\n');
}

const indented = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => (line.trim() === '' ? ' .' : ` ${line.trimEnd()}`))
    .join('\n');
