import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { menuTemplate, zoomAfter } from './menu';

const actions = (ran: string[]) => ({
  run: (command: string) => void ran.push(command),
  openRecent: (id: string) => void ran.push(`recent ${id}`),
  zoom: (step: number) => void ran.push(`zoom ${step}`),
  recent: [{ id: 'r1', name: 'a', path: '/R&D/a.mur.zip', kind: 'package', at: 1 }],
  development: false,
  mac: false,
});

function* items(template: readonly MenuItemConstructorOptions[]): Generator<MenuItemConstructorOptions> {
  for (const item of template) {
    yield item;
    if (Array.isArray(item.submenu)) yield* items(item.submenu);
  }
}
const find = (template: MenuItemConstructorOptions[], label: string) =>
  [...items(template)].find((item) => item.label === label);
const click = (item: MenuItemConstructorOptions | undefined) => (item?.click as (() => void) | undefined)?.();

test('a menu entry runs the command of the palette, or opens what it names', () => {
  const ran: string[] = [];
  const template = menuTemplate(actions(ran));
  for (const label of ['Open…', 'Close Tab', 'Zoom Out', '/R&&D/a.mur.zip', 'Clear']) click(find(template, label));
  expect(ran).toEqual(['file.open', 'tab.close', 'zoom -1', 'recent r1', 'recent.clear']);
});

test('no key is taken twice, and tools for developers are not for everybody', () => {
  const template = menuTemplate(actions([]));
  const keys = [...items(template)].flatMap((item) => (item.accelerator ? [String(item.accelerator)] : []));
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  expect([...items(template)].some((item) => item.role === 'toggleDevTools')).toBe(false);
  expect(
    [...items(menuTemplate({ ...actions([]), development: true }))].some((item) => item.role === 'toggleDevTools'),
  ).toBe(true);
});

test('zoom goes by tenths, within its bounds, and back', () => {
  expect([
    zoomAfter(1, 1),
    zoomAfter(1.1, 1),
    zoomAfter(1, -1),
    zoomAfter(3, 1),
    zoomAfter(0.5, -1),
    zoomAfter(2.3, 0),
  ]).toEqual([1.1, 1.2, 0.9, 3, 0.5, 1]);
});
