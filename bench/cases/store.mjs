// Stores of packages: how fast the command line lists one with very many, and how its verifying compares with openssl.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';

const CLI = resolve(import.meta.dirname, '../../out/cli/murscope.js');
const MANY = 5000;
const LARGE = 250;
const LARGE_BYTES = 4 * 1024 * 1024;
const TURNS = 5;

/** An archive of stored entries, as small as an archive can be. */
function archive(entries) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), content);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name));
    offset += 30 + name.length + content.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** A sound store of `count` packages with payloads of `bytes`. */
function makeStore(root, count, bytes) {
  const payload = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 32) createHash('sha256').update(String(at)).digest().copy(payload, at);
  for (let index = 0; index < count; index++) {
    const name = `package-${index}`;
    const folder = join(root, 'local', name, '0.1.0');
    mkdirSync(folder, { recursive: true });
    payload.writeUInt32LE(index, 0);
    const manifest = `name: ${name}\nversion: 0.1.0\nruntime: tool\n`;
    const packed = archive([
      ['murmur.yaml', Buffer.from(manifest)],
      ['capsule.wasm', payload],
    ]);
    const meta = { name: `local/${name}`, version: '0.1.0', runtime: 'wasm', artifact_runtime: 'tool', platforms: [] };
    writeFileSync(join(folder, `${name}-0.1.0.mur.zip`), packed);
    writeFileSync(join(folder, `${name}-0.1.0.sha256`), createHash('sha256').update(packed).digest('hex'));
    writeFileSync(join(folder, `${name}-0.1.0.meta.json`), JSON.stringify({ meta }, null, 2));
  }
}

/** Best of some turns, in ms. */
function best(run) {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TURNS; turn++) {
    const began = performance.now();
    run();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

function murscope(...argv) {
  const ran = spawnSync(process.execPath, [CLI, 'store', ...argv], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (ran.status !== 0) throw new Error(`murscope store ${argv[0]} ended with ${ran.status}: ${ran.stderr}`);
  return JSON.parse(ran.stdout).rows;
}

export default {
  name: 'store',
  what: `${MANY} packages listed from the command line; ${LARGE} packages of 4 MiB verified, against openssl`,
  run: async () => {
    if (!existsSync(CLI)) throw new Error('out/cli/murscope.js is not there: npm run build makes it');
    const folder = mkdtempSync(join(tmpdir(), 'murscope-bench-'));
    try {
      const [many, large] = [join(folder, 'many'), join(folder, 'large')];
      makeStore(many, MANY, 64);
      makeStore(large, LARGE, LARGE_BYTES);
      const listed = best(() => {
        if (murscope('list', '--json', '--root', many).length !== MANY) throw new Error('not all were listed');
      });
      const files = execFileSync('find', [large, '-name', '*.mur.zip'], { encoding: 'utf8' }).trim().split('\n');
      const openssl = best(() => execFileSync('openssl', ['dgst', '-sha256', ...files], { stdio: 'ignore' }));
      const verified = best(() => {
        const rows = murscope('verify', '--json', '--root', large);
        if (!rows.every((row) => row.digest === 'agrees')) throw new Error('not all agree');
      });
      return [
        { what: `list ${MANY} packages`, value: listed, unit: 'ms', limit: 1000 },
        { what: `openssl over ${LARGE} × 4 MiB`, value: openssl, unit: 'ms' },
        { what: 'verify the same', value: verified, unit: 'ms' },
        { what: 'verify / openssl', value: verified / openssl, unit: '×', limit: 1.4 },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
