import type { BrowserWindow } from 'electron';
import { app, Menu, nativeTheme } from 'electron';
import { contract } from '../../shared/contract';
import { catalog } from '../catalog';
import { Desk } from '../desk';
import type { Handlers, Served } from '../ipc';
import type { SettingsFile } from '../settings';
import { menuTemplate, zoomAfter } from '../window/menu';
import type { Reading } from '../worker/reading';
import { appService } from './app';
import { packageService } from './package';

export interface ServiceParts {
  readonly settings: SettingsFile;
  readonly userData: string;
  readonly reading: Reading;
  readonly window: () => BrowserWindow | null;
}

/** Everything that answers the window: one line a service. */
export function makeServices(parts: ServiceParts): { desk: Desk; served: Served } {
  const { settings, window } = parts;
  const showSettings = () => {
    nativeTheme.themeSource = settings.now.theme;
    window()?.webContents.setZoomFactor(settings.now.zoom);
  };
  const desk: Desk = new Desk({ ...parts, catalog, onSettings: showSettings, onRecent: showMenu });

  function showMenu(): void {
    const template = menuTemplate({
      run: (command) => desk.tell('app:command', command),
      openRecent: (id) => {
        const path = desk.recent.pathOf(id);
        if (path !== undefined) desk.openFromOutside([path]);
      },
      zoom: (step) => {
        settings.change({ zoom: zoomAfter(settings.now.zoom, step) });
        showSettings();
        desk.tell('app:settings', settings.now);
      },
      recent: desk.recent.list(),
      development: !app.isPackaged,
      mac: process.platform === 'darwin',
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }
  showMenu();

  const handlers: Handlers = { ...appService(desk), ...packageService(desk) };
  return { desk, served: { handlers, shapes: contract.calls } };
}
