import { EventEmitter } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { guardContents, isOurs } from './guards';
import { PAGE } from './policy';

type IsOursArguments = Parameters<typeof isOurs>;

describe('who may speak to main', () => {
  const mainFrame = { url: PAGE, parent: null };
  const ours = { mainFrame };
  const check = (event: object, window: object | null = ours) =>
    isOurs(event as IsOursArguments[0], window as IsOursArguments[1], PAGE);

  test('the top frame of our window at our address, whatever stands after #', () => {
    expect(check({ sender: ours, senderFrame: mainFrame })).toBe(true);
    const moved = { mainFrame: { url: `${PAGE}#files`, parent: null } };
    expect(check({ sender: moved, senderFrame: moved.mainFrame }, moved)).toBe(true);
  });

  test.each([
    ['another window', { sender: { mainFrame }, senderFrame: mainFrame }],
    ['a frame inside', { sender: ours, senderFrame: { url: PAGE, parent: mainFrame } }],
    ['a top frame that is not the window’s', { sender: ours, senderFrame: { url: PAGE, parent: null } }],
    ['a frame that is gone', { sender: ours, senderFrame: null }],
  ])('not %s', (_what, event) => {
    expect(check(event)).toBe(false);
  });

  test.each([
    'app://bundle/index.html.evil',
    'app://bundle/other.html',
    'app://bundle.evil/index.html',
    'https://bundle/index.html',
    'about:blank',
    '',
  ])('not our window at %s', (url) => {
    const there = { mainFrame: { url, parent: null } };
    expect(check({ sender: there, senderFrame: there.mainFrame }, there)).toBe(false);
  });

  test('nobody where there is no window', () => {
    expect(check({ sender: ours, senderFrame: mainFrame }, null)).toBe(false);
  });
});

test('every page that is ever made is kept from going anywhere', () => {
  const app = new EventEmitter();
  guardContents(app as never);
  const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: vi.fn() });
  app.emit('web-contents-created', {}, contents);
  for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
    const event = { preventDefault: vi.fn() };
    contents.emit(name, event);
    expect(event.preventDefault, name).toHaveBeenCalledOnce();
  }
  expect(contents.setWindowOpenHandler.mock.calls[0]?.[0]()).toEqual({ action: 'deny' });
});
