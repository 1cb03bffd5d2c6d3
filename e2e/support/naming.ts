import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect } from './fixtures';

/**
 * A runner that notes its packet file, starts a program of its own and answers: `ok` at once, `wait` once the file `go`
 * is there, `hang` never, `once` with a failure the first time.
 */
const RUNNER = `
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
const [folder, file] = process.argv.slice(2);
appendFileSync(join(folder, 'packets.log'), file + '\\n');
const { block_id: id, how } = JSON.parse(readFileSync(file, 'utf8'));
console.error('looking at ' + id);
const answer = () => console.log(JSON.stringify({ name: 'Name of ' + id, purpose: 'Does what ' + id + ' does.' }));
if (how === 'hang' || how === 'wait') spawn('sleep', ['600'], { stdio: 'ignore' });
if (how === 'ok') answer();
else if (how === 'once') {
  const seen = join(folder, 'seen-' + id);
  if (existsSync(seen)) answer();
  else {
    appendFileSync(seen, '');
    console.error('not this time');
    process.exit(3);
  }
} else if (how === 'wait') {
  const timer = setInterval(() => {
    if (!existsSync(join(folder, 'go'))) return;
    clearInterval(timer);
    answer();
    process.exit(0);
  }, 20);
} else {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
`;

export type How = 'ok' | 'wait' | 'hang' | 'once';

/** A runners.toml with the runner above, and a blocks file: paths to open. */
export function writeNaming(folder: string, blocks: readonly (readonly [string, How])[], limitSecs = 600): string[] {
  const runner = join(folder, 'runner.mjs');
  const [toml, jsonl] = [join(folder, 'runners.toml'), join(folder, 'blocks.jsonl')];
  writeFileSync(runner, RUNNER);
  const command = [process.execPath, runner, folder, '{packet_file}'].map((part) => JSON.stringify(part)).join(', ');
  writeFileSync(
    toml,
    `[[runner]]\nid = "tester"\ncapability = "naming-runner"\ncommand = [${command}]\nnaming_timeout_secs = ${limitSecs}\n`,
  );
  const lines = blocks.map(([id, how]) => JSON.stringify({ block_id: id, packet: { block_id: id, how } }));
  writeFileSync(jsonl, `${lines.join('\n')}\n`);
  return [toml, jsonl];
}

export const manyBlocks = (count: number, how: How): (readonly [string, How])[] =>
  Array.from({ length: count }, (_, at) => [`block_${String(at).padStart(2, '0')}`, how] as const);

/** Processes of runners that live: what was started with this user data and is no part of Electron. A zombie is none. */
export function runnerProcesses(userData: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`MURSCOPE_USER_DATA=${userData}`)) return [];
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        if (stat.charAt(stat.lastIndexOf(')') + 2) === 'Z') return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return /electron/i.test(command) ? [] : [`${pid} ${command}`];
      } catch {
        return []; // it ended while it was looked at
      }
    });
}

/** What a batch left behind: processes, and packet files or their folders. */
export function leftBehind(folder: string, userData: string): string[] {
  const log = join(folder, 'packets.log');
  const packets = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  return [...runnerProcesses(userData), ...packets.filter((file) => existsSync(join(file, '..')))];
}

export interface Asked {
  readonly message: string;
  readonly detail: string;
  readonly defaultId: number;
  readonly buttons: string[];
}

/** Answers every native question from here on, and remembers it. */
export async function answerQuestions(app: ElectronApplication, yes: boolean): Promise<void> {
  await app.evaluate(
    ({ dialog }, response) => {
      const asked: unknown[] = [];
      Object.assign(globalThis, { asked });
      Object.assign(dialog, {
        showMessageBox: async (_window: unknown, options: unknown) => {
          asked.push(options);
          return { response, checkboxChecked: false };
        },
      });
    },
    yes ? 1 : 0,
  );
}

export const asked = (app: ElectronApplication): Promise<Asked[]> =>
  app.evaluate(() => (globalThis as unknown as { asked: Asked[] }).asked);

export const part = (page: Page, name: 'Setup' | 'Batch' | 'Endpoint') =>
  page.getByText(name, { exact: true }).first().click();

export const blocksGrid = (page: Page) => page.getByRole('grid', { name: 'Blocks' });

/** Starts the batch of what is chosen and waits until as many blocks run. */
export async function startBatch(page: Page, running: number): Promise<void> {
  await page.getByRole('button', { name: /^Name \d+ block/ }).click();
  await expect(page.getByText(`${running} running`)).toBeVisible();
}

/** What runs, once every runner has come so far as to start a program of its own. */
export async function fourWithChildren(userData: string): Promise<void> {
  await expect.poll(() => runnerProcesses(userData).length).toBe(8);
}
