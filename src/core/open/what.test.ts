import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { storedZip } from '../../../test/support/stored-zip';
import { storeFiles } from '../store/files';
import { whatOpens } from './what';

const top = mkdtempSync(join(tmpdir(), 'murscope-open-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));

type Content = string | Uint8Array;
let count = 0;
/** A fresh folder with these files; a path that ends in a slash is a folder. */
function folderOf(files: Readonly<Record<string, Content>>, name = 'folder'): string {
  const folder = join(top, String(++count), name);
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    const at = join(folder, path);
    mkdirSync(path.endsWith('/') ? at : dirname(at), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(at, content);
  }
  return folder;
}

/** What is opened, as `kind:path below the folder`. */
function opened(path: string, below = path): string[] | string {
  const decision = whatOpens(path);
  if (!decision.ok) return decision.error.message;
  const shown = (choice: { kind: string; path: string }) => `${choice.kind}:${choice.path.slice(below.length + 1)}`;
  return [shown(decision.value), ...decision.value.also.map(shown)];
}

const zip = (...names: string[]) => storedZip(names.map((name) => ({ name, content: 'x' })));
const version = (root: string, at: string) => ({
  [`${root}${at}/a-0.1.0.mur.zip`]: '',
  [`${root}${at}/a-0.1.0.sha256`]: '',
});

describe('a file', () => {
  const FILES: ReadonlyArray<readonly [string, Content, string[] | string]> = [
    ['house.mur.zip', zip('murmur.yaml'), ['package:house.mur.zip']],
    ['anything', zip('a.txt'), ['package:anything']],
    ['front.zip', Buffer.concat([Buffer.from('#!/bin/sh\n'), zip('murmur.yaml')]), ['package:front.zip']],
    ['broken.mur.zip', 'not a zip at all', ['package:broken.mur.zip']],
    ['a.skill', zip('a/SKILL.md'), ['skills:a.skill', 'package:a.skill']],
    ['a.zip', zip('skill.md'), ['skills:a.zip', 'package:a.zip']],
    ['both.skill', zip('SKILL.md', 'murmur.yaml'), ['package:both.skill']],
    ['c.mur.zip', zip('SKILL.md'), ['package:c.mur.zip']],
    ['plain.zip', zip('a.txt'), ['package:plain.zip']],
    ['murmur.yaml', 'name: a', ['project:']],
    ['murmur.lock', 'lock_version: 3', ['project:']],
    ['SKILL.md', '---', ['skills:SKILL.md']],
    ['Skill.MD', '---', ['skills:Skill.MD']],
    ['runners.toml', '', ['naming:runners.toml']],
    ['mine.toml', '# mine\n[[runner]]\nid = "a"', ['naming:mine.toml']],
    ['blocks.json', '[{"block_id":"a","packet":{}}]', ['naming:blocks.json']],
    ['blocks.jsonl', '{"block_id":"a","packet":{}}\n', ['naming:blocks.jsonl']],
    ['empty.txt', '', 'is an empty file'],
    ['other.json', '{"a":1}', 'is a JSON file, but holds no blocks for naming'],
    ['other.toml', 'a = 1', 'is a TOML file, but pins no runners'],
    ['other.yaml', 'a: 1', 'is a YAML file, but no murmur.yaml'],
    ['readme.md', '# a', 'is a Markdown file, but no SKILL.md'],
    ['a-0.1.0.sha256', 'abc', 'is the digest of a package, not the package'],
    [
      'capsule.wasm',
      Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
      'is a WebAssembly file: the payload of a package, not the package',
    ],
    ['a.mur.tgz', Uint8Array.of(0x1f, 0x8b, 8), 'is a gzip archive, not a zip'],
    ['a.bin', Uint8Array.of(1, 0, 2), 'is a file of a kind that Murscope does not know'],
    ['notes', 'hello', 'is a text file'],
  ];
  test.each(FILES)('%s opens or says what it is', (name, content, expected) => {
    const folder = folderOf({ [name]: content });
    expect(opened(join(folder, name), folder)).toEqual(expected);
  });

  test('that says what it is also says what could be opened', () => {
    const folder = folderOf({ notes: 'hello' });
    const decision = whatOpens(join(folder, 'notes'));
    expect(decision.ok ? null : decision.error).toMatchObject({
      code: 'not-openable',
      hint: expect.stringContaining('.mur.zip'),
    });
  });
});

describe('a folder', () => {
  const FOLDERS: ReadonlyArray<readonly [string, Readonly<Record<string, Content>>, string[] | string]> = [
    ['with a manifest', { 'murmur.yaml': '' }, ['project:']],
    [
      'with a manifest in another casing',
      { 'Murmur.yaml': '' },
      'is a folder without a murmur.yaml, a SKILL.md, blocks or packages',
    ],
    ['with a skill', { 'SKILL.md': '' }, ['skills:']],
    ['with a skill in another casing', { 'Skill.md': '' }, ['skills:']],
    ['with skills far below', { '.claude/skills/a/b/SKILL.md': '' }, ['skills:']],
    [
      'with skills of its libraries only',
      { 'node_modules/a/SKILL.md': '' },
      'is a folder without a murmur.yaml, a SKILL.md, blocks or packages',
    ],
    ['with runners', { 'runners.toml': '', 'notes.txt': '' }, ['naming:runners.toml']],
    ['of packets', { 'a.json': '{"block_id":"a"}', 'b.json': '{}' }, ['naming:']],
    ['of other JSON', { 'a.json': '[]' }, 'is a folder without a murmur.yaml, a SKILL.md, blocks or packages'],
    ['of a store', version('', 'local/a/0.1.0'), ['registry:']],
    ['of an older store', version('', 'a/0.1.0'), ['registry:']],
    ['of a home', version('.murmur/artifacts/', 'local/a/0.1.0'), ['registry:.murmur/artifacts']],
    ['with a store in it', version('artifacts/', 'local/a/0.1.0'), ['registry:artifacts']],
    [
      'that is a project with skills and a store',
      { 'murmur.yaml': '', 'skills/a/SKILL.md': '', '.murmur/artifacts/': '' },
      ['project:', 'skills:', 'registry:.murmur/artifacts'],
    ],
    ['of packages', { 'a.mur.zip': '', 'b.mur.zip': '' }, 'is a folder with 2 packages in it; open those'],
    ['that is empty', {}, 'is an empty folder'],
  ];
  test.each(FOLDERS)('%s opens or says what it is', (_, files, expected) => {
    expect(opened(folderOf(files))).toEqual(expected);
  });

  test('named artifacts and empty is a store to be', () => {
    expect(opened(folderOf({}, 'artifacts'))).toEqual(['registry:']);
  });
});

describe('what is neither', () => {
  test('a path that is not there does not exist', () => {
    expect(opened(join(top, 'nowhere'))).toBe('does not exist');
  });

  test('a pipe, a device and a link in a circle are named and never read', () => {
    const folder = folderOf({});
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('loop', join(folder, 'loop'));
    expect(opened(join(folder, 'pipe'))).toBe('is a named pipe');
    expect(opened('/dev/null')).toBe('is a device');
    expect(opened(join(folder, 'loop'))).toBe('cannot be opened: its links go round in a circle');
  });

  test('a path with a NUL is an answer', () => {
    expect(opened('a\0b')).toBe('cannot be opened: the path holds a NUL character');
  });
});

test('a folder that goes on for ever is looked at within bounds', () => {
  let listed = 0;
  const entries = Array.from({ length: 100 }, (_, index) => ({ name: `d${index}`, kind: 'folder' as const }));
  const endless = {
    ...storeFiles,
    list: (_: string, limit: number) => {
      listed++;
      return { ok: true as const, value: { entries: entries.slice(0, limit), cut: false } };
    },
    look: () => ({ ok: true as const, value: null }),
  };
  expect(whatOpens(top, endless).ok).toBe(false);
  expect(listed).toBeLessThan(5_000);
});
