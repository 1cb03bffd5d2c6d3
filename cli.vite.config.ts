import { chmodSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** Builds `out/cli/murscope.js`: one ES module entry on plain Node 18, each command a chunk of its own. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'executable-entry',
      writeBundle: ({ dir }) => chmodSync(resolve(dir ?? 'out/cli', 'murscope.js'), 0o755),
    },
  ],
  build: {
    target: 'node18',
    outDir: 'out/cli',
    emptyOutDir: true,
    minify: false,
    ssr: true,
    rolldownOptions: {
      input: { murscope: resolve('src/cli/main.ts') },
      external: [...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
      },
    },
  },
  ssr: { noExternal: true },
});
