import { expect, test, withoutChromium } from './support/window';

test.skip(...withoutChromium);

test.describe('the header', () => {
  test('says what it is, how big, and the verdict; the digest can be copied', async ({ app, page }) => {
    await app.open('house');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('house0.1.0');
    const header = page.locator('header');
    await expect(header).toContainText('3 warnings');
    await expect(header).toContainText('local/house@0.1.0');
    await expect(header).toContainText('build level 1');
    await page.getByRole('button', { name: 'Copy sha256' }).click();
    expect(await app.copied()).toMatch(/^05c5511c[0-9a-f]+7aef$/);
  });

  test('does not move when the digest arrives', async ({ app, page }) => {
    await app.open('house', { never: 'package:digest' });
    await expect(page.locator('header')).toContainText('reading…');
    const waiting = await page.getByRole('tablist', { name: 'Package', exact: true }).boundingBox();
    await app.open('house');
    await expect(page.getByRole('button', { name: 'Copy sha256' })).toBeVisible();
    expect(await page.getByRole('tablist', { name: 'Package', exact: true }).boundingBox()).toEqual(waiting);
  });

  for (const [width, height] of [
    [900, 600],
    [640, 420],
  ] as const) {
    test(`does not move when the package arrives, ${width} wide`, async ({ app, page }) => {
      await page.setViewportSize({ width, height });
      const tabs = page.getByRole('tablist', { name: 'Package', exact: true });
      for (const name of ['house', 'hostile']) {
        await app.open(name, { never: 'package:open' });
        const waiting = await tabs.boundingBox();
        await app.open(name);
        await expect(page.getByRole('button', { name: 'Copy sha256' })).toBeVisible();
        expect(await tabs.boundingBox(), name).toEqual(waiting);
      }
    });
  }

  test('shows how far the digest is', async ({ app, page }) => {
    await app.open('house', { never: 'package:digest' });
    await expect(page.locator('header')).toContainText('reading…');
    await page.evaluate(() => {
      const token = window.fake.calls.find((call) => call.channel === 'package:digest')?.args[0];
      window.fake.emit('package:progress', { token, what: 'digest', done: 41, total: 100 });
    });
    await expect(page.locator('header')).toContainText('reading 41 %');
  });

  test('exports the report in every form', async ({ app, page }) => {
    await app.open('house');
    await page.getByRole('button', { name: 'Export the report' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
    await expect.poll(() => app.copied()).toBe('report as markdown');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.getByRole('button', { name: 'Export the report' }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Copy as text' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Save as Markdown…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Saved /home/sam/report.markdown');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Saved /home/sam/report.text');
  });
});

test.describe('states', () => {
  test('a package on its way has the shape of what comes', async ({ app, page }) => {
    await app.open('house', { never: 'package:open' });
    await expect(page.getByRole('status', { name: 'Reading the package' })).toBeVisible();
    await expect(app.tab('Files')).toBeVisible();
  });

  test('a package that cannot be read says why and what to do', async ({ app, page }) => {
    await app.open('house', { fail: 'package:open' });
    await expect(page.getByRole('alert')).toContainText('Check that it is still there');
    await page.getByRole('button', { name: 'Copy details' }).click();
    await expect.poll(() => app.copied()).toContain('/home/sam/packages/house-0.1.0.mur.zip');
  });

  test('an archive with nothing in it says so in each tab', async ({ app, page }) => {
    await app.open('empty');
    await app.tab('Files').click();
    await expect(page.getByText('This archive has no entries')).toBeVisible();
    await app.tab('Config').click();
    await expect(page.getByText('No artifact has a config block')).toBeVisible();
    await app.tab('Skills').click();
    await expect(page.getByText('No skill in this package')).toBeVisible();
    await app.tab('Findings').click();
    await expect(page.getByText('Nothing to report')).toBeVisible();
  });
});

test.describe('overview', () => {
  test('sets grants beside what the payload can ask for, with the findings in place', async ({ app, page }) => {
    await app.open('house');
    const asks = page.getByRole('region', { name: 'Granted and asked for' });
    await expect(asks.getByRole('row', { name: /^Network/ })).toContainText('api.example.com');
    await expect(asks.getByRole('row', { name: /^Network/ })).toContainText('wasi:http/outgoing-handler@0.2.12');
    await expect(asks).toContainText('capabilities.install grants nothing');
    await expect(asks).toContainText('Not asked for: random');
  });

  test('a finding leads to its meaning, a size to its entry', async ({ app, page }) => {
    await app.open('house');
    await page
      .getByRole('region', { name: 'Worst findings' })
      .getByRole('button', { name: /differ only in case/ })
      .click();
    await expect(app.tab('Findings')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: /differ only in case/ })).toBeVisible();
    await page.keyboard.press('Alt+1');
    await page
      .getByRole('region', { name: 'Largest entries' })
      .getByRole('button', { name: /rooms\.md/ })
      .click();
    await expect(app.row('Entries', /rooms\.md/)).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('files', () => {
  test('begin with the largest, sort by any column, and keep the selection', async ({ app }) => {
    await app.open('house');
    await app.tab('Files').click();
    const rows = app.grid('Entries').getByRole('row');
    await expect(rows.nth(1)).toContainText('capsule.wasm');
    await expect(app.grid('Entries').getByRole('columnheader', { name: /Size/ })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await app.grid('Entries').getByRole('button', { name: 'Name' }).click();
    await expect(rows.nth(1)).toContainText('README.md');
    await expect(app.row('Entries', /^murmur\.yaml/)).toHaveAttribute('aria-selected', 'true');
  });

  test('filter as one types, and Escape takes it back', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Files').click();
    const field = page.getByRole('textbox', { name: 'Filter entries…' });
    await page.keyboard.press('Control+Shift+f');
    await expect(field).toBeFocused();
    await page.keyboard.type('READ');
    await expect(page.getByText('2 matches')).toBeVisible();
    await page.keyboard.type('xyz');
    await expect(page.getByText('No entry has this in its name')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(app.row('Entries', /capsule\.wasm/)).toBeVisible();
  });

  test('are walked with the keyboard alone: fold, unfold, parent, type to find', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Files').click();
    const grid = app.grid('Entries');
    await expect(app.row('Entries', /^murmur\.yaml/)).toBeVisible();
    await grid.focus();
    await page.keyboard.press('Home');
    expect(await app.activeRow('Entries')).toContain('capsule.wasm');
    await page.keyboard.type('sk');
    expect(await app.activeRow('Entries')).toContain('skills');
    await page.keyboard.press('ArrowLeft');
    await expect(app.row('Entries', /^skills/)).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowRight');
    await expect(app.row('Entries', /^skills/)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('End');
    expect(await app.activeRow('Entries')).toContain('compaction.md');
    await expect(grid).toBeFocused();
  });

  test('say their place to a screen reader', async ({ app }) => {
    await app.open('house');
    await app.tab('Files').click();
    await expect(app.grid('Entries')).toHaveAttribute('aria-rowcount', '15');
    const row = app.row('Entries', /rooms\.md/);
    await expect(row).toHaveAttribute('aria-level', '4');
    await expect(row).toHaveAttribute('aria-rowindex', '6');
  });

  test('show text with line numbers and colours, and find in it', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Files').click();
    const content = page.getByRole('textbox', { name: 'Content of murmur.yaml' });
    await expect(content).toContainText('requires_files:');
    await expect(page.locator('.tok-propertyName, .tok-definition').first()).toBeVisible();
    await content.click();
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).pressSequentially('compaction');
    await expect(page.locator('.cm-searchMatch')).toHaveCount(3);
    await page.getByRole('button', { name: 'Copy text' }).click();
    await expect.poll(() => app.copied()).toContain('system_prompt_file');
  });

  test('show bytes as hex, go to an offset, and what the directory says', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Files').click();
    await app.row('Entries', /capsule\.wasm/).click();
    await page.getByText('Hex', { exact: true }).click();
    const hex = page.getByRole('region', { name: 'Content of capsule.wasm' });
    await expect(hex).toContainText('00 61 73 6d');
    await page.getByRole('textbox', { name: 'Go to offset' }).fill('0x1d000');
    await page.keyboard.press('Enter');
    await expect(hex).toContainText('0001d000');
    await page.getByText('Details', { exact: true }).click();
    await expect(page.getByText('119,091 bytes')).toBeVisible();
  });

  test('offer what applies in a context menu, by pointer and by key', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Files').click();
    await app
      .row('Entries', /readme\.md/)
      .last()
      .click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy path' }).click();
    await expect.poll(() => app.copied()).toBe('readme.md');
    await app.grid('Entries').focus();
    await page.keyboard.press('ContextMenu');
    await expect(page.getByRole('menuitem', { name: 'Show its findings' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(app.grid('Entries')).toBeFocused();
  });

  test('100,000 of them scroll to the end and unfold without waiting', async ({ app, page }) => {
    await app.open('large');
    await app.tab('Files').click();
    await page.getByRole('button', { name: 'Unfold all folders' }).click();
    await expect(app.grid('Entries')).toHaveAttribute('aria-rowcount', '100252');
    await app.grid('Entries').focus();
    await page.keyboard.press('End');
    await expect(app.row('Entries', /^murmur\.yaml/)).toBeVisible();
    await page.keyboard.press('PageUp');
    await expect(app.grid('Entries').locator('.skeleton')).toHaveCount(0);
    expect(await app.activeRow('Entries')).toMatch(/^block-/);
    expect(await page.locator('.grid-row').count()).toBeLessThan(80);
  });

  test('wait as grey rows while the host is slow', async ({ app, page }) => {
    await app.open('large', { slow: '150' });
    await app.tab('Files').click();
    await page.getByRole('button', { name: 'Unfold all folders' }).click();
    await expect(app.grid('Entries')).toHaveAttribute('aria-rowcount', '100252');
    await app.grid('Entries').evaluate((grid) => grid.scrollTo(0, 1_000_000));
    await expect(app.grid('Entries').locator('.skeleton').first()).toBeVisible();
    await expect(app.grid('Entries').locator('.skeleton')).toHaveCount(0);
  });
});

test.describe('manifest files', () => {
  test('show each path with its state and its file, and copy as text', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Manifest files').click();
    await expect(page.getByRole('textbox', { name: 'Content of ./instructions.md' })).toContainText('You plan houses');
    await app.row('Manifest files', /attic/).click();
    await expect(page.getByText('names a path outside the installed package')).toBeVisible();
    await page.getByRole('button', { name: 'Copy as text' }).click();
    await expect.poll(() => app.copied()).toContain('\nManifest files\n  inference.system_prompt_file');
  });
});

test.describe('config', () => {
  test('values show only when asked for, exactly or laid out', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Config').click();
    await expect(page.getByText('Values are hidden')).toBeVisible();
    expect(await app.calls('package:config')).toBe(0);
    await page.getByRole('button', { name: 'Show values' }).last().click();
    await expect(page.getByRole('textbox', { name: 'local/murmur-tool-editor' })).toContainText('"default": 20');
    await page.getByText('Compact', { exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'local/murmur-tool-editor' })).toContainText(
      '{"read_recent":{"default":20',
    );
    await app.row('Configured artifacts', /hook-audit/).click();
    await expect(page.getByText('but this entry declares a sequence')).toBeVisible();
    await page.getByRole('button', { name: 'Hide values' }).isHidden();
  });

  test('are hidden again in a package opened later', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Config').click();
    await page.getByRole('button', { name: 'Show values' }).last().click();
    await page.evaluate(() => window.fake.drop('house'));
    await expect(page.getByText('Values are hidden')).toBeVisible();
  });
});

