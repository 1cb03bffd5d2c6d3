import { expect, test, withoutChromium } from './support/window';

test.skip(...withoutChromium);

test.describe('hostile names and texts', () => {
  test('direction marks, controls and invisible characters are spelled out everywhere', async ({ app, page }) => {
    await app.open('hostile');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('invoice⟨U+202E⟩gnp.mur.zip');
    await expect(app.docs().first()).toContainText('invoice⟨U+202E⟩gnp');
    for (const tab of ['Overview', 'Files', 'Manifest files', 'Findings']) {
      await app.tab(tab).click();
      await expect(page.getByRole('tabpanel').last()).toBeVisible();
      const text = await page.evaluate(() => document.body.textContent ?? '');
      expect(text, tab).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u0007]/);
    }
    await app.tab('Files').click();
    await expect(app.row('Entries', /evil⟨U\+0007⟩bell\.md/)).toBeVisible();
  });

  test('markup in a name or a text stays text', async ({ app, page }) => {
    await app.open('hostile');
    await app.tab('Files').click();
    await app.row('Entries', /onerror/).click();
    await page.getByText('Text', { exact: true }).click();
    await expect(page.locator('.cm-content')).toContainText('<script>alert(1)</script>');
    await expect(page.locator('.cm-hostile').first()).toHaveText('⟨U+202E⟩');
    expect(await page.locator('img[src], .cm-content script').count()).toBe(0);
  });

  test('a name of 10,000 characters keeps its row and shows its ending', async ({ app, page }) => {
    await app.open('hostile');
    await app.tab('Files').click();
    const row = app.row('Entries', /^very-long-name/);
    await row.scrollIntoViewIfNeeded();
    expect((await row.boundingBox())?.height).toBeLessThan(30);
    await expect(row.getByText('-name-.txt', { exact: true })).toBeInViewport();
    await row.getByText('-name-.txt', { exact: true }).hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
    expect((await page.getByRole('tooltip').boundingBox())?.height).toBeLessThan(260);
  });

  test('an entry that Murmur refuses says why in its pane', async ({ app, page }) => {
    await app.open('hostile');
    await app.tab('Files').click();
    await app.row('Entries', /secret\.bin/).click();
    await expect(page.getByRole('alert')).toContainText('Rebuild the package without a password.');
    await app.row('Entries', /hello\.sh/).click();
    await expect(page.getByRole('alert')).toContainText('Compression method 14');
  });

  test('a directory that lies about a size shows what arrived', async ({ app, page }) => {
    await app.open('hostile');
    await app.tab('Files').click();
    await app.row('Entries', /zeros\.bin/).click();
    await expect(page.getByRole('region', { name: 'Content of zeros.bin' })).toContainText('00 00 00 00');
  });
});
