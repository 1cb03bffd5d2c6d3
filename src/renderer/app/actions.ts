import type { Opened, SettingsPatch } from '../../shared/contract/app';
import type { Settings } from '../../shared/models/settings';
import type { Result } from '../../shared/result';
import { say } from '../kit/Toasts';
import type { App } from './app';
import { closeDoc, openItems, started } from './shell';
import { texts } from './texts';
import { viewOf } from './views';

/** Asks main what there is, and follows what it tells. */
export async function startApp(app: App): Promise<void> {
  const { host, shell } = app;
  host.on('app:opened', (items) => takeIn(app, items));
  host.on('app:recent', (recent) => shell.setState({ recent }));
  host.on('app:settings', (settings) => shell.setState({ settings }));
  const result = await host.call('app:start', []);
  if (!result.ok) return shell.setState({ startError: result.error });
  started(shell, result.value);
  tellRefused(app, result.value.opened);
  if (result.value.settingsProblem)
    say(app.toasts, texts.settingsProblem, { tone: 'warning', detail: result.value.settingsProblem });
}

/** The system's dialog. */
export async function chooseFiles(app: App): Promise<void> {
  takeInResult(app, await app.host.call('app:choose-files', []));
}

export async function openRecent(app: App, id: string): Promise<void> {
  const result = await app.host.call('app:open-recent', [id]);
  takeInResult(app, result.ok ? { ok: true, value: [result.value] } : result);
}

export async function openSample(app: App, id: string): Promise<void> {
  const result = await app.host.call('app:open-sample', [id]);
  takeInResult(app, result.ok ? { ok: true, value: [result.value] } : result);
}

export async function clearRecent(app: App): Promise<void> {
  const result = await app.host.call('app:clear-recent', []);
  if (result.ok) app.shell.setState({ recent: [] });
  else say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
}

/** Writes settings; the window shows them at once and goes back if they could not be kept. */
export async function changeSettings(app: App, change: SettingsPatch): Promise<void> {
  const { shell, host, toasts } = app;
  const before = shell.getState().settings;
  if (before) shell.setState({ settings: { ...before, ...change } as Settings });
  const result = await host.call('settings:set', [change]);
  shell.setState({ settings: result.ok ? result.value : before });
  if (!result.ok) say(toasts, result.error.message, { tone: 'error', detail: result.error.hint });
}

/** Closes a tab and frees what its view and main hold for it. */
export function closeTab(app: App, id: string): void {
  const doc = app.shell.getState().docs.find((one) => one.id === id);
  if (!doc) return;
  closeDoc(app.shell, id);
  viewOf(doc.view).close?.(app, doc);
}

function takeInResult(app: App, result: Result<readonly Opened[]>): void {
  if (result.ok) takeIn(app, result.value);
  else if (result.error.code !== 'cancelled')
    say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
}

function takeIn(app: App, items: readonly Opened[]): void {
  if (items.length === 0) return;
  openItems(app.shell, items);
  tellRefused(app, items);
}

function tellRefused(app: App, items: readonly Opened[]): void {
  for (const item of items) {
    if (item.kind === 'refused') say(app.toasts, item.message, { tone: 'error', detail: item.hint });
  }
}
