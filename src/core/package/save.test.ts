import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MadeEntry, zipBytes } from '../../../scripts/make-samples-zip.mjs';
import { bytesSource } from '../io/source';
import { openArchive } from './archive';
import { saveEntries, saveEntryAs } from './save';
import { DragFolder, sweepDragFolders } from './save-drag';
import { putForDrag } from './save-drag-file';
import { nameRules, numbered, safeComponent } from './save-names';
import { commonFolder, planSave, proposedName, recordsBelow } from './save-plan';
import { placeFile } from './save-write';

function archiveOf(entries: readonly MadeEntry[]) {
  const archive = openArchive(bytesSource(zipBytes(entries)));
  if (!archive.ok) throw new Error(archive.error.message);
  return archive.value;
}
const file = (name: string | Uint8Array, content: string | Uint8Array = 'x'): MadeEntry => ({ name, content });
const LINK = 0o120777;
const POSIX = nameRules('linux');
const WINDOWS = nameRules('win32');
const every = (archive: ReturnType<typeof archiveOf>) =>
  Array.from({ length: archive.recordCount }, (_, index) => index);

let room = '';
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'murscope-save-'));
});
afterEach(() => {
  chmodSync(room, 0o700);
  rmSync(room, { recursive: true, force: true });
});

/** Every file below the room with its content. */
function onDisk(folder = room): Record<string, string> {
  const found: [string, string][] = [];
  const walk = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path);
      else found.push([relative(folder, path), entry.isSymbolicLink() ? '(link)' : readFileSync(path, 'utf8')]);
    }
  };
  walk(folder);
  return Object.fromEntries(found.sort());
}

describe('a component of a path', () => {
  it.each([
    ['plain.md', 'plain.md', 'plain.md'],
    ['a\\b:c?.md', 'a\\b:c?.md', 'a_b_c_.md'],
    ['con', 'con', '_con'],
    ['COM1.txt', 'COM1.txt', '_COM1.txt'],
    ['nul .md', 'nul .md', '_nul .md'],
    ['console', 'console', 'console'],
    ['dots..', 'dots..', 'dots__'],
    ['space ', 'space ', 'space_'],
    ['.', '_', '_'],
    ['..', '__', '__'],
    ['', '_', '_'],
    ['txt\u202eexe.md', 'txt_exe.md', 'txt_exe.md'],
    ['a\u0000b\nc', 'a_b_c', 'a_b_c'],
    ['a/b', 'a_b', 'a_b'],
    ['\ud800', '_', '_'],
  ])('%j is written as %j, on Windows as %j', (given, posix, windows) => {
    expect(safeComponent(given, POSIX)).toBe(posix);
    expect(safeComponent(given, WINDOWS)).toBe(windows);
  });

  it('is cut between characters and keeps its ending', () => {
    const cut = safeComponent(`${'é😀'.repeat(500)}.json`, POSIX);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(200);
    expect(cut).toMatch(/^(?:é😀)+é?\.json$/u);
  });

  it.each([
    ['a.md', 'a (2).md'],
    ['a.tar.gz', 'a.tar (2).gz'],
    ['.env', '.env (2)'],
    ['no ending. At all', 'no ending. At all (2)'],
    ['x', 'x (2)'],
  ])('%j gets its number as %j', (name, expected) => {
    expect(numbered(name, 2)).toBe(expected);
  });
});

