import { createServer } from 'vite';
import { inRoot } from './paths.mjs';

/** Runs `use` on a TypeScript module of the checkout: what is made from the program's own tables needs them as they are. */
export async function withModule(path, use) {
  const vite = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await use(await vite.ssrLoadModule(inRoot(path)));
  } finally {
    await vite.close();
  }
}
