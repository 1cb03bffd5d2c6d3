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

describe('every page that is ever made', () => {
  const url = 'app://bundle/index.html';
  function make() {
    const app = new EventEmitter();
    guardContents(app as never);
    const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: vi.fn(), getURL: () => url });
    app.emit('web-contents-created', {}, contents);
    const isRefused = (name: string, details: object) => {
      const event = { preventDefault: vi.fn(), ...details };
      contents.emit(name, event);
      return event.preventDefault.mock.calls.length > 0;
    };
    return { contents, isRefused };
  }

  test('is kept from going anywhere, opening a window, and embedding', () => {
    const { contents, isRefused } = make();
    for (const to of ['https://example.invalid/', 'file:///etc/passwd', 'app://bundle/other.html', `${url}?x`]) {
      expect(isRefused('will-navigate', { url: to }), to).toBe(true);
      expect(isRefused('will-frame-navigate', { url: to, isMainFrame: true }), to).toBe(true);
    }
    expect(isRefused('will-frame-navigate', { url, isMainFrame: false })).toBe(true);
    expect(isRefused('will-redirect', { url })).toBe(true);
    expect(isRefused('will-attach-webview', {})).toBe(true);
    expect(contents.setWindowOpenHandler.mock.calls[0]?.[0]()).toEqual({ action: 'deny' });
  });

  test('may load itself again', () => {
    const { isRefused } = make();
    expect(isRefused('will-navigate', { url })).toBe(false);
    expect(isRefused('will-frame-navigate', { url, isMainFrame: true })).toBe(false);
  });
});