describe('a plan', () => {
  const paths = (entries: MadeEntry[], rules = POSIX, below = '') => {
    const archive = archiveOf(entries);
    return planSave(archive, every(archive), { rules, below }).files.map(({ path }) => path.join('|'));
  };

  it.each<[string, MadeEntry[], string[]]>([
    ['drops what leads out', [file('/etc/passwd'), file('./a/./b')], ['etc|passwd', 'a|b']],
    [
      'numbers equal names',
      [file('a.md'), file('a.md'), file('./a.md'), file('a (2).md')],
      ['a.md', 'a (2).md', 'a (3).md', 'a (2) (2).md'],
    ],
    ['keeps a file and a folder of one name apart', [file('a'), file('a/b')], ['a (2)', 'a|b']],
    [
      'keeps names that differ in case where the system does',
      [file('README.md'), file('readme.md')],
      ['README.md', 'readme.md'],
    ],
  ])('%s', (_, entries, expected) => {
    expect(paths(entries)).toEqual(expected);
  });

  it('numbers what Windows takes for one', () => {
    const entries = [
      file('README.md'),
      file('readme.md'),
      file('Docs/a'),
      file('docs/A'),
      file('docs/e\u0301'),
      file('docs/é'),
      file('x:y'),
      file('x_y'),
    ];
    expect(paths(entries, WINDOWS)).toEqual([
      'README.md',
      'readme (2).md',
      'Docs|a',
      'Docs|A (2)',
      'Docs|e\u0301',
      'Docs|é (2)',
      'x_y',
      'x_y (2)',
    ]);
  });

  it('lets no backslash lead anywhere on Windows', () => {
    expect(paths([file('..\\..\\evil.exe'), file('C:\\x')], WINDOWS)).toEqual(['.._.._evil.exe', 'C__x']);
  });

  it('refuses links, special files, names without a safe one, encryption, and paths beyond every system', () => {
    const archive = archiveOf([
      { name: 'link', content: '/etc/passwd', mode: LINK },
      { name: 'pipe', content: '', mode: 0o010644 },
      file('../up'),
      file('./'),
      file('.'),
      { name: 'locked', content: 'x', flags: 1 },
      file(`${'deep/'.repeat(150)}x`),
      file([...Array(15).fill('a'.repeat(190)), 'x'].join('/')),
      file('good'),
    ]);
    const plan = planSave(archive, every(archive), { rules: POSIX });
    expect(plan.refused.map(({ error }) => error.code)).toEqual([
      'save-link',
      'save-special',
      'save-unsafe-name',
      'save-empty-name',
      'save-empty-name',
      'save-encrypted',
      'save-too-long',
      'save-too-long',
    ]);
    expect(plan.refused.every(({ error }) => error.hint !== undefined)).toBe(true);
    expect(plan.files).toEqual([{ index: 8, path: ['good'], size: 1 }]);
  });

  it('takes a folder with all below it, and leaves its own path away', () => {
    const archive = archiveOf([
      file('x/skills/a/SKILL.md'),
      file('x/skills/b.md'),
      { name: 'x/skills/empty/' },
      file('x/other'),
      file('x/skillsets'),
    ]);
    const records = recordsBelow(archive, 'x/skills');
    expect(records).toEqual([0, 1, 2]);
    const plan = planSave(archive, records, { rules: POSIX, below: 'x' });
    expect(plan.files.map(({ path }) => path.join('/'))).toEqual(['skills/a/SKILL.md', 'skills/b.md']);
    expect(plan.folders.map((path) => path.join('/'))).toEqual(['skills', 'skills/a', 'skills/empty']);
    expect(commonFolder(archive, [0, 1])).toBe('x/skills');
    expect(commonFolder(archive, [0, 3])).toBe('x');
    expect(commonFolder(archive, [])).toBe('');
    expect(proposedName(archive, 0, POSIX)).toBe('SKILL.md');
  });

  it('of sixty thousand equal names is made at once', () => {
    const archive = archiveOf(Array.from({ length: 60_000 }, () => file('a.md', '')));
    const plan = planSave(archive, every(archive), { rules: WINDOWS });
    expect(plan.files.at(-1)?.path).toEqual(['a (60000).md']);
  });
});

