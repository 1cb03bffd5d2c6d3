import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until, watch } from '../../test/support/leftovers';
import { storedZip } from '../../test/support/stored-zip';

const checkout = resolve(import.meta.dirname, '../..');
const root = mkdtempSync(join(tmpdir(), 'murscope-built-'));
const program = join(root, 'cli/murscope.js');
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(() => {
  const vite = join(checkout, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', 'cli.vite.config.ts', '--outDir', join(root, 'cli'), '--logLevel', 'error'];
  execFileSync(process.execPath, args, { cwd: checkout, env: { ...process.env, NODE_ENV: 'production' } });
  writeFileSync(
    join(root, 'a.mur.zip'),
    storedZip([{ name: 'murmur.yaml', content: 'name: a\nversion: 0.1.0\nruntime: tool\n' }]),
  );
  const many = Array.from({ length: 20_000 }, (_, index) => ({ name: `folder/file-${index}.txt` }));
  writeFileSync(join(root, 'many.mur.zip'), storedZip(many));
});

const start = (...argv: string[]): ChildProcess => spawn(process.execPath, [program, ...argv], { cwd: root });

/** Runs the program to its end. */
async function run(...argv: string[]) {
  const child = start(...argv);
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const code = await ended(child);
  return { code, out, err };
}

const ended = (child: ChildProcess) => new Promise<number | null>((done) => child.once('close', (code) => done(code)));

describe('the built program', () => {
  it('is one executable with a chunk for each command, and carries no desktop', () => {
    expect(statSync(program).mode & 0o111).not.toBe(0);
    expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    const chunks = readdirSync(join(root, 'cli/chunks')).join(' ');
    for (const command of ['inspect', 'cat', 'resolve', 'files', 'config', 'lower', 'skill-source', 'open'])
      expect(chunks).toContain(`${command}-`);
    const entry = readFileSync(program, 'utf8');
    expect(entry).not.toMatch(/from ['"](?:electron|react|zod)['"]/);
  });

  it('runs on its own, far from the checkout', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, err: '' });
    const inspected = await run('inspect', '--json', 'a.mur.zip');
    expect(JSON.parse(inspected.out)).toMatchObject([{ ok: true, manifest: { name: 'a' } }]);
    expect(inspected.code).toBe(1);
  });

  it('writes a large answer whole', async () => {
    const { out } = await run('inspect', '--jsonl', 'many.mur.zip', 'a.mur.zip');
    const [many, small] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(many.entries).toHaveLength(20_000);
    expect(small.entries).toHaveLength(1);
  });

  it('uses no colours away from a terminal', async () => {
    expect((await run('inspect', 'a.mur.zip')).out).not.toContain('\u001b');
  });

  it('says wrong usage on one line of stderr', async () => {
    expect(await run('inspect', '--nope')).toEqual({
      code: 2,
      out: '',
      err: "murscope: unknown option '--nope'; see murscope inspect --help\n",
    });
  });

  it('shows nothing of a hostile argument as it is', async () => {
    const { err } = await run('inspect', 'a\u001b[31m\nb');
    expect(err).toBe('murscope: a⟨U+001B⟩[31m⟨U+000A⟩b: there is no such file. Check the path.\n');
  });

  it('ends quietly when its reader has seen enough', async () => {
    const child = start('inspect', '--json', 'many.mur.zip');
    let err = '';
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await ended(child)).toBe(0);
    expect(err).toBe('');
  });

  it('ends on Ctrl-C as shells expect it', async () => {
    // Reads lines until stdin ends, which it never does here.
    const child = start('naming-line');
    child.stdin?.write('{"name":"x","purpose":"y"}\n');
    await new Promise((seen) => child.stdout?.once('data', seen));
    child.kill('SIGINT');
    expect(await ended(child)).toBe(130);
  });
});

describe('the built program, while runners run', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('leaves no process and no file after %s', async (signal, code) => {
    const here = watch();
    try {
      const script = `trap '' TERM; : > "up-$$"; while :; do sleep 0.2; done`;
      const command = JSON.stringify(['/bin/sh', '-c', script, 'x', '{packet_file}']);
      const runner = `[[runner]]\nid = "n"\ncapability = "naming-runner"\ncommand = ${command}\n`;
      writeFileSync(join(here.room, 'runners.toml'), runner);
      writeFileSync(join(here.room, 'blocks.jsonl'), '{"block_id": "a", "packet": 1}\n'.repeat(8));
      const argv = [program, 'name', '--runners', 'runners.toml', '--blocks', 'blocks.jsonl', '--jsonl'];
      const child = spawn(process.execPath, argv, { cwd: here.room, env: { ...process.env, ...here.env } });
      const end = ended(child);
      child.stdout.resume();
      child.stderr.resume();
      const up = () => readdirSync(here.room).filter((name) => name.startsWith('up-')).length;
      await until('four runners are up', () => up() === 4);
      child.kill(signal);
      expect(await end).toBe(code);
      expect(here.left()).toEqual([]);
    } finally {
      here.end();
    }
  });
});
