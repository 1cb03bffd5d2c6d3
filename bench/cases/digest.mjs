// The digest of a large file beside openssl, whole processes in turns.
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildCore, inTurns, script, withFolder } from '../lib.mjs';

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
        openssl: ['openssl', 'dgst', '-sha256', '-r', file],
      });
      if (ours.output.trim() !== openssl.output.split(' ')[0]) throw new Error('the digests differ');
      return [
        { what: 'ours', value: ours.ms, unit: 'ms' },
        { what: 'its most memory', value: ours.peak, unit: 'MiB' },
        { what: 'openssl', value: openssl.ms, unit: 'ms' },
        { what: 'ours / openssl', value: ours.ms / openssl.ms, unit: '×', limit: 1.4 },
      ];
    }),
};
