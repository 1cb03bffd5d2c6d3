// node scripts/docs-images.mjs [FOLDER]
// The pictures of the README from the running app on the samples, light and dark, into docs/images (or FOLDER),
// and the sequence of four of them.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureRuntime } from './electron-runtime.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { withDisplay } from './lib/display.mjs';
import { inRoot } from './lib/paths.mjs';
import { pixelsOf, pngOf } from './lib/png.mjs';
import { sandbox } from './lib/sandbox.mjs';
import { settled, withWindow } from './lib/window.mjs';
import { ensureLibraries } from './linux-libraries.mjs';

const SIZE = { width: 1200, height: 750 };
/** What a picture may weigh in the repository. Bytes. */
const MOST = 150_000;

// The window shows where a package lies, so that the samples lie in a folder of any machine.
const samples = join(tmpdir(), 'samples');
const sample = (name) => join(samples, name);

/** A skill with something to say about, beside the sound one. */
const FAULTY = `---
name: pdf-forms
description: Fills in PDF forms. Use when: somebody sends a form.
licence: MIT
---

# PDF forms

Read [the fields](references/fields.md) first.
`;

function laySamples() {
  rmSync(samples, { recursive: true, force: true });
  cpSync(inRoot('resources/samples'), samples, { recursive: true });
  cpSync(inRoot('resources/samples/sources/good-capsule/skills'), sample('skills'), { recursive: true });
  mkdirSync(sample('skills/pdf-helper'));
  writeFileSync(sample('skills/pdf-helper/SKILL.md'), FAULTY);
}
const tab = (name) => (page) =>
  page.getByRole('tablist', { name: 'Package', exact: true }).getByRole('tab', { name }).click();

const SCENES = [
  { name: 'welcome', paths: [], act: async () => {} },
  { name: 'overview', paths: [sample('good-capsule-1.2.0.mur.zip')], act: async () => {} },
  { name: 'findings', paths: [sample('hostile-0.0.1.mur.zip')], act: tab(/^Findings/) },
  { name: 'files', paths: [sample('good-capsule-1.2.0.mur.zip')], act: tab(/^Files/) },
  { name: 'skills', paths: [sample('skills')], act: async () => {} },
];

/** The sequence: an empty window, a package, its files, what is wrong with another one; so long each, in milliseconds. */
const FRAMES = ['welcome', 'overview', 'files', 'findings'];
const FRAME_MS = 2200;
const FRAME_SIZE = { width: 900, height: 600 };

const folder = resolve(process.argv[2] ?? inRoot('docs/images'));
mkdirSync(folder, { recursive: true });
await ensureRuntime();
ensureLibraries();
ensureBuilt();
laySamples();
await withDisplay(async (env) => {
  const shot = ({ name, paths, act }, size, theme) =>
    withWindow({ env, sandboxed: sandbox().possible, ...size, theme, paths }, async (_app, page) => {
      await settled(page, name === 'skills' ? [] : paths);
      if (name === 'skills') await page.locator('.cm-content').waitFor();
      await act(page);
      await settled(page);
      return pixelsOf(await page.screenshot({ animations: 'disabled' }));
    });
  for (const theme of ['light', 'dark'])
    for (const scene of SCENES)
      if (scene.name !== 'welcome') save(`${scene.name}-${theme}`, pngOf([await shot(scene, SIZE, theme)]));
  const frames = [];
  for (const wanted of FRAMES)
    for (const scene of SCENES) if (scene.name === wanted) frames.push(await shot(scene, FRAME_SIZE, 'light'));
  save('sequence', pngOf(frames, FRAME_MS));
});
rmSync(samples, { recursive: true, force: true });

function save(name, png) {
  if (png.length > MOST) throw new Error(`${name}.png has ${png.length} bytes, over ${MOST}`);
  writeFileSync(join(folder, `${name}.png`), png);
  console.log(`${name}.png ${png.length}`);
}
