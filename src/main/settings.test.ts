import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings } from '../shared/models/settings';
import { SettingsFile } from './settings';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'murscope-settings-'));
  path = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the settings', () => {
  test('are the defaults where there is no file, and no file is made by reading', () => {
    const settings = new SettingsFile(path);
    expect(settings.now).toEqual(defaultSettings);
    expect(settings.problem).toBeNull();
    expect(existsSync(path)).toBe(false);
  });

  test('change one by one, survive, and keep what a newer version wrote', () => {
    writeFileSync(path, JSON.stringify({ zoom: 1.5, later: { x: 1 } }));
    const settings = new SettingsFile(path);
    expect(settings.change({ theme: 'dark' })).toMatchObject({ ok: true, value: { theme: 'dark', zoom: 1.5 } });
    const again = new SettingsFile(path);
    expect(again.now).toEqual({ ...defaultSettings, theme: 'dark', zoom: 1.5 });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ later: { x: 1 } });
  });

  test.each([
    ['cut short', '{"theme": "dark"', /cannot be read/],
    ['a list', '[1]', /no JSON object/],
    ['a word', '"dark"', /no JSON object/],
    ['binary', '\u0000\u0001', /cannot be read/],
  ])('never stop a start: a file that is %s is said and put aside by the next change', (_what, text, problem) => {
    writeFileSync(path, text);
    const settings = new SettingsFile(path);
    expect(settings.now).toEqual(defaultSettings);
    expect(settings.problem).toMatch(problem);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(settings.change({ theme: 'light' }).ok).toBe(true);
    expect(settings.problem).toBeNull();
    expect(readFileSync(`${path}.broken`, 'utf8')).toBe(text);
    expect(new SettingsFile(path).now.theme).toBe('light');
  });

  test('that cannot be used cost only themselves', () => {
    writeFileSync(path, JSON.stringify({ theme: 'pink', zoom: 2, readTimeLimit: -1 }));
    const settings = new SettingsFile(path);
    expect(settings.now).toEqual({ ...defaultSettings, zoom: 2 });
    expect(settings.problem).toContain('theme, readTimeLimit');
  });

  test('are in force even where they cannot be saved, and that is said', () => {
    mkdirSync(join(path, 'in the way'), { recursive: true });
    const settings = new SettingsFile(join(path, 'in the way'));
    writeFileSync(join(folder, 'file'), '');
    const blocked = new SettingsFile(join(folder, 'file', 'settings.json'));
    expect(settings.problem).toMatch(/cannot be read/);
    expect(blocked.change({ theme: 'dark' })).toMatchObject({ ok: false, error: { code: 'not-saved' } });
    expect(blocked.now.theme).toBe('dark');
  });
});
