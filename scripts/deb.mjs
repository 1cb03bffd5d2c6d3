// npm run deb: dist/murscope_VERSION_ARCH.deb, made with Debian's own tools from the packaged folder.
// The same sources and runtime give the same bytes; SOURCE_DATE_EPOCH sets the date in it (default: the last commit's).
// On a runtime that stands in for the declared Electron the package is a test build, by its version.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sizes, unwanted } from './deb/audit.mjs';
import { dependsOn, neededLibraries, versionOf } from './deb/control.mjs';
import { filesOf, finish, HOME, stageProgram, stageTexts } from './deb/stage.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { inRoot, root, runtimeDir } from './lib/paths.mjs';

const TOOLS = [
  ['dpkg-deb', 'dpkg'],
  ['readelf', 'binutils'],
  ['rsvg-convert', 'librsvg2-bin'],
];
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

async function main() {
  const absent = TOOLS.filter(([tool]) => spawnSync(tool, ['--version']).error).map(([, name]) => name);
  if (absent.length > 0) throw new Error(`A package needs Debian's tools: sudo apt-get install ${absent.join(' ')}`);
  ensureBuilt();
  console.log('Packaging …');
  const packaged = spawnSync('npm', ['run', '--silent', 'package'], { cwd: root, encoding: 'utf8' });
  if (packaged.status !== 0) throw new Error(`${packaged.stdout}${packaged.stderr}`);
  return withTree(make);
}

async function withTree(use) {
  const tree = mkdtempSync(join(tmpdir(), 'murscope-deb-'));
  chmodSync(tree, 0o755);
  process.umask(0o022);
  try {
    return await use(tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

async function make(tree) {
  const architecture = ARCHITECTURES[process.arch];
  if (architecture === undefined) throw new Error(`no package for ${process.arch}`);
  const version = versionOf(readFileSync(join(runtimeDir, 'version'), 'utf8').trim().replace(/^v/, ''));
  const date = dateOf();
  await stageTexts(tree, { version, date });
  stageProgram(tree, inRoot('dist/linux-unpacked'));
  const depends = dependsOn(neededLibraries(programs(tree)));
  finish(tree, { version, architecture, depends, date });
  const wrong = unwanted(tree);
  if (wrong.length > 0) throw new Error(`This has no place in the package:\n${wrong.join('\n')}`);

  mkdirSync(inRoot('dist'), { recursive: true });
  const file = inRoot('dist', `murscope_${version}_${architecture}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(date.getTime() / 1000) },
  });
  report(file, sizes(tree));
}

/** The date of everything in it: asked for, else that of the last commit, else of the checkout's package.json. */
function dateOf() {
  const asked = process.env.SOURCE_DATE_EPOCH;
  const commit = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).stdout?.trim();
  const seconds = Number(asked || commit || Math.floor(statSync(inRoot('package.json')).mtimeMs / 1000));
  if (!Number.isSafeInteger(seconds)) throw new Error('SOURCE_DATE_EPOCH is no number of seconds');
  return new Date(seconds * 1000);
}

/** Everything in the program's folder that a linker reads. */
function programs(tree) {
  return filesOf(tree)
    .filter((path) => path.startsWith(`${HOME}/`))
    .map((path) => join(tree, path))
    .filter((path) => readFileSync(path).subarray(0, 4).toString('latin1') === '\x7fELF');
}

function report(file, parts) {
  const mib = (bytes) => `${(bytes / 1024 / 1024).toFixed(1).padStart(7)} MiB`;
  console.log(`${file}\n${mib(statSync(file).size)}  packed`);
  console.log(`${mib(parts.reduce((sum, [, bytes]) => sum + bytes, 0))}  installed:`);
  for (const [part, bytes] of parts) console.log(`  ${mib(bytes)}  ${part}`);
}

await main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
