// Naming batches from the command line beside `xargs -P4` doing the same: the window, the overhead, and the memory.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const CLI = resolve(import.meta.dirname, '../../out/cli/murscope.js');
const ANSWER = `echo '{"name": "N", "purpose": "P"}'`;
const MIB = 1024 * 1024;
/** 40 blocks of 1 s and 0.1 s, mixed 1 : 3. */
const UNEVEN = Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? '1' : '0.1'));

/** A folder with a runner (a shell script that gets its packet on stdin) and blocks with these packets. */
function order(folder, script, packets) {
  const command = JSON.stringify(['/bin/sh', '-c', script]);
  writeFileSync(
    join(folder, 'runners.toml'),
    `[[runner]]\nid = "n"\ncapability = "naming-runner"\ncommand = ${command}\nnaming_timeout_secs = 120\n`,
  );
  const lines = packets.map((packet, index) => `${JSON.stringify({ block_id: String(index), packet })}\n`);
  writeFileSync(join(folder, 'blocks.jsonl'), lines.join(''));
}

/** Runs the batch: seconds, and the most memory of the program in MiB. */
function murscope(folder, count) {
  const began = performance.now();
  const argv = [CLI, 'name', '--runners', 'runners.toml', '--blocks', 'blocks.jsonl', '--jsonl'];
  const child = spawn(process.execPath, argv, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let named = 0;
  let peak = 0;
  child.stdout.on('data', (piece) => {
    named += piece.toString().split('"ok":true').length - 1;
  });
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s+([0-9]+) kB/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It ended between two looks.
    }
  }, 50);
  return new Promise((done, fail) => {
    child.on('close', (code) => {
      clearInterval(look);
      if (code === 0 && named === count) done({ seconds: (performance.now() - began) / 1000, peak });
      else fail(new Error(`${named} of ${count} blocks were named, exit ${code}`));
    });
  });
}

/** The same script by xargs, the packet as its argument; with `waves` four at a time, each four waiting for the last. */
async function xargs(script, packets, waves = false) {
  const began = performance.now();
  const groups = waves ? packets.map((_, at) => packets.slice(at, at + 4)).filter((_, at) => at % 4 === 0) : [packets];
  for (const group of groups) {
    const running = promisify(execFile)('xargs', ['-P4', '-n1', '/bin/sh', '-c', script, 'x'], { maxBuffer: 64 * MIB });
    running.child.stdin.end(group.join('\n'));
    await running;
  }
  return (performance.now() - began) / 1000;
}

/** The least of some turns, ours and theirs turn by turn so that both meet the same machine. */
async function paired(turns, ours, theirs) {
  let [least, other] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < turns; turn++) {
    least = Math.min(least, await ours());
    other = Math.min(other, await theirs());
  }
  return [least, other];
}

async function measure(folder) {
  // The packet is a JSON text: its quotes go.
  order(folder, `sleep "$(tr -d '"')"; ${ANSWER}`, UNEVEN);
  const byArgument = `sleep "$1"; ${ANSWER}`;
  const [window, peer] = await paired(
    3,
    async () => (await murscope(folder, 40)).seconds,
    () => xargs(byArgument, UNEVEN),
  );
  const waves = await xargs(byArgument, UNEVEN, true);

  const short = Array(1000).fill('0.005');
  order(folder, `sleep 0.005; ${ANSWER}`, short);
  const [many, manyPeer] = await paired(
    2,
    async () => (await murscope(folder, 1000)).seconds,
    () => xargs(`sleep 0.005; ${ANSWER}`, short),
  );
  /** Milliseconds that a block takes one of the four places beyond its own 5 ms. */
  const overhead = (seconds) => (seconds * 1000 * 4) / 1000 - 5;

  order(folder, ANSWER, Array(500).fill('x'));
  const few = await murscope(folder, 500);
  order(folder, ANSWER, Array(10_000).fill('x'));
  const lots = await murscope(folder, 10_000);
  order(folder, `head -c 300000000 /dev/zero | tr '\\0' x; echo; ${ANSWER}`, ['x']);
  const flood = await murscope(folder, 1);
  return [
    { what: '40 uneven blocks', value: window, unit: 's' },
    { what: 'xargs -P4, the same', value: peer, unit: 's' },
    { what: 'ours / xargs', value: window / peer, unit: '×', limit: 1.15 },
    { what: 'waves of four, the same', value: waves, unit: 's' },
    { what: 'waves / ours', value: waves / window, unit: '×', least: 1.5 },
    { what: 'overhead of a 5 ms block', value: overhead(many), unit: 'ms', limit: 15 },
    { what: 'the same by xargs', value: overhead(manyPeer), unit: 'ms' },
    { what: 'most memory, 500 blocks', value: few.peak, unit: 'MiB' },
    { what: 'most memory, 10,000 blocks', value: lots.peak, unit: 'MiB' },
    { what: 'grown by', value: lots.peak - few.peak, unit: 'MiB', limit: 60 },
    { what: 'most memory, a runner that prints 300 MB', value: flood.peak, unit: 'MiB', limit: few.peak + 60 },
  ];
}

export default {
  name: 'naming',
  what: 'naming batches beside xargs -P4: uneven blocks, short blocks, memory',
  run: async () => {
    if (!existsSync(CLI)) throw new Error('out/cli/murscope.js is not there: npm run build makes it');
    const folder = mkdtempSync(join(tmpdir(), 'murscope-bench-'));
    try {
      return await measure(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
