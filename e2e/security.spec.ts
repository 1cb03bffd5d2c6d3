import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from './support/bridge';
import { expect, root, test } from './support/fixtures';

// Everything here is provoked, so the page's complaints are expected.
test.use({ expectedErrors: /./ });

const PAGE = 'app://bundle/index.html';

test('the window is isolated and sandboxed and has nothing of Node', async ({ app, page }) => {
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences(): unknown };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
  });
  expect(
    await page.evaluate(() => ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window)),
  ).toEqual([]);
  expect(await page.evaluate(() => Object.keys((window as unknown as { murscope: object }).murscope).sort())).toEqual([
    'abort',
    'call',
    'on',
  ]);
});

test('the page runs in an operating system sandbox where one is possible', async ({ app }) => {
  test.skip(process.env.MURSCOPE_E2E_SANDBOX !== 'on' || process.platform !== 'linux', 'no sandbox is possible here');
  const pid = await app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  );
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  expect(status).toMatch(/^Seccomp:\s+2$/m);
});

const REFUSED_BY_POLICY: ReadonlyArray<readonly [what: string, directive: string, attempt: string]> = [
  [
    'an inline script',
    'script-src-elem',
    'const s = document.createElement("script"); s.textContent = "window.pwned = 1"; document.body.append(s)',
  ],
  [
    'a script from elsewhere',
    'script-src-elem',
    'const s = document.createElement("script"); s.src = "https://example.invalid/x.js"; document.body.append(s)',
  ],
  [
    'a script from data',
    'script-src-elem',
    'const s = document.createElement("script"); s.src = "data:text/javascript,window.pwned=1"; document.body.append(s)',
  ],
  ['a module from data', 'script-src-elem', 'import("data:text/javascript,window.pwned=1").catch(() => {})'],
  [
    'an inline handler',
    'script-src-attr',
    'document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=\'window.pwned=1\'>"); document.querySelector("img[onerror]").dispatchEvent(new Event("error"))',
  ],
  ['eval', 'script-src', 'try { (0, eval)("window.pwned = 1") } catch {}'],
  ['a made function', 'script-src', 'try { new Function("window.pwned = 1")() } catch {}'],
  [
    'a style without the nonce',
    'style-src-elem',
    'const s = document.createElement("style"); s.textContent = "body{display:none}"; document.body.append(s)',
  ],
  [
    'a style with a guessed nonce',
    'style-src-elem',
    'const s = document.createElement("style"); s.nonce = "AAAAAAAAAAAAAAAAAAAAAA=="; s.textContent = "body{display:none}"; document.body.append(s)',
  ],
  [
    'a style attribute in markup',
    'style-src-attr',
    'document.body.insertAdjacentHTML("beforeend", "<p style=\'color:red\'>x</p>")',
  ],
  [
    'a sheet from elsewhere',
    'style-src-elem',
    'const l = document.createElement("link"); l.rel = "stylesheet"; l.href = "https://example.invalid/x.css"; document.head.append(l)',
  ],
  ['fetching from elsewhere', 'connect-src', 'fetch("http://127.0.0.1:9/").catch(() => {})'],
  ['fetching from the bundle', 'connect-src', 'fetch("index.html").catch(() => {})'],
  ['a web socket', 'connect-src', 'try { new WebSocket("ws://127.0.0.1:9/") } catch {}'],
  ['a beacon', 'connect-src', 'navigator.sendBeacon("http://127.0.0.1:9/", "x")'],
  ['an image from elsewhere', 'img-src', 'new Image().src = "https://example.invalid/pixel.png"'],
  [
    'a frame',
    'frame-src',
    'const f = document.createElement("iframe"); f.src = "https://example.invalid/"; document.body.append(f)',
  ],
  [
    'a frame of the page itself',
    'frame-src',
    'const f = document.createElement("iframe"); f.src = "app://bundle/index.html"; document.body.append(f)',
  ],
  [
    'an object',
    'object-src',
    'const o = document.createElement("object"); o.data = "app://bundle/index.html"; document.body.append(o)',
  ],
  ['a worker', 'worker-src', 'try { new Worker(URL.createObjectURL(new Blob([""]))) } catch {}'],
  [
    'another base address',
    'base-uri',
    'const b = document.createElement("base"); b.href = "https://example.invalid/"; document.head.append(b)',
  ],
  [
    'a form',
    'form-action',
    'const f = document.createElement("form"); f.action = "https://example.invalid/"; document.body.append(f); f.submit()',
  ],
];