test.describe('findings', () => {
  test('stand by severity, say what they mean and do, and lead to the entry', async ({ app, page }) => {
    await app.open('hostile');
    await app.tab('Findings').click();
    await expect(page.getByText('Murmur refuses the name: nothing can read this entry by it.')).toBeVisible();
    await page.getByText('Warnings 5').click();
    await expect(app.row('Findings', /climbs out/)).toBeHidden();
    await app.row('Findings', /holds a direction mark/).click();
    await expect(page.getByText('byte 1,008 (0x3f0)')).toBeVisible();
    await page.getByRole('button', { name: 'Show in Files' }).click();
    await expect(app.row('Entries', /invoice⟨U\+202E⟩gnp\.exe/)).toHaveAttribute('aria-selected', 'true');
  });

  test('20,000 of them scroll', async ({ app, page }) => {
    await app.open('manyFindings');
    await app.tab('Findings').click();
    await app.grid('Findings').focus();
    await page.keyboard.press('End');
    await expect(app.row('Findings', /block-019999/)).toBeVisible();
  });
});

test.describe('a narrow window', () => {
  test.use({ viewport: { width: 640, height: 420 } });

  test('slides the detail over the list, and Escape gives the list back', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Files').click();
    await expect(page.getByRole('region', { name: 'Entry', exact: true })).toBeHidden();
    await app.grid('Entries').focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('region', { name: 'Entry', exact: true }), 'walking opens nothing').toBeHidden();
    await page.keyboard.press('Enter');
    const detail = page.getByRole('region', { name: 'Entry', exact: true });
    await expect(detail).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(detail).toBeHidden();
    await expect(app.grid('Entries')).toBeFocused();
  });

  test('nothing sticks out sideways', async ({ app, page }) => {
    await app.open('hostile');
    for (const tab of ['Overview', 'Files', 'Manifest files', 'Config', 'Skills', 'Findings']) {
      await app.tab(tab).click();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, tab).toBeLessThanOrEqual(0);
    }
  });
});

test.describe('what is remembered', () => {
  test('the split, by pointer and by key', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Files').click();
    const line = page.getByRole('separator');
    await line.focus();
    const before = Number(await line.getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const after = Number(await line.getAttribute('aria-valuenow'));
    expect(after).toBeGreaterThan(before);
    await page.reload();
    await expect(page.getByRole('separator')).toHaveAttribute('aria-valuenow', String(after));
    const box = await page.getByRole('separator').boundingBox();
    if (!box) throw new Error('no separator');
    await page.mouse.move(box.x + 8, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x - 60, box.y + 100);
    await page.mouse.up();
    expect(Number(await page.getByRole('separator').getAttribute('aria-valuenow'))).toBeLessThan(after);
  });

  test('the last tab and the sorting', async ({ app, page }) => {
    await app.open('house');
    await app.tab('Files').click();
    await app.grid('Entries').getByRole('button', { name: 'Name' }).click();
    await page.reload();
    await expect(app.tab('Files')).toHaveAttribute('aria-selected', 'true');
    await expect(app.grid('Entries').getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });
});
