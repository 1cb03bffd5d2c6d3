import { join } from 'node:path';
import { app, type BrowserWindow, ipcMain, Menu, session } from 'electron';
import { DROPPED } from '../shared/contract/channels';
import { pathsOf } from './argv';
import type { Desk } from './desk';
import { serveCalls } from './ipc';
import { guardContents, guardSession, isOurs } from './window/guards';
import { lookIn } from './window/look';
import { openMainWindow } from './window/main-window';
import { PAGE } from './window/policy';
import { declareScheme, serveBundle } from './window/scheme';
import { Reading } from './worker/reading';
import { forkReader } from './worker/utility';

// Only what the first picture of the window needs is loaded here; the services load while it paints.

const { MURSCOPE_USER_DATA: ownUserData, ELECTRON_RENDERER_URL: devServer } = process.env;
if (ownUserData) app.setPath('userData', ownUserData);
// `enableSandbox` strips --no-sandbox; started as root every child would then die, so that switch stays in force.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
declareScheme();
guardContents(app);
Menu.setApplicationMenu(null); // Else Electron builds its own before the first picture.

const address = !app.isPackaged && devServer ? new URL('index.html', devServer).href : PAGE;
const paths = pathsOf(process.argv, { packaged: app.isPackaged, cwd: process.cwd() });

if (app.requestSingleInstanceLock({ paths })) run();
else app.exit(0); // The first one has been told the paths.

function run(): void {
  let window: BrowserWindow | null = null;
  let desk: Desk | null = null;
  const waiting: string[] = [...paths];

  const openFromOutside = (more: readonly string[]) => {
    if (desk) desk.openFromOutside(more);
    else waiting.push(...more);
  };

  app.on('second-instance', (_event, _argv, _cwd, given) => {
    openFromOutside(pathsIn(given));
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFromOutside([path]);
  });
  app.on('window-all-closed', () => app.quit());

  void app.whenReady().then(() => {
    const userData = app.getPath('userData');
    const settingsFile = join(userData, 'settings.json');
    serveBundle(join(__dirname, '../renderer'));
    guardSession(session.defaultSession);
    window = openMainWindow({ look: lookIn(settingsFile), stateFile: join(userData, 'window.json'), address });
    window.once('closed', () => {
      window = null;
    });
    const reading = new Reading((role) => forkReader(join(__dirname, 'worker.cjs'), role));
    window.once('ready-to-show', () => reading.front.warm());
    app.once('will-quit', () => reading.dispose());

    const isTrusted = (event: Electron.IpcMainEvent | Electron.IpcMainInvokeEvent) =>
      isOurs(event, window?.webContents ?? null, address);
    const served = import('./services').then((services) => {
      const made = services.makeServices({ settingsFile, userData, reading, window: () => window });
      desk = made.desk;
      desk.openFromOutside(waiting.splice(0));
      return made.served;
    });
    serveCalls({
      ipc: ipcMain,
      served,
      isTrusted,
      checkValues: !app.isPackaged && !process.env.MURSCOPE_TIMING, // measured as packaged
      report: (line, error) => console.error(line, error ?? ''),
    });
    ipcMain.on(DROPPED, (event, dropped: unknown) => {
      if (isTrusted(event)) openFromOutside(pathsIn({ paths: dropped }));
    });
  });
}

/** Paths from another process of ours: texts that are not empty, and not more than a person can drop. */
function pathsIn(given: unknown): string[] {
  const list = typeof given === 'object' && given !== null && 'paths' in given ? given.paths : null;
  return Array.isArray(list)
    ? list.filter((path): path is string => typeof path === 'string' && path !== '').slice(0, 1000)
    : [];
}
