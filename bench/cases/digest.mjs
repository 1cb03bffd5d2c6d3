// The digest of a large file beside openssl, whole processes in turns.
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beside, buildCore, figure, inTurns, isThere, script, withFolder } from '../lib.mjs';

const MIB = 512;

const OURS = (folder) => `
import { openFile } from '${pathToFileURL(join(folder, 'source.js')).href}';
import { sha256Of } from '${pathToFileURL(join(folder, 'digest.js')).href}';
let told = 0;
const digest = await sha256Of(openFile(process.argv[2]).value, { onProgress: () => told++ });
console.log(digest.value);
`;

export default {
  name: 'digest',
  what: `sha256 of ${MIB} MiB with progress, against openssl dgst`,
  run: () =>
    withFolder(async (folder) => {
      const file = join(folder, 'data.bin');
      const piece = randomBytes(2 ** 20);
      const descriptor = openSync(file, 'w');
      for (let count = 0; count < MIB; count++) writeSync(descriptor, piece);
      closeSync(descriptor);
      await buildCore(join(folder, 'core'), { source: 'io/source.ts', digest: 'io/digest.ts' });
      const { ours, openssl } = await inTurns(5, {
        ours: script(folder, 'ours', OURS(join(folder, 'core')), file),
        openssl: isThere('openssl') ? ['openssl', 'dgst', '-sha256', '-r', file] : null,
      });
      if (openssl !== undefined && ours.output.trim() !== openssl.output.split(' ')[0])
        throw new Error('the digests differ');
      return [
        figure('digest.time', `sha256 of ${MIB} MiB`, 'ms', ours.ms, beside('openssl', openssl?.ms)),
        figure('digest.memory', 'its most memory', 'MiB', ours.peak),
      ];
    }),
};
