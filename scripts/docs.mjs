// npm run docs: writes what of docs/ is made from the program's tables. With `--images` the pictures too.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createServer } from 'vite';
import { inRoot } from './lib/paths.mjs';

// The pages are TypeScript over the program's own tables, and commands are loaded one by one.
const vite = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const pages = await vite
  .ssrLoadModule(inRoot('scripts/docs/pages.ts'))
  .then((made) => made.pages())
  .finally(() => vite.close());
for (const { path, text } of pages) {
  const file = join(inRoot('docs'), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
console.log(`${pages.length} pages in docs`);
if (process.argv.includes('--images')) await import('./docs-images.mjs');
