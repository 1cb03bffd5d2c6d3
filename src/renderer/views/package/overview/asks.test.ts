import { expect, test } from 'vitest';
import type { Finding } from '../../../../shared/models/finding';
import type { Grant } from '../../../../shared/models/package';
import { asksOf, compact } from './asks';

const grant = (key: string, artifact: string | null = null): Grant => ({
  artifact,
  group: key.split('.')[0] ?? '',
  key,
  values: ['x'],
});
const finding = (id: string, message: string): Finding => ({ id, severity: 'warning', message });

test('grants and imports stand side by side by subject', () => {
  const { rows, notAsked } = asksOf(
    [grant('network.allow'), grant('shell.allow'), grant('something.new')],
    ['wasi:http/outgoing-handler@0.2.12', 'wasi:cli/environment@0.2.6', 'wasi:cli/stdout@0.2.6', 'acme:thing/x@1.0.0'],
    [],
  );
  expect(rows.map((row) => [row.title, row.granted.length, row.asked.length])).toEqual([
    ['Network', 1, 1],
    ['Environment', 0, 1],
    ['Programs', 1, 0],
    ['Console', 0, 1],
    ['Other', 1, 1],
  ]);
  expect(notAsked).toEqual(['files', 'clocks', 'random', 'other tools', 'state']);
});

test('a finding about a grant stands at its subject, else below', () => {
  const unplaced = finding('grant-not-asked', 'Something is granted.');
  const { rows, findings } = asksOf(
    [grant('filesystem.scope')],
    ['wasi:http/types@0.2.12'],
    [
      finding('grant-not-asked', 'filesystem.scope is granted, and nothing asks for files.'),
      finding('ask-not-granted', 'The payload imports wasi:http/types@0.2.12.'),
      finding('symlink', 'filesystem.scope is no grant here'),
      unplaced,
    ],
  );
  expect(rows.map((row) => [row.title, row.findings.length])).toEqual([
    ['Network', 1],
    ['Files', 1],
  ]);
  expect(findings).toEqual([unplaced]);
});

test('interfaces of one package and version share a line', () => {
  expect(
    compact(['wasi:filesystem/preopens@0.2.6', 'wasi:filesystem/types@0.2.6', 'wasi:filesystem/types@0.2.9', 'a:b/c']),
  ).toEqual([
    { from: 'wasi:filesystem', names: ['preopens', 'types'], version: '0.2.6' },
    { from: 'wasi:filesystem', names: ['types'], version: '0.2.9' },
    { from: 'a:b', names: ['c'], version: '' },
  ]);
});
