import { expect, test } from 'vitest';
import { HOSTILE_IN_TEXT, visible } from './visible';

test.each([
  ['plain name.md', 'plain name.md'],
  ['invoice\u202egnp.exe', 'invoice⟨U+202E⟩gnp.exe'],
  ['bell\u0007', 'bell⟨U+0007⟩'],
  ['tab\tin a name', 'tab⟨U+0009⟩in a name'],
  ['a\u200bb', 'a⟨U+200B⟩b'],
  ['no\u00a0break', 'no⟨U+00A0⟩break'],
  ['half \ud83d', 'half ⟨U+D83D⟩'],
  ['whole 😀', 'whole 😀'],
  ['tag \u{e0041}', 'tag ⟨U+E0041⟩'],
  ['شعار', 'شعار'],
])('%j is shown as %s', (name, shown) => {
  expect(visible(name)).toBe(shown);
});

test('making visible twice changes nothing more', () => {
  expect(visible(visible('a\u202eb'))).toBe('a⟨U+202E⟩b');
});

test('in a text tabs and line ends are nothing odd, a direction mark is', () => {
  expect('a\tb\r\nc'.match(HOSTILE_IN_TEXT)).toBeNull();
  expect('a\u202eb\u0000'.match(HOSTILE_IN_TEXT)).toEqual(['\u202e', '\u0000']);
});
