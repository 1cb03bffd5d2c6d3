import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { withModule } from '../lib/load-ts.mjs';
import { inRoot } from '../lib/paths.mjs';
import { controlFile } from './control.mjs';
import { copyrightFile } from './libraries.mjs';

/** Where the program lies when installed. */
export const HOME = 'usr/lib/murscope';
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
// The system's own Node, not one that a person's PATH puts before it.
const WRAPPER = `#!/bin/sh
exec /usr/bin/node /${HOME}/resources/cli/out/cli/murscope.js "$@"
`;

/** Lays out everything of the package but the program itself below `tree`. */
export async function stageTexts(tree, { version, date, sizes = SIZES }) {
  const { man, completion } = await withModule('scripts/deb/texts.ts', async ({ manualPage, bashCompletion }) => ({
    man: await manualPage(version, date.toISOString().slice(0, 10)),
    completion: await bashCompletion(),
  }));
  put(tree, 'usr/bin/murscope', WRAPPER, 0o755);
  put(tree, 'usr/share/applications/murscope.desktop', readFileSync(inRoot('resources/linux/murscope.desktop')));
  put(tree, 'usr/share/mime/packages/murscope.xml', readFileSync(inRoot('resources/linux/murscope.xml')));
  put(tree, 'usr/share/man/man1/murscope.1.gz', packed(man));
  put(tree, 'usr/share/bash-completion/completions/murscope', completion);
  put(tree, 'usr/share/doc/murscope/copyright', copyrightFile());
  put(tree, 'usr/share/doc/murscope/changelog.gz', packed(changelog(version, date)));
  put(tree, 'usr/share/lintian/overrides/murscope', readFileSync(inRoot('resources/linux/lintian-overrides')));
  icons(tree, sizes);
}

/** Copies the packaged program in. Its sandbox helper gets the set-user bit: see below. */
export function stageProgram(tree, program) {
  cpSync(program, join(tree, HOME), { recursive: true });
  settleModes(join(tree, HOME));
  // Chromium takes user namespaces where a normal user has them and this helper elsewhere: where a container or
  // AppArmor (Ubuntu 24.04) refuses them. One mode for every system, and no profile that an older parser rejects.
  chmodSync(join(tree, HOME, 'chrome-sandbox'), 0o4755);
}

/** Adds control and md5sums, and gives every file one date, so that the same input is the same package. */
export function finish(tree, { version, architecture, depends, date }) {
  const files = filesOf(tree);
  const kib = files.reduce((sum, path) => sum + Math.ceil(statSync(join(tree, path)).size / 1024), 0);
  const sums = files.map((path) => `${md5(readFileSync(join(tree, path)))}  ${path}\n`);
  put(tree, 'DEBIAN/control', controlFile({ version, architecture, depends, kib }));
  put(tree, 'DEBIAN/md5sums', sums.join(''));
  for (const entry of readdirSync(tree, { recursive: true })) utimesSync(join(tree, entry), date, date);
  utimesSync(tree, date, date);
}

/** The files below a folder, relative to it, in byte order. */
export function filesOf(tree) {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(tree, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

function put(tree, path, content, mode = 0o644) {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}

/** Folders and programs 755, everything else 644, whatever the builder's umask. */
function settleModes(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const runs = entry.isDirectory() || (isProgram(path) && !/\.so(\.\d+)*$/.test(path));
    chmodSync(path, runs ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

const isProgram = (path) => (statSync(path).mode & 0o100) !== 0 && !path.endsWith('.js');

function icons(tree, sizes) {
  const drawing = inRoot('resources/icons/murscope.svg');
  const themed = (size, name) => `usr/share/icons/hicolor/${size}/apps/${name}`;
  put(tree, themed('scalable', 'murscope.svg'), readFileSync(drawing));
  for (const size of sizes) {
    const picture = execFileSync('rsvg-convert', ['-w', String(size), '-h', String(size), drawing]);
    put(tree, themed(`${size}x${size}`, 'murscope.png'), picture);
  }
}

/** Compressed without a name or a date. */
const packed = (text) => gzipSync(text, { level: 9 });
const md5 = (bytes) => createHash('md5').update(bytes).digest('hex');

function changelog(version, date) {
  const day = date.toUTCString().replace('GMT', '+0000');
  return `murscope (${version}) unstable; urgency=medium

  * Built from the sources of version ${version.split('~')[0]}.

 -- The Murscope authors <murscope@localhost>  ${day}
`;
}
