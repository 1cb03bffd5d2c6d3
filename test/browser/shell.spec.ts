import { expect, test, withoutChromium } from './support/window';

test.skip(...withoutChromium);

test.describe('the first minute', () => {
  test('says what to drop, offers samples and what was opened before', async ({ app, page }) => {
    await app.open('');
    await expect(page.getByRole('heading', { name: 'Look inside a Murmur package' })).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Recent' }).getByRole('button', { name: /house-0\.1\.0/ }),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Capsule/ }).click();
    await expect(page.getByRole('heading', { name: 'house' })).toBeVisible();
  });

  test('keeps its places while the app is still starting', async ({ app, page }) => {
    await app.open('', { never: 'app:start' });
    await expect(page.getByRole('heading', { name: 'Samples' })).toBeVisible();
    await expect(page.locator('.skeleton').first()).toBeVisible();
  });

  test('says why it could not start', async ({ app, page }) => {
    await app.open('', { fail: 'app:start' });
    await expect(page.getByRole('alert')).toContainText('Murscope could not start');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('says that settings could not be used, and goes on', async ({ app, page }) => {
    await app.open('', { settingsProblem: 'settings.json is not JSON' });
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('settings.json is not JSON');
  });

  test('forgets recent files when asked to', async ({ app, page }) => {
    await app.open('');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(page.getByText('Packages you open are listed here.')).toBeVisible();
  });
});

test.describe('tabs of packages', () => {
  test('open, step, close by keyboard, pointer and middle click', async ({ app, page }) => {
    await app.open('house,skill,large');
    const docs = app.docs();
    await expect(docs).toHaveCount(3);
    await expect(docs.nth(2)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Control+Tab');
    await expect(docs.nth(0)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Control+Shift+Tab');
    await expect(docs.nth(2)).toHaveAttribute('aria-selected', 'true');
    await docs.nth(1).click({ button: 'middle' });
    await expect(docs).toHaveCount(2);
    await page.keyboard.press('Control+w');
    await expect(docs).toHaveCount(1);
    await docs.first().focus();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('heading', { name: 'Look inside a Murmur package' })).toBeVisible();
    expect(await app.calls('package:close')).toBe(3);
  });

  test('a hundred tabs scroll, and the one in front is in view', async ({ app, page }) => {
    await app.open('house');
    await page.evaluate(() => window.fake.drop(...Array.from({ length: 100 }, () => 'skill')));
    await expect(app.docs()).toHaveCount(101);
    await expect(app.docs().last()).toBeInViewport();
    await page.keyboard.press('Control+Tab');
    await expect(app.docs().first()).toBeInViewport();
  });

  test('what cannot be opened is said in a message, the rest opens', async ({ app, page }) => {
    await app.open('');
    await page.evaluate(() => window.fake.drop('house', 'notes.txt'));
    await expect(app.docs()).toHaveCount(1);
    const messages = page.getByRole('region', { name: 'Notifications' });
    await expect(messages).toContainText('notes.txt is not a zip archive.');
    await messages.getByRole('button', { name: 'Dismiss' }).click();
    await expect(messages).toBeEmpty();
  });
});

test.describe('the rail', () => {
  test('goes to each view; those to come say what they will do and how to do it today', async ({ app, page }) => {
    await app.open('house');
    const rail = page.getByRole('navigation', { name: 'Views' });
    await expect(rail.getByRole('button', { name: 'Packages, 1 open' })).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Control+5');
    await expect(rail.getByRole('button', { name: 'Naming' })).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Control+2');
    await expect(page.getByRole('heading', { name: 'house' })).toBeVisible();
  });

  test('shows only pictures on a narrow window, with the name in a tooltip', async ({ app, page }) => {
    await page.setViewportSize({ width: 900, height: 600 });
    await app.open('');
    const settings = page.getByRole('button', { name: 'Settings' });
    expect((await settings.boundingBox())?.width).toBeLessThan(50);
    await settings.hover();
    await expect(page.getByRole('tooltip')).toContainText('Settings');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toBeHidden();
  });
});

test.describe('the palette', () => {
  test('finds a command by typing, shows its shortcut, runs it', async ({ app, page }) => {
    await app.open('house');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await expect(palette.getByRole('option', { name: /Show Findings/ })).toContainText('Alt');
    await page.keyboard.type('findings');
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
    await expect(app.tab('Findings')).toHaveAttribute('aria-selected', 'true');
  });

  test('gives the focus back when it is closed', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Files').click();
    await app.grid('Entries').focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(app.grid('Entries')).toBeFocused();
  });

  test('is opened by the menu too', async ({ app, page }) => {
    await app.open('');
    await page.evaluate(() => window.fake.emit('app:command', 'palette.open'));
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  });
});

test.describe('settings', () => {
  test('the theme changes at once, and back to the system', async ({ app, page }) => {
    await app.open('');
    await page.keyboard.press('Control+,');
    await page.getByText('Dark', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(22, 24, 26)');
    await page.getByText('As the system').click();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  });

  test('a limit is kept when it is right and named when it is wrong', async ({ app, page }) => {
    await app.open('');
    await page.keyboard.press('Control+,');
    const limit = page.getByRole('textbox', { name: 'Time limit' });
    await limit.fill('0');
    await expect(page.getByRole('alert')).toContainText('from 1 to 600');
    await limit.fill('90');
    await limit.press('Enter');
    await expect(page.getByRole('alert')).toBeHidden();
    const sent = await page.evaluate(() => window.fake.calls.filter((call) => call.channel === 'settings:set'));
    expect(sent.map((call) => call.args)).toEqual([[{ readTimeLimit: 90_000 }]]);
  });

  test('a change that could not be kept goes back and says why', async ({ app, page }) => {
    await app.open('', { fail: 'settings:set' });
    await page.keyboard.press('Control+,');
    await page.getByText('Dark', { exact: true }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('could not be read');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  });
});

test.describe('dropping', () => {
  const hover = (type: string, count: number) =>
    `(() => { const data = new DataTransfer(); for (let at = 0; at < ${count}; at++) data.items.add(new File(['x'], 'x' + at, { type: '${type}' })); window.dispatchEvent(new DragEvent('dragenter', { dataTransfer: data, cancelable: true })); })()`;

  test('says while hovering what dropping will do, and nothing when it leaves', async ({ app, page }) => {
    await app.open('');
    await page.evaluate(hover('application/zip', 1));
    await expect(page.getByText('Open this archive')).toBeVisible();
    await page.evaluate("window.dispatchEvent(new DragEvent('dragleave'))");
    await expect(page.getByText('Open this archive')).toBeHidden();
    await page.evaluate(hover('application/zip', 3));
    await expect(page.getByText('Open 3 archives')).toBeVisible();
    await page.evaluate("window.dispatchEvent(new DragEvent('drop', { cancelable: true }))");
    await expect(page.getByText('Open 3 archives')).toBeHidden();
  });

  test('a drop navigates nowhere', async ({ app, page }) => {
    await app.open('');
    const stopped = await page.evaluate(() => !window.dispatchEvent(new DragEvent('drop', { cancelable: true })));
    expect(stopped).toBe(true);
  });
});
