// What a window needs of the system on Linux: the libraries Electron links against and, without a display, Xvfb.
//   node scripts/linux-libraries.mjs           says what is missing (exit 1) or that nothing is
//   node scripts/linux-libraries.mjs --bring   as root on Debian also installs it
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasDisplay } from './lib/display.mjs';
import { runtimeDir } from './lib/paths.mjs';

/** Debian's package of each library that Electron asks for. */
const PACKAGE_OF = {
  'libasound.so.2': 'libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdrm.so.2': 'libdrm2',
  'libexpat.so.1': 'libexpat1',
  'libgbm.so.1': 'libgbm1',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libsmime3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libudev.so.1': 'libudev1',
  'libX11.so.6': 'libx11-6',
  'libxcb.so.1': 'libxcb1',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libxkbcommon.so.0': 'libxkbcommon0',
};
// Opened at run time by newer Electrons, so no linker names it.
const OPENED_LATER = ['libgtk-3.so.0'];

/** In every Debian, but a package of ours names them. */
const ALWAYS_THERE = [
  [/^(lib(c|m|dl|pthread|rt)|ld-linux-x86-64|ld-linux-aarch64)\.so\.\d+$/, 'libc6'],
  [/^libgcc_s\.so\.1$/, 'libgcc-s1'],
  [/^libstdc\+\+\.so\.6$/, 'libstdc++6'],
];

/** Debian's package of a library by its older name, or null where none is known. */
export function packageOf(library) {
  if (Object.hasOwn(PACKAGE_OF, library)) return PACKAGE_OF[library];
  return ALWAYS_THERE.find(([pattern]) => pattern.test(library))?.[1] ?? null;
}

/** The libraries that `ldd` could not find. */
export function notFound(lddOutput) {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]);
}

/** Debian packages for missing libraries, in byte order, each once; `unknown` are libraries of no known package. */
export function packagesFor(libraries, { xvfb }) {
  const known = libraries.filter((name) => Object.hasOwn(PACKAGE_OF, name));
  const packages = new Set(known.map((name) => PACKAGE_OF[name]));
  if (xvfb) packages.add('xvfb');
  return { packages: [...packages].sort(), unknown: libraries.filter((name) => !known.includes(name)) };
}

/** Newer Debians renamed some libraries for 64-bit time (`libasound2t64`); `available` asks the package lists. */
export function asNamedHere(packages, available) {
  return packages.map((name) => (!available(name) && available(`${name}t64`) ? `${name}t64` : name));
}

/** What is missing on this machine: `{packages, unknown}`, both empty where a window can open. */
export function missing() {
  if (process.platform !== 'linux') return { packages: [], unknown: [] };
  const linked = spawnSync('ldd', [join(runtimeDir, 'electron')], { encoding: 'utf8' });
  const libraries = notFound(linked.stdout ?? '');
  const cached = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? '';
  for (const name of OPENED_LATER) {
    const seen = `${linked.stdout}${cached}`.includes(name);
    if (!seen && cached !== '' && !libraries.includes(name)) libraries.push(name);
  }
  return packagesFor(libraries, { xvfb: !hasDisplay() && !onPath('Xvfb') });
}

const onPath = (name) => (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));
const isDebian = () => existsSync('/etc/debian_version') && onPath('apt-get');
const isRoot = () => process.getuid?.() === 0;

/** Makes sure a window can open: installs what is missing as root on Debian and says so, else throws the line that does. */
export function ensureLibraries() {
  const need = missing();
  if (need.packages.length === 0 && need.unknown.length === 0) return;
  if (isRoot() && isDebian() && need.packages.length > 0) bring(need.packages);
  const still = isRoot() ? missing() : need;
  if (still.packages.length > 0 || still.unknown.length > 0) throw new Error(whatToDo(still));
}

/** The sentence for a person whose machine lacks something. */
export function whatToDo({ packages, unknown }, debian = isDebian()) {
  const lines = [];
  if (packages.length > 0 && debian) {
    lines.push(
      'A window needs libraries that are not installed here. This line installs them:',
      '',
      installLine(packages),
    );
  } else if (packages.length > 0) {
    lines.push(`A window needs, by their Debian names: ${packages.join(' ')}. Install what your system calls them.`);
  }
  if (unknown.length > 0) lines.push(`Electron also asks for ${unknown.join(', ')}; no package is known for it.`);
  return lines.join('\n');
}

const installLine = (packages) =>
  `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;

function bring(packages) {
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-q'], quiet);
  const names = asNamedHere(
    packages,
    (name) => spawnSync('apt-cache', ['show', '--', name], { stdio: 'ignore' }).status === 0,
  );
  console.log(`Running as root, so the libraries a window needs are installed now: ${names.join(' ')}`);
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], quiet);
}

function main() {
  try {
    if (process.argv.includes('--bring')) ensureLibraries();
    const need = missing();
    if (need.packages.length > 0 || need.unknown.length > 0) throw new Error(whatToDo(need));
    console.log('Every library a window needs is here.');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