test('the policy refuses every way to run, load or send something', async ({ page }) => {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
  });
  // Attempts come through the debugger, which the policy does not bind; what they do is bound by it.
  const session = await page.context().newCDPSession(page);
  for (const [what, directive, attempt] of REFUSED_BY_POLICY) {
    await page.evaluate(() => (window as unknown as { seen: string[] }).seen.splice(0));
    await session.send('Runtime.evaluate', { expression: `{ ${attempt} }`, allowUnsafeEvalBlockedByCSP: false });
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen), { message: what })
      .toContain(directive);
  }
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(page.url()).toBe(PAGE);
});

test('the nonce for styles is a new one each time', async ({ page }) => {
  const nonce = () =>
    page.evaluate(() => document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '');
  const first = await nonce();
  expect(first).toMatch(/^[\w+/]{22}==$/);
  await page.reload();
  expect(await nonce()).not.toBe(first);
});

// What reaches main is refused there; what Chromium itself refuses never does.
const NAVIGATIONS: ReadonlyArray<readonly [url: string, attempt: string]> = [
  ['https://example.invalid/address', 'location.href = "https://example.invalid/address"'],
  ['app://elsewhere/index.html', 'location.href = "app://elsewhere/index.html"'],
  ['app://bundle/other.html', 'location.replace("app://bundle/other.html")'],
  [
    'https://example.invalid/link',
    'const a = document.createElement("a"); a.href = "https://example.invalid/link"; document.body.append(a); a.click()',
  ],
  [
    'https://example.invalid/refresh',
    'const m = document.createElement("meta"); m.httpEquiv = "refresh"; m.content = "0;url=https://example.invalid/refresh"; document.head.append(m)',
  ],
];
const NAVIGATIONS_OF_CHROMIUM = ['location.href = "file:///etc/passwd"', 'location.href = "data:text/html,x"'];
const WINDOWS = [
  'window.open("https://example.invalid/window")',
  'window.open("app://bundle/index.html")',
  'window.open("about:blank")',
];

test('the page goes nowhere and opens no window', async ({ app, page }) => {
  await app.evaluate(({ BrowserWindow }) => {
    const log: { refused: string[]; went: string[] } = { refused: [], went: [] };
    Object.assign(globalThis, { log });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.on('will-frame-navigate', (event) => {
      if (event.defaultPrevented) log.refused.push(event.url); // the guard was asked before this listener
    });
    contents?.on('did-navigate', (_event, url) => log.went.push(url));
  });
  const log = () => app.evaluate(() => (globalThis as unknown as { log: { refused: string[]; went: string[] } }).log);
  const session = await page.context().newCDPSession(page);
  const attempt = (expression: string) =>
    session.send('Runtime.evaluate', { expression: `{ ${expression} }`, userGesture: true });

  for (const code of NAVIGATIONS_OF_CHROMIUM) await attempt(code);
  for (const code of WINDOWS) {
    const opened = await attempt(`String(${code})`);
    expect(opened.result.value, code).toBe('null');
  }
  for (const [url, code] of NAVIGATIONS) {
    await attempt(code);
    await expect.poll(async () => (await log()).refused, { message: code }).toContain(url);
  }
  expect(await log()).toMatchObject({ went: [] });
  expect(page.url()).toBe(PAGE);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('no permission is ever given', async ({ page }) => {
  const answers = await page.evaluate(async () => {
    const outcome = (asked: Promise<unknown>) =>
      asked.then(
        (value) => `gave ${String(value)}`,
        () => 'refused',
      );
    const place = new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject));
    return {
      notifications: await Notification.requestPermission(),
      place: await outcome(place),
      camera: await outcome(navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await outcome(navigator.mediaDevices.getDisplayMedia()),
      reading: await outcome(navigator.clipboard.readText()),
      midi: await outcome(navigator.requestMIDIAccess({ sysex: true })),
      persistent: (await navigator.permissions.query({ name: 'geolocation' })).state,
    };
  });
  expect(answers).toEqual({
    notifications: 'denied',
    place: 'refused',
    camera: 'refused',
    screen: 'refused',
    reading: 'refused',
    midi: 'refused',
    persistent: 'denied',
  });
});

test('nothing is ever downloaded', async ({ app, page }) => {
  // Heard before the click: what goes to main and what goes to the page arrive in any order.
  await app.evaluate(({ session }) => {
    session.defaultSession.on('will-download', (event) =>
      setImmediate(() => Object.assign(globalThis, { refusedDownload: event.defaultPrevented })),
    );
  });
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['x']));
    link.download = 'x.txt';
    link.click();
  });
  await expect.poll(() => app.evaluate((): unknown => Reflect.get(globalThis, 'refusedDownload'))).toBe(true);
});

