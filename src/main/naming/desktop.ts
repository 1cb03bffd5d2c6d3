import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, Notification } from 'electron';
import { namingCalls } from '../../shared/contract/naming';
import type { BatchEvent } from '../../shared/models/naming';
import type { Desk } from '../desk';
import { chooseSavePath } from '../services/dialogs';
import { doneSentence } from './done';
import type { Choosable, NamingHandlers, NamingPorts, Question } from './ports';
import type { NamingService } from './service';

/** The naming service on the desktop: made at the first call, so that a start without naming pays nothing for it. */
export interface NamingDesktop {
  readonly handlers: NamingHandlers;
  /** Null until something was asked of it. */
  service(): NamingService | null;
}

export function namingDesktop(desk: Desk, userData: string): NamingDesktop {
  let service: NamingService | null = null;
  let loading: Promise<NamingService> | null = null;
  const load = () => {
    loading ??= import('./service').then(({ NamingService }) => {
      service = new NamingService(portsOf(desk, userData, () => service?.progress ?? null));
      return service;
    });
    return loading;
  };
  type AnyHandler = (args: readonly unknown[], context: { readonly signal: AbortSignal }) => unknown;
  const handlers = Object.fromEntries(
    (Object.keys(namingCalls) as (keyof NamingHandlers)[]).map((channel): [string, AnyHandler] => [
      channel,
      async (args, context) => ((await load()).handlers[channel] as AnyHandler)(args, context),
    ]),
  );
  return { handlers: handlers as unknown as NamingHandlers, service: () => service };
}

function portsOf(desk: Desk, userData: string, progress: () => number | null): NamingPorts {
  const sample = join(app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources'), 'samples/naming');
  return {
    tell: (event, payload) => desk.tell(event, payload),
    ask: (question) => ask(desk.window(), question),
    choosePath: (what) => choosePath(desk.window(), what),
    chooseSavePath: (name, kind, extension) => chooseSavePath(desk.window(), name, kind, extension),
    pathOf: (token) => {
      const path = desk.tokens.find(token, 'naming')?.path ?? null;
      desk.tokens.release(token); // The service remembers what it took; the token has done its work.
      return path;
    },
    userData,
    sampleFolder: existsSync(join(sample, 'runners.toml')) ? sample : null,
    onBatch: followOnDesktop(desk, progress),
  };
}

/** A question whose default is no: neither Enter nor Escape runs or ends anything. */
export async function ask(window: BrowserWindow | null, { message, detail, yes }: Question): Promise<boolean> {
  const options: Electron.MessageBoxOptions = {
    type: 'question',
    message,
    detail,
    buttons: ['Cancel', yes],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return response === 1;
}

const CHOOSING: Readonly<Record<Choosable, Electron.OpenDialogOptions>> = {
  runners: {
    title: 'Choose runners.toml',
    properties: ['openFile'],
    filters: [
      { name: 'Runners', extensions: ['toml'] },
      { name: 'All files', extensions: ['*'] },
    ],
  },
  'blocks-file': {
    title: 'Choose blocks',
    properties: ['openFile'],
    filters: [
      { name: 'Blocks', extensions: ['json', 'jsonl', 'ndjson'] },
      { name: 'All files', extensions: ['*'] },
    ],
  },
  'blocks-folder': { title: 'Choose a folder of packets', properties: ['openDirectory'] },
  'work-folder': { title: 'Choose where the runner works', properties: ['openDirectory'] },
  'secret-file': { title: 'Choose the secret file', properties: ['openFile', 'showHiddenFiles'] },
};

async function choosePath(window: BrowserWindow | null, what: Choosable): Promise<string | null> {
  const options = CHOOSING[what];
  const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
}

/** The taskbar follows a batch, and its end is told to who looks elsewhere. */
function followOnDesktop(desk: Desk, progress: () => number | null): (event: BatchEvent) => void {
  let wasRunning = false;
  return (event) => {
    const window = desk.window();
    const isRunning = event.phase !== 'done';
    const ended = wasRunning && !isRunning;
    wasRunning = isRunning;
    if (!window || window.isDestroyed()) return;
    window.setProgressBar(progress() ?? -1);
    if (!ended || window.isFocused() || !Notification.isSupported()) return;
    const told = new Notification({ title: 'Naming is done', body: doneSentence(event) });
    told.on('click', () => {
      if (window.isDestroyed()) return;
      if (window.isMinimized()) window.restore();
      window.focus();
    });
    told.show();
  };
}
