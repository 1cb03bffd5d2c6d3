import { expect, test } from 'vitest';
import { keysShown, matches } from './keys';

const press = (key: string, held: string[] = []) => ({
  key,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  shiftKey: held.includes('shift'),
  altKey: held.includes('alt'),
});

test.each([
  ['Mod+K', press('k', ['ctrl']), false, true],
  ['Mod+K', press('K', ['ctrl', 'shift']), false, false],
  ['Mod+K', press('k', ['meta']), true, true],
  ['Mod+K', press('k', ['ctrl']), true, false],
  ['Mod+K', press('k'), false, false],
  ['Ctrl+Tab', press('Tab', ['ctrl']), false, true],
  ['Ctrl+Tab', press('Tab', ['ctrl']), true, true],
  ['Ctrl+Shift+Tab', press('Tab', ['ctrl', 'shift']), false, true],
  ['Alt+2', press('2', ['alt']), false, true],
  ['Alt+2', press('2'), false, false],
  ['Mod+,', press(',', ['ctrl']), false, true],
])('%s and %j on a Mac %j: %j', (keys, pressed, mac, expected) => {
  expect(matches(keys, pressed, mac)).toBe(expected);
});

test('a combination is shown in the words of its system', () => {
  expect(keysShown('Mod+Shift+E', false)).toEqual(['Ctrl', 'Shift', 'E']);
  expect(keysShown('Mod+Shift+E', true)).toEqual(['⌘', '⇧', 'E']);
});
