// npm run docs: writes what of docs/ is made from the program's tables. With `--images` the pictures too.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withModule } from './lib/load-ts.mjs';
import { inRoot } from './lib/paths.mjs';

const pages = await withModule('scripts/docs/pages.ts', (made) => made.pages());
for (const { path, text } of pages) {
  const file = join(inRoot('docs'), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
console.log(`${pages.length} pages in docs`);
if (process.argv.includes('--images')) await import('./docs-images.mjs');
