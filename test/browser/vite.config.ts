import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The window's own page and code, with a fake host put before them, for a plain browser. */

const root = resolve(import.meta.dirname, '../..');
const NONCE = 'bm9uY2UtZm9yLXRlc3Rz';

/** As strict as the app's own policy, so that a test sees what it would block. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'nonce-${NONCE}'`,
  "img-src 'self' blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export default defineConfig({
  root: resolve(root, 'src/renderer'),
  plugins: [
    react(),
    tailwindcss(),
    {
      name: 'fake-host',
      transformIndexHtml: {
        order: 'pre',
        handler: (html) => ({
          html: html.replace('__CSP_NONCE__', NONCE),
          tags: [
            {
              tag: 'script',
              attrs: { type: 'module', src: '../../test/browser/fake/install.ts' },
              injectTo: 'head-prepend',
            },
          ],
        }),
      },
    },
  ],
  server: { fs: { allow: [root] } },
  build: {
    target: 'chrome130',
    minify: 'oxc',
    outDir: resolve(root, 'out/browser'),
    emptyOutDir: true,
    rolldownOptions: { input: resolve(root, 'src/renderer/index.html') },
  },
  preview: {
    port: Number(process.env.MURSCOPE_BROWSER_PORT ?? 4319),
    strictPort: true,
    headers: { 'content-security-policy': policy },
  },
});
