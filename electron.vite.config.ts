import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// The oldest runtime the window must start on (Electron 33: Node 20.18, Chrome 130). Without these
// pins the targets would follow the installed electron package instead.
const NODE_TARGET = 'node20.18';
const CHROME_TARGET = 'chrome130';

const commonJs = { format: 'cjs' as const, entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' };

export default defineConfig({
  main: {
    build: {
      target: NODE_TARGET,
      externalizeDeps: false, // everything is bundled: nothing from node_modules ships
      rolldownOptions: {
        input: { index: resolve('src/main/index.ts'), worker: resolve('src/main/worker/entry.ts') },
        output: commonJs,
      },
    },
  },
  preload: {
    build: {
      target: NODE_TARGET,
      externalizeDeps: false, // a sandboxed preload can require only 'electron' and a few builtins
      rolldownOptions: {
        input: { index: resolve('src/preload/index.ts') },
        output: { ...commonJs, codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), tailwindcss()],
    build: {
      target: CHROME_TARGET,
      minify: 'oxc',
      rolldownOptions: { input: resolve('src/renderer/index.html') },
    },
  },
});
