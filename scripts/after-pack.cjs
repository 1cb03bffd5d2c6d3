// What stands in for Electron's own starter, and its version note, are no part of the app.
const { rmSync } = require('node:fs');
const { join } = require('node:path');

exports.default = async ({ appOutDir }) => {
  for (const name of ['resources/default_app.asar', 'version']) rmSync(join(appOutDir, name), { force: true });
};
