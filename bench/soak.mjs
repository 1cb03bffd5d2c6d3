#!/usr/bin/env node
// `npm run soak`: the real window opens and closes 1,000 packages, follows 10,000 changes on disk and runs three naming
// batches, while what it holds is counted. Exit code 1 where that grows.
import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRuntime } from '../scripts/electron-runtime.mjs';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { withDisplay } from '../scripts/lib/display.mjs';
import { zipBytes } from '../scripts/make-samples-zip.mjs';
import { census, growth } from './census.mjs';
import { ROOT, withFolder } from './lib.mjs';
import { openWindow } from './window.mjs';

const PACKAGES = 1000;
const CHANGES = 10_000;
const BATCHES = 3;
const BLOCKS = 200;
const LOOKS = 18;

const pause = (ms) => new Promise((over) => setTimeout(over, ms));
const shown = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** Runs `step` so many times and looks `LOOKS` times on the way; gives what was seen. */
async function phase(window, title, count, step) {
  console.log(`\n${title}`);
  const looks = [];
  for (let number = 0; number < count; number++) {
    await step(number);
    if ((number + 1) % Math.ceil(count / LOOKS) !== 0 && number + 1 < count) continue;
    // Collectors of readers wait for quiet.
    await pause(2000);
    const seen = await census(window);
    if (looks.length === 0) console.log(`  ${'done'.padStart(6)}  ${Object.keys(seen).join(' | ')}`);
    console.log(`  ${String(number + 1).padStart(6)}  ${Object.values(seen).map(shown).join(' | ')}`);
    looks.push(seen);
  }
  const grown = growth(looks);
  for (const sentence of grown) console.log(`  GROWN: ${sentence}`);
  return grown;
}

const manifest = (number) => `name: soak-${number % 7}\nversion: 0.1.${number}\nruntime: tool\n`;
const archive = (number) =>
  zipBytes([
    { name: 'murmur.yaml', content: manifest(number) },
    { name: 'capsule.wasm', content: '\0asm\r\0\x01\0' },
    ...Array.from({ length: 20 }, (_, at) => ({
      name: `docs/${at}.md`,
      content: `# ${at}\n${'text '.repeat(number % 50)}\n`,
    })),
  ]);

function openAndClose(window, folder) {
  return phase(window, `${PACKAGES} packages opened and closed`, PACKAGES, async (number) => {
    const path = join(folder, `soak-${number % 40}.mur.zip`);
    writeFileSync(path, archive(number));
    await window.drop(path, { rows: number % 2 === 0 });
    await window.closeTab();
  });
}

/** Changes of an open package, of a skill and of a store, some written over and some put in place. */
async function changes(window, folder, home) {
  const [file, skills] = [join(folder, 'watched.mur.zip'), join(folder, 'skills')];
  const skill = join(skills, 'demo/SKILL.md');
  const version = join(home, '.murmur/artifacts/local/soak/0.1.0');
  for (const made of [join(skills, 'demo'), version]) mkdirSync(made, { recursive: true });
  const put = (path, content, number) => {
    if (number % 2 === 0) return writeFileSync(path, content);
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  };
  const write = [
    (number) => put(file, archive(number), number),
    (number) => put(skill, `---\nname: demo\ndescription: Number ${number}. Use it.\n---\n# Demo\n`, number),
    (number) => put(join(version, 'soak-0.1.0.mur.zip'), archive(number), number),
  ];
  for (const one of write) one(0);
  await window.dropOnly(skills);
  await window.dropOnly(file);
  await window.page.keyboard.press('ControlOrMeta+1');
  // Changes come in bursts, as builds and checkouts make them, with a moment between in which they are followed.
  return phase(window, `${CHANGES} changes on disk followed`, CHANGES / 50, async (burst) => {
    for (let at = 0; at < 50; at++) write[at % 3](burst * 50 + at);
    await pause(100);
  });
}

async function batches(window, folder) {
  const { app, page } = window;
  const command = JSON.stringify(['/bin/sh', '-c', `cat > /dev/null; echo '{"name": "N", "purpose": "P"}'`]);
  const toml = `[[runner]]\nid = "n"\ncapability = "naming-runner"\ncommand = ${command}\n`;
  const lines = Array.from({ length: BLOCKS }, (_, at) => `{"block_id": "${at}", "packet": {"at": ${at}}}\n`);
  const paths = [join(folder, 'runners.toml'), join(folder, 'blocks.jsonl')];
  for (const [at, content] of [toml, lines.join('')].entries()) writeFileSync(paths[at], content);
  await app.evaluate(({ dialog }) => {
    Object.assign(dialog, { showMessageBox: async () => ({ response: 1, checkboxChecked: false }) });
  });
  await window.dropOnly(...paths);
  return phase(window, `${BATCHES} naming batches of ${BLOCKS} blocks`, BATCHES, async (number) => {
    if (number > 0) await window.dropOnly(...paths);
    await page.getByRole('button', { name: `Name ${BLOCKS} blocks` }).click();
    await page.getByText(`${BLOCKS} of ${BLOCKS}`).waitFor({ timeout: 120_000 });
    await page.getByRole('status').getByText('done', { exact: true }).waitFor();
  });
}

async function soak(folder, env) {
  const home = join(folder, 'home');
  mkdirSync(home);
  const window = await openWindow(join(folder, 'user'), { ...env, HOME: home });
  try {
    copyFileSync(join(ROOT, 'resources/samples/echo-tool-0.3.0.mur.zip'), join(folder, 'first.mur.zip'));
    await window.drop(join(folder, 'first.mur.zip'), { rows: false });
    await window.tab('Files');
    await window.closeTab();
    return [
      ...(await openAndClose(window, folder)),
      ...(await changes(window, folder, home)),
      ...(await batches(window, folder)),
    ];
  } finally {
    await window.close();
  }
}

await ensureRuntime();
ensureBuilt();
const began = Date.now();
const grown = await withFolder((folder) => withDisplay((env) => soak(folder, env)));
console.log(
  `\n${Math.round((Date.now() - began) / 1000)} s, ${grown.length === 0 ? 'nothing grew' : `${grown.length} grew`}`,
);
process.exitCode = grown.length > 0 ? 1 : 0;
