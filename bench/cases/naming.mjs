// Naming batches from the command line beside `xargs -P4` doing the same: the window, the overhead, and the memory.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beside, figure, isThere, middle } from '../lib.mjs';

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

/** Some turns of each, turn by turn so that all meet the same machine: the middle seconds. Null is left out. */
async function inTurns(turns, runs) {
  const taken = runs.map(() => []);
  for (let turn = 0; turn < turns; turn++)
    for (const [at, run] of runs.entries()) if (run !== null) taken[at].push(await run());
  return taken.map((all) => (all.length === 0 ? undefined : middle(all)));
}

async function measure(folder) {
  // The packet is a JSON text: its quotes go.
  order(folder, `sleep "$(tr -d '"')"; ${ANSWER}`, UNEVEN);
  const byArgument = `sleep "$1"; ${ANSWER}`;
  const peer = (run) => (isThere('xargs') ? run : null);
  const [uneven, plain, waves] = await inTurns(3, [
    async () => (await murscope(folder, 40)).seconds,
    peer(() => xargs(byArgument, UNEVEN)),
    peer(() => xargs(byArgument, UNEVEN, true)),
  ]);

  const short = Array(1000).fill('0.005');
  order(folder, `sleep 0.005; ${ANSWER}`, short);
  const [many, manyPeer] = await inTurns(3, [
    async () => overhead((await murscope(folder, 1000)).seconds),
    peer(async () => overhead(await xargs(`sleep 0.005; ${ANSWER}`, short))),
  ]);

  order(folder, ANSWER, Array(500).fill('x'));
  const few = await murscope(folder, 500);
  order(folder, ANSWER, Array(10_000).fill('x'));
  const lots = await murscope(folder, 10_000);
  order(folder, `head -c 300000000 /dev/zero | tr '\\0' x; echo; ${ANSWER}`, ['x']);
  const flood = await murscope(folder, 1);
  return [
    figure('naming.uneven', '40 blocks of 1 s and 0.1 s', 's', uneven, beside('xargs -P4', plain)),
    figure('naming.waves', 'the same', 's', uneven, beside('waves of four', waves)),
    figure('naming.overhead', 'beyond its own time, a block of 5 ms', 'ms', many, beside('xargs -P4', manyPeer)),
    figure('naming.memory', 'its most memory, 500 blocks', 'MiB', few.peak),
    figure('naming.growth', 'more memory with 10,000 blocks', 'MiB', lots.peak - few.peak),
    figure('naming.flood', 'more memory with a runner that prints 300 MB', 'MiB', flood.peak - few.peak),
  ];
}

/** Milliseconds that a block takes one of the four places beyond its own 5 ms. */
const overhead = (seconds) => (seconds * 1000 * 4) / 1000 - 5;

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
