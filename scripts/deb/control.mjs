import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';
import { packageOf } from '../linux-libraries.mjs';

const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/**
 * The version of the package. Built on another Electron than the declared one it is a test build and says so; the tilde
 * makes it older than the release.
 */
export function versionOf(running, { version, declared } = stated()) {
  const major = (text) => text.split('.')[0];
  return major(running) === major(declared) ? version : `${version}~test+electron${major(running)}`;
}

const stated = () => ({ version: manifest.version, declared: manifest.devDependencies.electron });

/** Libraries that the programs name as needed, without those among the programs themselves. */
export function neededLibraries(programs) {
  const said = execFileSync('readelf', ['-d', ...programs], { encoding: 'utf8' });
  const names = [...said.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map((match) => match[1]);
  const own = new Set(programs.map((path) => path.split('/').at(-1)));
  return [...new Set(names)].filter((name) => !own.has(name)).sort();
}

/** Renamed for 64-bit time in newer Debians: either name will do. */
const RENAMED = new Set([
  'libasound2',
  'libatk1.0-0',
  'libatk-bridge2.0-0',
  'libatspi2.0-0',
  'libcups2',
  'libglib2.0-0',
  'libgtk-3-0',
]);

/** Debian's packages for libraries, as a `Depends` field; throws for one of no known package. */
export function dependsOn(libraries) {
  const packages = libraries.map((name) => {
    const found = packageOf(name);
    if (found === null) throw new Error(`no package is known for ${name}: add it to scripts/linux-libraries.mjs`);
    return RENAMED.has(found) ? `${found} | ${found}t64` : found;
  });
  return [...new Set(['nodejs (>= 18)', ...packages])].sort().join(', ');
}

/** DEBIAN/control. `kib` is what it takes installed. */
export function controlFile({ version, architecture, depends, kib }) {
  const test = version.includes('~test+');
  return `Package: murscope
Version: ${version}
Section: devel
Priority: optional
Architecture: ${architecture}
Installed-Size: ${kib}
Maintainer: ${manifest.author} <murscope@localhost>
Depends: ${depends}
Recommends: desktop-file-utils, shared-mime-info, xdg-utils
Description: desktop inspector for Murmur packages${test ? ' (test build)' : ''}
 Shows what is in a .mur.zip, whether Murmur would load it, what it is granted
 and what each configured artifact receives. Nothing from a package is run or
 unpacked. The murscope command gives the same answers without a window.
${test ? ' .\n This is a test build: its Electron stands in for a newer one. Do not ship it.\n' : ''}`;
}
