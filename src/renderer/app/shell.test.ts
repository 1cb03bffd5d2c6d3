import { expect, test } from 'vitest';
import type { Opened } from '../../shared/contract/app';
import { memoryIn } from '../memory';
import { hintOf, hintText } from './drop';
import { activate, activeDoc, closeDoc, createShell, docsOf, openItems, retitle, stepTab } from './shell';

const opened = (token: string, kind: 'package' | 'skills' = 'package'): Opened => ({
  kind,
  token,
  name: `${token}.mur.zip`,
  path: `/tmp/${token}.mur.zip`,
  also: [],
});

function shellWith(...items: Opened[]) {
  const shell = createShell(memoryIn(null));
  openItems(shell, items);
  return shell;
}
const front = (shell: ReturnType<typeof createShell>) => activeDoc(shell.getState(), 'packages')?.id;

test('each opened thing gets a tab in its view, the last one in front', () => {
  const shell = shellWith(opened('a'), opened('b'), opened('s', 'skills'));
  expect(docsOf(shell.getState(), 'packages').map(({ id }) => id)).toEqual(['a', 'b']);
  expect(front(shell)).toBe('b');
  expect(shell.getState().view).toBe('skills');
});

test('what is open already comes to the front and is not opened twice', () => {
  const shell = shellWith(opened('a'), opened('b'), opened('a'));
  expect(docsOf(shell.getState(), 'packages')).toHaveLength(2);
  expect(front(shell)).toBe('a');
});

test('closing the tab in front shows its right neighbour, else its left one, else nothing', () => {
  const shell = shellWith(opened('a'), opened('b'), opened('c'));
  const b = docsOf(shell.getState(), 'packages')[1];
  if (b) activate(shell, b);
  closeDoc(shell, 'b');
  expect(front(shell)).toBe('c');
  closeDoc(shell, 'c');
  expect(front(shell)).toBe('a');
  closeDoc(shell, 'a');
  expect(front(shell)).toBeUndefined();
  closeDoc(shell, 'gone');
  expect(shell.getState().docs).toEqual([]);
});

test('closing a tab behind leaves the one in front', () => {
  const shell = shellWith(opened('a'), opened('b'));
  closeDoc(shell, 'a');
  expect(front(shell)).toBe('b');
});

test('stepping through tabs wraps at both ends', () => {
  const shell = shellWith(opened('a'), opened('b'), opened('c'));
  stepTab(shell, 1);
  expect(front(shell)).toBe('a');
  stepTab(shell, -1);
  expect(front(shell)).toBe('c');
});

test('stepping where nothing is open does nothing', () => {
  expect(() => stepTab(shellWith(), 1)).not.toThrow();
});

test('a view names its document when it knows more', () => {
  const shell = shellWith(opened('a'));
  retitle(shell, 'a', 'house 0.1.0');
  expect(docsOf(shell.getState(), 'packages')[0]?.title).toBe('house 0.1.0');
});

test('what was refused opens no tab', () => {
  const shell = shellWith({ kind: 'refused', path: '/tmp/x', message: 'no zip' });
  expect(shell.getState().docs).toEqual([]);
  expect(shell.getState().refused).toHaveLength(1);
});

const item = (kind: string, type = '') => ({ kind, type }) as DataTransferItem;
const transfer = (items: DataTransferItem[], types = ['Files']) =>
  ({ items: items as unknown as DataTransferItemList, types }) as const;

test.each([
  [[item('file', 'application/zip')], 'Open this archive'],
  [[item('file', 'application/zip'), item('file', 'application/x-zip-compressed')], 'Open 2 archives'],
  [[item('file')], 'Open this file or folder'],
  [[item('file'), item('file', 'application/zip'), item('file', 'text/plain')], 'Open 3 items'],
  [[item('string', 'text/plain')], 'Only files and folders open here'],
])('hovering %j says: %s', (items, title) => {
  const types = items.some(({ kind }) => kind === 'file') ? ['Files'] : ['text/plain'];
  expect(hintText(hintOf(transfer(items, types))).title).toBe(title);
});

test('a source that tells nothing but "Files" is taken for one thing', () => {
  expect(hintText(hintOf(transfer([], ['Files']))).title).toBe('Open this file or folder');
  expect(hintText(hintOf(null)).title).toBe('Only files and folders open here');
});
