// Stores of packages: how fast the command line lists one with very many, and how its verifying compares with openssl.
import { join } from 'node:path';
import { beside, figure, inTurns, isThere, murscope, withFolder } from '../lib.mjs';
import { makeStore } from '../store.mjs';

const MANY = 5000;
const LARGE = 250;
const LARGE_BYTES = 4 * 1024 * 1024;
const TURNS = 5;

/** The rows of an answer; all of them must be there and as they should be. */
function rowsOf(output, count, digest) {
  const { rows } = JSON.parse(output);
  if (rows.length !== count || rows.some((row) => row.digest !== digest)) throw new Error('the answer is wrong');
}

export default {
  name: 'store',
  what: `${MANY} packages listed from the command line; ${LARGE} packages of 4 MiB verified, against openssl`,
  run: () =>
    withFolder(async (folder) => {
      const [many, large] = [join(folder, 'many'), join(folder, 'large')];
      makeStore(many, MANY, 64);
      makeStore(large, LARGE, LARGE_BYTES);
      const archives = Array.from({ length: LARGE }, (_, index) => {
        const name = `package-${index}`;
        return join(large, 'local', name, '0.1.0', `${name}-0.1.0.mur.zip`);
      });
      const { list, openssl, verify } = await inTurns(TURNS, {
        list: murscope('store', 'list', '--json', '--root', many),
        openssl: isThere('openssl') ? ['openssl', 'dgst', '-sha256', ...archives] : null,
        verify: murscope('store', 'verify', '--json', '--root', large),
      });
      rowsOf(list.output, MANY, 'not-read');
      rowsOf(verify.output, LARGE, 'agrees');
      return [
        figure('store.list', `store list, ${MANY} packages`, 'ms', list.ms),
        figure('store.memory', 'its most memory', 'MiB', list.peak),
        figure('store.verify', `store verify, ${LARGE} × 4 MiB`, 'ms', verify.ms, beside('openssl', openssl?.ms)),
      ];
    }),
};
