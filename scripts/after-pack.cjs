const { rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

exports.default = async ({ appOutDir, packager }) => {
  // What stands in for Electron's own starter, and its version note, are no part of the app.
  for (const name of ['resources/default_app.asar', 'version']) rmSync(join(appOutDir, name), { force: true });
  // Beside the command line, so that Node takes it as the ES modules it is.
  const { name, version } = packager.appInfo;
  writeFileSync(
    join(appOutDir, 'resources/cli/package.json'),
    `${JSON.stringify({ name, version, type: 'module' })}\n`,
  );
};
