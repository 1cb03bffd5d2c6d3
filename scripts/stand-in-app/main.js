// What `electron .` runs first where the runtime came without Electron's own starter: finds the app named on the
// command line, gives it its name and version, and loads it.
//   electron [switches] [-r module]… <folder or file> [the app's own arguments]
const { app } = require('electron');
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');

function parse(args) {
  const required = [];
  let version = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === '-r' || arg === '--require') required.push(args[++i]);
    else if (arg === '-v' || arg === '--version') version = true;
    else if (!arg.startsWith('-')) return { version, required, target: resolve(arg) };
  }
  return { version, required, target: null };
}

function introduce(folder) {
  const { name, productName, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (version) app.setVersion(version);
  if (productName || name) app.setName(productName || name);
  app.setDesktopName?.(`${app.getName()}.desktop`);
}

function start({ version, required, target }) {
  if (version) {
    console.log(`v${process.versions.electron}`);
    return app.exit(0);
  }
  if (target === null) {
    console.error('usage: electron [switches] [-r module]… <folder or file> [arguments]');
    return app.exit(2);
  }
  for (const name of required) require(resolve(name));
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true, configurable: false });
  const isFolder = existsSync(join(target, 'package.json'));
  if (isFolder) introduce(target);
  const file = Module._resolveFilename(target, null, true);
  app.setAppPath(isFolder ? target : dirname(file));
  // Synchronous on purpose: the app must be able to act before `ready`.
  Module._load(file, null, true);
}

try {
  start(parse(process.argv.slice(1)));
} catch (error) {
  // Electron would show a box and wait for a click that nobody makes in a test.
  console.error(error);
  app.exit(1);
}
