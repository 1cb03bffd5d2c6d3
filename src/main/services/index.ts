import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { app, Menu, nativeImage, nativeTheme } from 'electron';
import { sweep } from '../../core/naming/process/sweep';
import { CATALOG } from '../../core/report/catalog';
import { contract } from '../../shared/contract';
import { Desk } from '../desk';
import type { Handlers, Served } from '../ipc';
import { ask, namingDesktop } from '../naming/desktop';
import { guardEnds } from '../naming/ends';
import { storesDesktop } from '../registry/desktop';
import { SettingsFile } from '../settings';
import { skillsDesktop } from '../skills/desktop';
import { menuTemplate, zoomAfter } from '../window/menu';
import type { Reading } from '../worker/reading';
import { appService } from './app';
import { dragParts } from './drag';
import { packageServices } from './packages';

/** What is seen at the pointer while an entry is dragged out. Pixels. */
const DRAG_ICON = 48;
const dragIcon = () =>
  nativeImage.createFromPath(join(__dirname, '../../resources/icons/icon.png')).resize({ width: DRAG_ICON });

export interface ServiceParts {
  readonly settingsFile: string;
  readonly userData: string;
  readonly reading: Reading;
  readonly window: () => BrowserWindow | null;
}

/** Everything that answers the window: one line a service. */
export function makeServices(parts: ServiceParts): { desk: Desk; served: Served } {
  const { window, reading } = parts;
  const settings = new SettingsFile(parts.settingsFile);
  const useSettings = () => {
    reading.limit = settings.now.readTimeLimit;
    nativeTheme.themeSource = settings.now.theme;
    window()?.webContents.setZoomFactor(settings.now.zoom);
  };
  const desk: Desk = new Desk({ ...parts, settings, catalog: CATALOG, onSettings: useSettings, onRecent: showMenu });

  function showMenu(): void {
    const template = menuTemplate({
      run: (command) => desk.tell('app:command', command),
      openRecent: (id) => {
        const path = desk.recent.pathOf(id);
        if (path !== undefined) desk.openFromOutside([path]);
      },
      zoom: (step) => {
        settings.change({ zoom: zoomAfter(settings.now.zoom, step) });
        useSettings();
        desk.tell('app:settings', settings.now);
      },
      recent: desk.recent.list(),
      development: !app.isPackaged,
      mac: process.platform === 'darwin',
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }
  useSettings();
  showMenu();

  const naming = namingDesktop(desk, parts.userData);
  const opened = window();
  if (opened)
    guardEnds({
      app,
      window: opened,
      process,
      naming: naming.service,
      ask: (question) => ask(window(), question),
      sweep,
    });

  const handlers: Handlers = {
    ...appService(desk),
    ...packageServices(
      desk,
      dragParts(dragIcon, (work) => app.once('will-quit', work)),
    ),
    ...naming.handlers,
    ...storesDesktop(desk, parts.userData),
    ...skillsDesktop(desk),
  };
  return { desk, served: { handlers, shapes: contract.calls } };
}