describe('saving', () => {
  const options = { limit: 2 ** 30 };
  const save = async (entries: MadeEntry[], more: Partial<Parameters<typeof saveEntries>[3]> = {}) => {
    const archive = archiveOf(entries);
    const plan = planSave(archive, every(archive), { rules: POSIX });
    return saveEntries(archive, plan, room, { ...options, ...more });
  };

  it('writes whole files and empty folders, and says where', async () => {
    const large = 'line\n'.repeat(400_000);
    const saved = await save([file('a/b.md', 'text'), file('large.txt', large), { name: 'empty/in/' }]);
    expect(saved).toEqual({
      saved: [
        { index: 0, path: join(room, 'a/b.md') },
        { index: 1, path: join(room, 'large.txt') },
      ],
      failed: [],
      cancelled: false,
    });
    expect(onDisk()).toEqual({ 'a/b.md': 'text', 'large.txt': large });
    expect(statSync(join(room, 'empty/in')).isDirectory()).toBe(true);
    expect(statSync(join(room, 'a/b.md')).mode & 0o111).toBe(0);
  });

  it('never writes over anything: file, folder, link, or another of its own', async () => {
    writeFileSync(join(room, 'a.md'), 'mine');
    mkdirSync(join(room, 'b.md'));
    symlinkSync('/nowhere/at/all', join(room, 'c.md'));
    await save([file('a.md'), file('b.md'), file('c.md')]);
    await save([file('a.md', 'again')]);
    expect(onDisk()).toEqual({
      'a.md': 'mine',
      'a (2).md': 'x',
      'a (3).md': 'again',
      'b (2).md': 'x',
      'c (2).md': 'x',
      'c.md': '(link)',
    });
  });

  it('never goes through a link to a folder', async () => {
    const outside = join(room, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(room, 'docs'));
    const saved = await save([file('docs/a.md'), file('b.md')]);
    expect(saved.failed).toMatchObject([{ name: 'docs/a.md', error: { code: 'save-not-a-folder' } }]);
    expect(readdirSync(outside)).toEqual([]);
    expect(saved.saved).toHaveLength(1);
  });

  it('leaves nothing of an entry that is damaged, unless that is wanted', async () => {
    const entries = [{ ...file('crc', 'data'), crc: 1 }, { ...file('more', 'data'), size: 2 }, file('good')];
    const saved = await save(entries);
    expect(saved.failed).toMatchObject([
      { name: 'crc', error: { code: 'crc-mismatch' } },
      { name: 'more', error: { code: 'size-mismatch' } },
    ]);
    expect(onDisk()).toEqual({ good: 'x' });
    await save(entries.slice(0, 2), { lenient: true });
    expect(onDisk()).toEqual({ good: 'x', crc: 'data', more: 'data' });
  });

  it('takes names that are not UTF-8, and checks their content all the same', async () => {
    const saved = await save([
      file(Buffer.from([0x81, 0x2e, 0x6d]), 'ü'),
      { ...file(Buffer.from([0x82]), 'é'), crc: 3 },
    ]);
    expect(onDisk()).toEqual({ 'ü.m': 'ü' });
    expect(saved.failed).toMatchObject([{ index: 1, error: { code: 'crc-mismatch' } }]);
  });

  it('stops when it is told to and removes what is half written', async () => {
    const controller = new AbortController();
    const large = Buffer.alloc(2 ** 22, 'x');
    const saved = await save([file('first'), file('large', large), file('last')], {
      signal: controller.signal,
      onProgress: ({ files, bytes }) => {
        if (files === 1 && bytes > 1) controller.abort();
      },
    });
    expect(saved).toMatchObject({ cancelled: true, saved: [{ index: 0 }] });
    expect(onDisk()).toEqual({ first: 'x' });
  });

  it('tells how far it is', async () => {
    const told: [number, number][] = [];
    await save([file('a', 'aa'), file('b', 'bbb')], { onProgress: ({ files, bytes }) => told.push([files, bytes]) });
    expect(told.at(-1)).toEqual([2, 5]);
    expect(
      told.every(
        ([files, bytes], at) => at === 0 || (files >= (told[at - 1]?.[0] ?? 0) && bytes >= (told[at - 1]?.[1] ?? 0)),
      ),
    ).toBe(true);
  });

  it('writes over nothing on disks without links either', async () => {
    const noLinks = () => Promise.reject(Object.assign(new Error('no links here'), { code: 'EPERM' }));
    const [temporary, path] = [join(room, 'temporary'), join(room, 'taken')];
    writeFileSync(temporary, 'new');
    writeFileSync(path, 'mine');
    expect(await placeFile(temporary, path, noLinks)).toBe(false);
    expect(await placeFile(temporary, join(room, 'free'), noLinks)).toBe(true);
    expect(onDisk()).toEqual({ free: 'new', taken: 'mine' });
  });

  it('says what is wrong with a folder that is not there', async () => {
    rmSync(room, { recursive: true });
    const saved = await save([file('a')]);
    mkdirSync(room);
    expect(saved.failed).toMatchObject([{ name: 'a', error: { code: 'ENOENT', hint: 'Choose another folder.' } }]);
  });

  it('as a chosen name takes that name, or the next free one', async () => {
    const archive = archiveOf([file('../up.md', 'text'), { name: 'link', content: '/etc', mode: LINK }]);
    const path = join(room, 'chosen.md');
    expect(await saveEntryAs(archive, 0, path, options)).toEqual({ ok: true, value: path });
    expect(await saveEntryAs(archive, 0, path, options)).toEqual({ ok: true, value: join(room, 'chosen (2).md') });
    expect(await saveEntryAs(archive, 1, path, options)).toMatchObject({ ok: false, error: { code: 'save-link' } });
    expect(onDisk()).toEqual({ 'chosen.md': 'text', 'chosen (2).md': 'text' });
  });
});

