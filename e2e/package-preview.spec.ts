import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { crc32, zipBytes } from '../scripts/make-samples-zip.mjs';
import { expect, test } from './support/fixtures';
import { writeCapsule } from './support/packages';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const mode = (page: Page, name: string) => page.getByRole('radiogroup', { name: 'Shown as' }).getByText(name);
const documents = (page: Page) => page.getByRole('tablist', { name: 'Open packages' }).getByRole('tab');

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A grey PNG that claims a size; its pixels are there only for small ones. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const pixels = deflateSync(Buffer.alloc(width > 1000 ? 64 : (width + 1) * height, 0x80));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const HOSTILE = `---
name: hostile
---
# A *title*

<script>window.pwned = 1</script>
<img src=x onerror="window.pwned = 2">
<iframe src="https://example.invalid/frame"></iframe>

![beacon](https://example.invalid/pixel.png) ![inline](data:image/png;base64,AAAA)

[good](https://example.invalid/page) [script](javascript:window.pwned=3) [data](data:text/html,x) [plain](http://example.invalid/)

A name\u202e that turns.

| a | b |
|:--|--:|
| 1 | 2 |

${'> '.repeat(500)}deep
`;

async function openFiles(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Files/ }).click();
  await expect(row(page, 'murmur.yaml')).toBeVisible();
}

test('Markdown is rendered without raw HTML and without anything that loads', async ({ folder, launch }) => {
  const { app, page } = await launch([writeCapsule(folder, 'md.mur.zip', [{ name: 'evil.md', content: HOSTILE }])]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await app.evaluate(({ dialog, shell }) => {
    const seen = globalThis as unknown as { asked: string[]; opened: string[] };
    seen.asked = [];
    seen.opened = [];
    dialog.showMessageBox = (_window: unknown, options?: { detail?: string }) => {
      seen.asked.push(options?.detail ?? '');
      return Promise.resolve({ response: seen.asked.length > 1 ? 1 : 0, checkboxChecked: false });
    };
    shell.openExternal = (url: string) => {
      seen.opened.push(url);
      return Promise.resolve();
    };
  });
  await openFiles(page);
  await row(page, 'evil.md').click();
  const shown = page.getByRole('region', { name: 'evil.md, rendered' });
  await expect(shown.getByRole('heading', { name: 'A title' })).toBeVisible();
  await expect(shown).toContainText('<script>window.pwned = 1</script>');
  await expect(shown).toContainText('[picture: beacon]');
  await expect(shown).toContainText('name: hostile');
  await expect(shown).toContainText('⟨U+202E⟩');
  expect(await shown.locator('script, img, iframe, style, svg, [style], [onerror]').count()).toBe(0);
  expect(await shown.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    'https://example.invalid/page',
  ]);
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await shown.getByRole('link', { name: 'good' }).click();
  await expect.poll(() => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked.length)).toBe(1);
  expect(await opened()).toEqual([]);
  await shown.getByRole('link', { name: 'good' }).click();
  await expect.poll(opened).toEqual(['https://example.invalid/page']);
  await shown.getByText('script', { exact: true }).click();
  await expect(page.getByText('Only https links are opened')).toBeVisible();
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(asked.filter((url) => !url.startsWith('app://'))).toEqual([]);
  await mode(page, 'Text').click();
  await expect(page.getByRole('textbox', { name: 'Content of evil.md' })).toContainText('onerror');
  await mode(page, 'Rendered').click();
  await expect(shown).toBeVisible();
});

test('a picture is shown, and one that claims to be huge is refused unread', async ({ folder, launch }) => {
  const { page } = await launch([
    writeCapsule(folder, 'pictures.mur.zip', [
      { name: 'small.png', content: png(320, 200) },
      { name: 'bomb.png', content: png(60_000, 60_000) },
      { name: 'broken.png', content: png(32, 32).subarray(0, 40) },
      { name: 'drawing.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>' },
    ]),
  ]);
  await openFiles(page);
  await row(page, 'small.png').click();
  const picture = page.getByRole('img', { name: 'small.png' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  expect(await picture.getAttribute('src')).toMatch(/^blob:app:/);
  await expect(page.getByText('320 × 200 pixels, PNG')).toBeVisible();
  await row(page, 'bomb.png').click();
  await expect(page.getByText('The picture claims 60000 by 60000 pixels', { exact: false })).toBeVisible();
  await row(page, 'broken.png').click();
  await expect(page.getByText('This picture cannot be decoded')).toBeVisible();
  await mode(page, 'Hex').click();
  await expect(page.getByText('89 50 4e 47', { exact: false }).first()).toBeVisible();
  await row(page, 'drawing.svg').click();
  await mode(page, 'Text').click();
  await expect(page.getByRole('textbox', { name: 'Content of drawing.svg' })).toContainText('<script>');
});

test('a component is summed up: its form, its interfaces, its sections', async ({ folder, launch }) => {
  const { page } = await launch([writeCapsule(folder)]);
  await openFiles(page);
  await row(page, 'capsule.wasm').click();
  const summary = page.getByRole('region', { name: 'WebAssembly summary' });
  await expect(summary).toContainText('WebAssembly component');
  await expect(summary).toContainText('wasi:http/outgoing-handler@0.2.0');
  await expect(summary).toContainText('murmur:capsule/run@0.1.0');
  await expect(summary.getByRole('row', { name: /^import / })).toBeVisible();
  await mode(page, 'Hex').click();
  await expect(page.getByText('00 61 73 6d', { exact: false }).first()).toBeVisible();
});

test('a package inside a package opens in a tab of its own, also one inside that', async ({
  folder,
  userData,
  launch,
}) => {
  const innermost = readFileSync(writeCapsule(folder, 'innermost.mur.zip'));
  const inner = zipBytes([
    { name: 'murmur.yaml', content: 'name: harbourmaster\nversion: 2.0.0\nruntime: skill\n' },
    { name: 'SKILL.md', content: '---\nname: harbourmaster\ndescription: Keeps the harbour.\n---\n' },
    { name: 'deeper/lighthouse.mur.zip', content: innermost },
  ]);
  const { page } = await launch([
    writeCapsule(folder, 'outer.mur.zip', [{ name: 'packed/inner.mur.zip', content: inner }]),
  ]);
  await openFiles(page);
  await row(page, 'inner.mur.zip').click();
  await page.getByRole('button', { name: 'Open as a package' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('harbourmaster');
  await expect(documents(page)).toHaveCount(2);
  await expect(page.getByText('local headers checked')).toBeVisible();
  await page.getByRole('tab', { name: /^Files/ }).click();
  await row(page, 'lighthouse.mur.zip').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open as a package' }).click();
  await expect(documents(page)).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('lighthouse');
  await page.keyboard.press('Control+w');
  await page.keyboard.press('Control+w');
  await expect(documents(page)).toHaveCount(1);
  const session = JSON.parse(readFileSync(join(userData, 'session.json'), 'utf8')) as unknown[];
  expect(session, 'what lies inside a file does not open by itself at the next start').toHaveLength(1);
});
