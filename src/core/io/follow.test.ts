import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FollowEvent, type FollowOptions, fileState, followFile, type WatchFolder } from './follow';

let room = '';
let path = '';
let followed: { dispose(): void }[] = [];
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'murscope-follow-'));
  path = join(room, 'a.mur.zip');
  writeFileSync(path, 'one');
});
afterEach(() => {
  for (const one of followed) one.dispose();
  followed = [];
  rmSync(room, { recursive: true, force: true });
});

const QUICK: FollowOptions = { settle: 15, grace: 40, pollEvery: 25 };

/** Follows the file from the state it is in; `next` waits for an event, however long the machine takes. */
async function follow(options: FollowOptions = {}, at = path) {
  const told: FollowEvent[] = [];
  let wake: (() => void) | null = null;
  const follower = followFile(
    at,
    (event) => {
      told.push(event);
      wake?.();
    },
    { ...QUICK, known: await fileState(at), ...options },
  );
  followed.push(follower);
  const next = async () => {
    while (told.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return told.shift();
  };
  return { next, told, dispose: () => follower.dispose() };
}

const noWatch: WatchFolder = () => {
  throw new Error('no watches left');
};
/** A watch only, and no looking by itself. */
const WATCH_ONLY: FollowOptions = { pollEvery: 2 ** 30 };

describe.each([
  ['by watching', WATCH_ONLY],
  ['by looking where there is no watch', { watchFolder: noWatch }],
] as const)('a file is followed %s', (_, options) => {
  /** The first watch stands only after a moment: a change before it would wait for a look. */
  async function ready(at = path) {
    let began: () => void = () => {};
    const watching = new Promise<void>((resolve) => {
      began = resolve;
    });
    if ('watchFolder' in options) return follow(options, at);
    const { watch } = await import('node:fs');
    const watchFolder: WatchFolder = (folder, onChange, onEnd) => {
      const watcher = watch(folder, (_event, name) => onChange(name));
      watcher.on('error', onEnd);
      began();
      return watcher;
    };
    const made = await follow({ ...options, watchFolder }, at);
    await watching;
    return made;
  }

  it('through a rewrite', async () => {
    const file = await ready();
    writeFileSync(path, 'three');
    expect(await file.next()).toBe('changed');
  });

  it('through an atomic replacement', async () => {
    const file = await ready();
    writeFileSync(join(room, 'new'), 'two');
    renameSync(join(room, 'new'), path);
    expect(await file.next()).toBe('changed');
  });

  it('through removal and return', async () => {
    const file = await ready();
    unlinkSync(path);
    expect(await file.next()).toBe('gone');
    writeFileSync(path, 'again');
    expect(await file.next()).toBe('back');
    writeFileSync(path, 'and again');
    expect(await file.next()).toBe('changed');
  });

  it('and a removal that is made good at once is one change', async () => {
    const file = await ready();
    unlinkSync(path);
    writeFileSync(path, 'one');
    expect(await file.next()).toBe('changed');
    expect(file.told).toEqual([]);
  });
});

describe('a followed file', () => {
  it('is told of when it had changed before it was followed', async () => {
    const known = await fileState(path);
    writeFileSync(path, 'changed meanwhile');
    const file = await follow({ known });
    expect(await file.next()).toBe('changed');
  });

  it('has another state after a rewrite of equal length and date', async () => {
    const date = new Date(1_000_000_000_000);
    utimesSync(path, date, date);
    const before = await fileState(path);
    const rewritten = async () => {
      writeFileSync(path, 'two');
      utimesSync(path, date, date);
      return fileState(path);
    };
    // The system's clock may take a few milliseconds to its next tick.
    await expect.poll(rewritten, { interval: 1, timeout: 5000 }).not.toBe(before);
  });

  it('is away when a folder stands in its place', async () => {
    const file = await follow();
    unlinkSync(path);
    mkdirSync(path);
    expect(await file.next()).toBe('gone');
  });

  it('is found again in a folder that went away and came back', async () => {
    const folder = join(room, 'folder');
    mkdirSync(folder);
    const inside = join(folder, 'a.mur.zip');
    writeFileSync(inside, 'one');
    const file = await follow({}, inside);
    renameSync(folder, join(room, 'moved'));
    expect(await file.next()).toBe('gone');
    mkdirSync(folder);
    writeFileSync(inside, 'two');
    expect(await file.next()).toBe('back');
  });

  it('may be a link: what it leads to is followed', async () => {
    const link = join(room, 'link');
    symlinkSync(path, link);
    const file = await follow({}, link);
    writeFileSync(path, 'changed');
    expect(await file.next()).toBe('changed');
  });

  it('that is still being written is told of once it rests', async () => {
    const file = await follow({ settle: 60 });
    let written = 0;
    const writing = setInterval(() => {
      appendFileSync(path, 'more');
      if (++written === 12) clearInterval(writing);
    }, 5);
    expect(await file.next()).toBe('changed');
    // On a busy machine the writer may rest in between; it is never told of twelve times.
    while (written < 12) await file.next();
    expect(file.told.length).toBeLessThan(3);
  });

  it('that never rests is told of all the same', async () => {
    const file = await follow({ settle: 20, longest: 60 });
    const writing = setInterval(() => appendFileSync(path, 'more'), 1);
    expect(await file.next()).toBe('changed');
    expect(await file.next()).toBe('changed');
    clearInterval(writing);
  });

  it('is not told of once that is over, nor when a neighbour changes', async () => {
    const [file, other] = [await follow(), await follow()];
    writeFileSync(join(room, 'neighbour'), 'x');
    file.dispose();
    writeFileSync(path, 'changed');
    expect(await other.next()).toBe('changed');
    expect(file.told).toEqual([]);
    expect(other.told).toEqual([]);
  });
});
