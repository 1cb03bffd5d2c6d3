import { changeSettings, chooseFiles, clearRecent, closeTab, openRecent } from './actions';
import type { App } from './app';
import type { Command } from './commands';
import { activeDoc, type ShellState, showView, stepTab } from './shell';
import { texts } from './texts';
import { views } from './views';

const { commandTitles: titles, groups } = texts;

/** The commands that hold everywhere. */
export function shellCommands(app: App, state: Pick<ShellState, 'recent'>): readonly Command[] {
  const { shell, memory } = app;
  return [
    { id: 'file.open', title: titles.open, group: groups.file, keys: 'Mod+O', run: () => void chooseFiles(app) },
    { id: 'tab.close', title: titles.closeTab, group: groups.file, keys: 'Mod+W', run: () => closeFront(app) },
    {
      id: 'tab.next',
      title: titles.nextTab,
      group: groups.go,
      keys: 'Ctrl+Tab',
      alsoKeys: ['Mod+PageDown'],
      run: () => stepTab(shell, 1),
    },
    {
      id: 'tab.previous',
      title: titles.previousTab,
      group: groups.go,
      keys: 'Ctrl+Shift+Tab',
      alsoKeys: ['Mod+PageUp'],
      run: () => stepTab(shell, -1),
    },
    ...views.map((view) => ({
      id: `go.${view.id}`,
      title: titles.go(view.title),
      group: groups.go,
      keys: view.keys,
      run: () => showView(shell, view.id, memory),
    })),
    {
      id: 'palette.open',
      title: titles.palette,
      group: groups.view,
      keys: 'Mod+K',
      alsoKeys: ['Mod+Shift+P'],
      run: () => shell.setState(({ palette }) => ({ palette: !palette })),
    },
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `theme.${theme}`,
      title: titles.theme[theme],
      group: groups.view,
      run: () => void changeSettings(app, { theme }),
    })),
    ...state.recent.slice(0, 10).map((item) => ({
      id: `recent.${item.id}`,
      title: titles.recent(item.name),
      group: groups.recent,
      run: () => void openRecent(app, item.id),
    })),
    ...(state.recent.length > 0
      ? [{ id: 'recent.clear', title: titles.clearRecent, group: groups.recent, run: () => void clearRecent(app) }]
      : []),
  ];
}

function closeFront(app: App): void {
  const state = app.shell.getState();
  const doc = activeDoc(state, state.view);
  if (doc) closeTab(app, doc.id);
}
