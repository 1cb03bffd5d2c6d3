import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { type EndsParts, guardEnds } from './ends';
import type { Question } from './ports';

/** An app with one window and a naming service, none of them real; `log` is what was done, in its order. */
function setUp({ running = true, progress = 0.5 as number | null, yes = true } = {}) {
  const log: string[] = [];
  const asked: Question[] = [];
  const state = { running, yes };
  const app = Object.assign(new EventEmitter(), {
    quit: () => void log.push('quit'),
    exit: () => void log.push('exit'),
  });
  const page = new EventEmitter();
  const window = Object.assign(new EventEmitter(), { webContents: page, close: () => void log.push('close') });
  const system = new EventEmitter();
  let disposed: () => void = () => {};
  const naming = {
    get isRunning() {
      return state.running;
    },
    progress,
    dispose: () => {
      log.push('dispose');
      return new Promise<void>((resolve) => {
        disposed = () => {
          state.running = false;
          log.push('nothing left');
          resolve();
        };
      });
    },
  };
  guardEnds({
    app,
    window,
    process: system,
    naming: () => naming,
    ask: async (question: Question) => {
      asked.push(question);
      return state.yes;
    },
    sweep: () => void log.push('sweep'),
  } as unknown as EndsParts);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    log,
    asked,
    state,
    app,
    page,
    window,
    system,
    settle,
    /** Emits an event that can be prevented; the answer says whether it was. */
    preventable(emitter: EventEmitter, name: string): boolean {
      let prevented = false;
      emitter.emit(name, { preventDefault: () => (prevented = true) });
      return prevented;
    },
    async nothingLeft() {
      disposed();
      await settle();
    },
  };
}

test('a window whose batch runs closes only after yes, and only when nothing is left', async () => {
  const { window, preventable, asked, log, settle, nothingLeft } = setUp();
  expect(preventable(window, 'close')).toBe(true);
  expect(preventable(window, 'close'), 'asked once, not twice').toBe(true);
  await settle();
  expect(asked).toMatchObject([{ message: expect.stringContaining('batch is running') }]);
  expect(log).toEqual(['dispose']);
  await nothingLeft();
  expect(log).toEqual(['dispose', 'nothing left', 'close']);
  expect(preventable(window, 'close')).toBe(false);
});

test('no leaves the window and the batch as they are, and the next close asks again', async () => {
  const { window, preventable, asked, log, settle } = setUp({ yes: false });
  preventable(window, 'close');
  await settle();
  expect(log).toEqual([]);
  preventable(window, 'close');
  await settle();
  expect(asked).toHaveLength(2);
});

test('a quit that was asked about goes on as a quit', async () => {
  const { app, window, preventable, log, settle, nothingLeft } = setUp();
  app.emit('before-quit');
  expect(preventable(window, 'close')).toBe(true);
  await settle();
  await nothingLeft();
  expect(log.at(-1)).toBe('quit');
});

test('where only the endpoint listens, the question says so', async () => {
  const { window, preventable, asked, settle } = setUp({ progress: null });
  preventable(window, 'close');
  await settle();
  expect(asked).toMatchObject([{ message: expect.stringContaining('endpoint is listening') }]);
});

test('with nothing running, nothing is asked', async () => {
  const { window, app, preventable, asked } = setUp({ running: false });
  expect(preventable(window, 'close')).toBe(false);
  expect(preventable(app, 'will-quit')).toBe(false);
  expect(asked).toEqual([]);
});

test('a crash of the page and a window that is gone end what runs', () => {
  const { page, window, log } = setUp();
  page.emit('render-process-gone');
  window.emit('closed');
  expect(log).toEqual(['dispose', 'dispose']);
});

test('a quit past the window waits until nothing is left', async () => {
  const { app, preventable, log, nothingLeft } = setUp();
  expect(preventable(app, 'will-quit')).toBe(true);
  await nothingLeft();
  expect(log).toEqual(['dispose', 'nothing left', 'quit']);
  expect(preventable(app, 'will-quit')).toBe(false);
  app.emit('quit');
  expect(log.at(-1)).toBe('sweep');
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('%s ends what runs, then quits without a question', async (signal) => {
  const { system, window, preventable, asked, log, nothingLeft } = setUp();
  system.emit(signal);
  expect(preventable(window, 'close'), 'a close meanwhile is not held up').toBe(false);
  await nothingLeft();
  expect(log).toEqual(['dispose', 'nothing left', 'quit']);
  expect(asked).toEqual([]);
});

test('a second signal does not wait', () => {
  const { system, log } = setUp();
  system.emit('SIGINT');
  system.emit('SIGINT');
  expect(log).toEqual(['dispose', 'sweep', 'exit']);
});