describe('the folder for dragging out', () => {
  const options = { limit: 2 ** 20 };

  it('is private, gives each file its name, and is gone afterwards', async () => {
    const archive = archiveOf([
      file('x/a.md', '1'),
      file('y/a.md', '2'),
      { name: 'z/' },
      { name: 'l', content: 'x', mode: LINK },
    ]);
    const drag = new DragFolder(room);
    expect(readdirSync(room)).toEqual([]);
    const put = (index: number) => {
      const folder = drag.make();
      if (!folder.ok) throw new Error(folder.error.message);
      return putForDrag(archive, index, folder.value, options);
    };
    const [one, two] = [await put(0), await put(1)];
    if (!one.ok || !two.ok) throw new Error('not written');
    expect([basename(one.value), basename(two.value), readFileSync(two.value, 'utf8')]).toEqual(['a.md', 'a.md', '2']);
    const [root = ''] = readdirSync(room);
    expect(statSync(join(room, root)).mode & 0o777).toBe(0o700);
    expect(statSync(one.value).mode & 0o777).toBe(0o600);
    expect(await put(2)).toMatchObject({ ok: false, error: { code: 'save-folder' } });
    expect(await put(3)).toMatchObject({ ok: false, error: { code: 'save-link' } });
    drag.dispose();
    expect(readdirSync(room)).toEqual([]);
    expect(drag.make()).toMatchObject({ ok: false, error: { code: 'disposed' } });
  });

  it('of a process that is gone is removed by the next one, and nothing else is', () => {
    const names = ['murscope-drag-11-abcdef', 'murscope-drag-22-abcdef', 'murscope-drag-x-abcdef', 'other'];
    for (const name of names) mkdirSync(join(room, name));
    symlinkSync(join(room, 'other'), join(room, 'murscope-drag-11-linked'));
    writeFileSync(join(room, 'murscope-drag-11-filefi'), '');
    expect(sweepDragFolders(room, (pid) => pid === 22)).toBe(1);
    expect(readdirSync(room).sort()).toEqual(
      ['murscope-drag-11-filefi', 'murscope-drag-11-linked', ...names.slice(1)].sort(),
    );
    expect(lstatSync(join(room, 'other')).isDirectory()).toBe(true);
    expect(sweepDragFolders(join(room, 'nowhere'))).toBe(0);
  });
});
