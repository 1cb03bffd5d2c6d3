import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SettingsFile } from '../settings';
import { lookIn } from './look';

const folder = mkdtempSync(join(tmpdir(), 'murscope-look-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  '{"theme":"dark","zoom":1.5}',
  '{"theme":"pink","zoom":9}',
  '{"theme":"light","zoom":"2"}',
  '{"zoom":0.5}',
  '{"zoom":3}',
  '{"zoom":3.01}',
  '{"theme":null}',
  '[]',
  'null',
  '{',
])('the first picture looks as the settings will say: %s', (text) => {
  const file = join(folder, 'settings.json');
  writeFileSync(file, text);
  const { theme, zoom } = new SettingsFile(file).now;
  expect(lookIn(file)).toEqual({ theme, zoom });
});

test('without a file the first picture looks as the system does', () => {
  expect(lookIn(join(folder, 'absent.json'))).toEqual({ theme: 'system', zoom: 1 });
});
