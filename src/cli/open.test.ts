import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findStarter } from './commands/open';

const root = mkdtempSync(join(tmpdir(), 'murscope-open-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function touch(...parts: string[]): string {
  const path = join(root, ...parts);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  return path;
}

describe('the window', () => {
  it("is started by a checkout's script where Electron is installed", () => {
    const script = touch('checkout/scripts/start.mjs');
    expect(findStarter(join(root, 'checkout'))).toBeNull();
    touch('checkout/node_modules/electron/package.json');
    expect(findStarter(join(root, 'checkout'))).toEqual({ program: process.execPath, before: [script] });
  });

  it('is the packaged program where the command line lies in its resources', () => {
    const program = touch('app/murscope');
    mkdirSync(join(root, 'app/resources/app'), { recursive: true });
    expect(findStarter(join(root, 'app/resources/app'))).toEqual({ program, before: ['--'] });
  });

  it('is not there for the command line alone', () => {
    expect(findStarter(join(root, 'nowhere'))).toBeNull();
  });
});
