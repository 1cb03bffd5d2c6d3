import { expect, test } from 'vitest';
import { addCommands, commandFor, createCommands, runCommand } from './commands';

const press = (key: string) => ({ key, ctrlKey: true, metaKey: false, shiftKey: false, altKey: false });
const command = (id: string, run: () => void, keys?: string) => ({
  id,
  title: id,
  group: 'Test',
  run,
  ...(keys ? { keys } : {}),
});

test('keyboard, menu and palette find the same command', () => {
  const ran: string[] = [];
  const store = createCommands();
  addCommands(store, [command('tab.close', () => ran.push('close'), 'Ctrl+W')]);
  commandFor(store.getState(), press('w'))?.run();
  expect(runCommand(store, 'tab.close')).toBe(true);
  expect(runCommand(store, 'nothing')).toBe(false);
  expect(ran).toEqual(['close', 'close']);
});

test('of two commands on one key the view in front wins, and gives it back when it goes', () => {
  const ran: string[] = [];
  const store = createCommands();
  addCommands(store, [command('shell', () => ran.push('shell'), 'Ctrl+S')]);
  const remove = addCommands(store, [command('view', () => ran.push('view'), 'Ctrl+S')]);
  commandFor(store.getState(), press('s'))?.run();
  remove();
  commandFor(store.getState(), press('s'))?.run();
  expect(ran).toEqual(['view', 'shell']);
});

test('a second combination runs the command too', () => {
  const store = createCommands();
  addCommands(store, [{ ...command('next', () => {}, 'Ctrl+Tab'), alsoKeys: ['Ctrl+PageDown'] }]);
  expect(commandFor(store.getState(), press('PageDown'))?.id).toBe('next');
});
