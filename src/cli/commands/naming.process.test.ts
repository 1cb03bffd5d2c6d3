import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until, type Watch, watch } from '../../../test/support/leftovers';

// What the terminal, the system and a bug can do to the command line while runners run. The program is built as it ships.
const built = mkdtempSync(join(tmpdir(), 'murscope-built-'));
const program = join(built, 'murscope.js');
const CRASH = 'MURSCOPE_TEST_CRASH';
beforeAll(async () => {
  const source = resolve(import.meta.dirname, '..');
  const entry = join(built, 'entry.ts');
  const row = (name: string) =>
    `{ name: '${name}', usage: '', summary: '', load: () => import('${source}/commands/${name}') }`;
  writeFileSync(
    entry,
    `import { processIo } from '${source}/process-io';
     import { runCli } from '${source}/run';
     const crash = process.env.${CRASH};
     if (crash) process.on('SIGUSR2', () => { if (crash === 'throw') throw new Error('a bug'); process.exit(7); });
     const { io, interrupted } = processIo();
     const code = await runCli(process.argv.slice(2), io, [${['name', 'serve'].map(row).join(', ')}]);
     process.exit(interrupted() ?? code);`,
  );
  await build({
    configFile: false,
    root: built,
    logLevel: 'error',
    build: {
      ssr: entry,
      target: 'node18',
      minify: false,
      outDir: join(built, 'out'),
      rolldownOptions: { output: { format: 'es', entryFileNames: 'murscope.js' } },
    },
    resolve: { alias: { commander: resolve('node_modules/commander'), zod: resolve('node_modules/zod') } },
    ssr: { noExternal: true },
  });
  writeFileSync(program, `import './out/murscope.js';\n`);
  writeFileSync(join(built, 'package.json'), '{"type": "module"}');
});
afterAll(() => rmSync(built, { recursive: true }));

let here: Watch;
let child: ChildProcess;
let said: { out: string; err: string };
beforeEach(() => {
  here = watch();
  // Stubborn runners: each has a child that ignores SIGTERM, and itself ignores it too.
  const script = `(trap '' TERM; while :; do sleep 0.2; done) & trap '' TERM; : > "up-$$"; while :; do sleep 0.2; done`;
  writeFileSync(
    join(here.room, 'runners.toml'),
    `[[runner]]\nid = "n"\ncapability = "naming-runner"\ncommand = ["/bin/sh", "-c", ${JSON.stringify(script)}, "x", "{packet_file}"]\n`,
  );
  writeFileSync(join(here.room, 'blocks.jsonl'), '{"block_id": "a", "packet": 1}\n'.repeat(20));
});
afterEach(async () => {
  try {
    await until('nothing is left', () => here.left().length === 0).catch(() => expect(here.left()).toEqual([]));
  } finally {
    child.kill('SIGKILL');
    here.end();
  }
});

function start(argv: readonly string[], env: Record<string, string> = {}): Promise<number | string> {
  said = { out: '', err: '' };
  child = spawn(process.execPath, [program, ...argv], { cwd: here.room, env: { ...process.env, ...here.env, ...env } });
  child.stdout?.on('data', (piece) => {
    said.out += piece;
  });
  child.stderr?.on('data', (piece) => {
    said.err += piece;
  });
  return new Promise((done) => child.on('close', (code, signal) => done(signal ?? code ?? '?')));
}
const up = (count: number) =>
  until(
    `${count} runners are up`,
    () => readdirSync(here.room).filter((name) => name.startsWith('up-')).length === count,
  );
const NAME = ['name', '--runners', 'runners.toml', '--blocks', 'blocks.jsonl', '--jsonl'];
const SERVE = ['serve', '--runners', 'runners.toml', '--secret-file', 'secret', '--create-secret'];

describe('name', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 1],
  ] as const)('%s ends every runner and reports every block', async (signal, code) => {
    const ended = start(NAME);
    await up(4);
    child.kill(signal);
    expect(await ended).toBe(code);
    expect(here.left()).toEqual([]);
    expect(said.out.trimEnd().split('\n')).toHaveLength(20);
    expect(said.out).toContain('"error":"cancelled"');
  });

  test('a second Ctrl-C does not wait, and still leaves nothing', async () => {
    const ended = start(NAME);
    await up(4);
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });

  test.each([
    ['an error nobody caught', 'throw', 1],
    ['a sudden exit', 'exit', 7],
  ])('%s leaves no runner behind', async (_, crash, code) => {
    const ended = start(NAME, { [CRASH]: crash });
    await up(4);
    child.kill('SIGUSR2');
    expect(await ended).toBe(code);
  });

  test('a reader that has seen enough ends it quietly', async () => {
    const good = `case $(cat) in 1) echo '{"name": "N", "purpose": "P"}';; *) : > "up-$$"; sleep 60;; esac`;
    writeFileSync(
      join(here.room, 'runners.toml'),
      `[[runner]]\nid = "n"\ncapability = "naming-runner"\ncommand = ["/bin/sh", "-c", ${JSON.stringify(good)}]\n`,
    );
    writeFileSync(
      join(here.room, 'blocks.jsonl'),
      ['2', '2', '2', '1', '1'].map((packet, index) => `{"block_id": "${index}", "packet": ${packet}}\n`).join(''),
    );
    const ended = start(NAME);
    await up(3);
    child.stdout?.destroy();
    for (const pid of here.processes().keys()) if (pid !== child.pid) process.kill(pid, 'SIGKILL');
    expect(await ended).toBe(0);
    expect(said.err).toBe('');
  });
});

describe('serve', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 0],
  ] as const)('%s in the middle of a call ends every runner', async (signal, code) => {
    const ended = start(SERVE);
    await until('it listens', () => said.out.includes('\n'));
    const port = Number(/:([0-9]+)\n/.exec(said.out)?.[1]);
    const secret = readFileSync(join(here.room, 'secret'), 'utf8').trim();
    const body = JSON.stringify({ blocks: Array(4).fill({ block_id: 'a', packet: 1 }) });
    const client = connect(port, '127.0.0.1').on('error', () => {});
    client.write(
      `POST /name HTTP/1.1\r\nhost: localhost\r\nx-runnerd-secret: ${secret}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await up(4);
    const list = [...here.processes().values()].join('\n');
    expect(list).toContain('--secret-file');
    expect(list).not.toContain(secret);
    child.kill(signal);
    expect(await ended).toBe(code);
    expect(here.left()).toEqual([]);
    expect(said.out + said.err).not.toContain(secret);
  });
});