test('another page is not heard, even with our own preload and address', async ({ app, page }) => {
  const foreign = await app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const second = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      const answers: unknown[] = [];
      for (const address of ['data:text/html,<p>hello', 'app://bundle/index.html']) {
        await second.loadURL(address);
        answers.push(await second.webContents.executeJavaScript("window.murscope.call('app:start', [], 'x#1')"));
      }
      second.destroy();
      return answers;
    },
    join(root, 'out/preload/index.cjs'),
  );
  for (const answer of foreign) expect(answer).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(await call(page, 'app:start', [])).toMatchObject({ ok: true });
});

test('a frame inside our own page has no bridge, should one ever get in', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setBypassCSP', { enabled: true });
  await page.reload();
  const inside = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.srcdoc = '<p>hello</p>';
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    return { there: frame.contentDocument?.body.textContent, bridge: 'murscope' in (frame.contentWindow ?? {}) };
  });
  expect(inside).toEqual({ there: 'hello', bridge: false });
});

const BAD_CALLS: ReadonlyArray<readonly [what: string, channel: string, args: unknown, code: string]> = [
  ['a call that does not exist', 'fs:read', ['/etc/passwd'], 'unknown-call'],
  ['a name of every object', 'constructor', [], 'unknown-call'],
  ['no arguments at all', 'package:open', null, 'refused'],
  ['a path in place of a token', 'package:open', ['/etc/passwd'], 'refused'],
  ['a path behind a token', 'package:open', ['package-0123456789abcdef/../../etc/passwd'], 'refused'],
  ['an object in place of a token', 'package:open', [{ token: 'package-0123456789abcdef' }], 'refused'],
  ['an invented token', 'package:open', ['package-0123456789abcdef'], 'not-open'],
  ['an invented token to reveal', 'app:reveal', ['package-0123456789abcdef'], 'not-open'],
  ['a path for a recent file', 'app:open-recent', ['/etc/passwd'], 'not-there'],
  ['a path for a sample', 'app:open-sample', ['../../package.json'], 'not-there'],
  ['a link that is not https', 'app:open-link', ['file:///etc/passwd'], 'not-https'],
  ['a link with a script', 'app:open-link', ['javascript:alert(1)'], 'not-https'],
  ['a link with a password', 'app:open-link', ['https://paypal.com@example.invalid/'], 'not-https'],
  ['a setting that does not fit', 'settings:set', [{ zoom: 1e9 }], 'refused'],
];

test('calls of the wrong shape are answered and change nothing', async ({ page }) => {
  for (const [what, channel, args, code] of BAD_CALLS) {
    const answer = await call(page, channel, args);
    expect(answer.ok ? 'was answered' : answer.error.code, what).toBe(code);
  }
  expect(await call(page, 'app:start', [], { id: 1 })).toMatchObject({ ok: false, error: { code: 'refused' } });
});

test('the scheme serves the bundle and nothing beside it', async ({ app }) => {
  const status = (address: string, method = 'GET') =>
    app.evaluate(
      ({ net }, [url, verb]) =>
        net.fetch(url, { method: verb }).then(
          (response) => response.status,
          () => 0,
        ),
      [address, method] as const,
    );
  expect(await status(PAGE)).toBe(200);
  expect(await status('app://bundle/absent.js')).toBe(404);
  for (const address of [
    'app://bundle/..%2fmain%2findex.cjs',
    'app://bundle/%2e%2e%2fmain%2findex.cjs',
    'app://bundle/assets%2f..%2f..%2fmain%2findex.cjs',
    'app://bundle/..%5cmain%5cindex.cjs',
    'app://bundle//etc/passwd',
    'app://elsewhere/index.html',
  ])
    expect(await status(address), address).toBe(403);
  expect(await status(PAGE, 'POST')).toBe(403);
});

test('a drop that page code makes up opens nothing', async ({ app, page }) => {
  await app.evaluate(({ ipcMain }) => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    ipcMain.on('murscope:dropped', (_event, paths) => heard.push(paths));
  });
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['PK'], 'made-up.mur.zip'));
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
  });
  expect(await call(page, 'app:start', [])).toMatchObject({ ok: true }); // a later message has arrived
  expect(await app.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard)).toEqual([]);
});
