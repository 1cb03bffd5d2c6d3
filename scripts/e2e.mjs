// The end-to-end tests on the real Electron: npm run test:e2e -- [Playwright's arguments]
// Builds where needed and starts an invisible display where there is none.
import { spawn } from 'node:child_process';
import { ensureRuntime } from './electron-runtime.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { withDisplay } from './lib/display.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { sandbox } from './lib/sandbox.mjs';
import { ensureLibraries } from './linux-libraries.mjs';

function playwright(args, env) {
  const child = spawn(process.execPath, [inRoot('node_modules/@playwright/test/cli.js'), 'test', ...args], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

try {
  await ensureRuntime();
  ensureLibraries();
  ensureBuilt();
  const box = sandbox();
  if (!box.possible) console.log(`Note: the windows of these tests run without a sandbox (${box.why}).`);
  const env = { ...process.env, MURSCOPE_E2E_SANDBOX: box.possible ? 'on' : 'off' };
  process.exitCode = await withDisplay((shown) => playwright(process.argv.slice(2), shown), env);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
