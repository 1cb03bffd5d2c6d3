import type { MenuItemConstructorOptions } from 'electron';
import type { Recent } from '../../shared/contract/app';

export interface MenuActions {
  /** Runs a command of the window's palette by its id. */
  readonly run: (command: string) => void;
  readonly openRecent: (id: string) => void;
  readonly zoom: (step: -1 | 0 | 1) => void;
  readonly recent: readonly Recent[];
  readonly development: boolean;
  readonly mac: boolean;
}

/** The menu: the palette's most used commands under the keys that people know. */
export function menuTemplate({
  run,
  openRecent,
  zoom,
  recent,
  development,
  mac,
}: MenuActions): MenuItemConstructorOptions[] {
  const command = (label: string, id: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => run(id),
    ...(accelerator ? { accelerator } : {}),
  });
  const line: MenuItemConstructorOptions = { type: 'separator' };
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        command('Open…', 'file.open', 'CmdOrCtrl+O'),
        { label: 'Open Recent', submenu: recentItems(recent, openRecent, run) },
        line,
        command('Save Report…', 'package.saveReport', 'CmdOrCtrl+S'),
        command('Close Tab', 'tab.close', 'CmdOrCtrl+W'),
        line,
        { role: mac ? 'close' : 'quit', accelerator: mac ? 'CmdOrCtrl+Shift+W' : 'CmdOrCtrl+Q' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        line,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        line,
        { role: 'selectAll' },
      ],
    },
    {
      label: '&View',
      submenu: [
        command('All Commands…', 'palette.open', 'CmdOrCtrl+K'),
        line,
        { label: 'Zoom In', accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
        // The key that has a plus only with Shift.
        {
          label: 'Zoom In',
          accelerator: 'CmdOrCtrl+=',
          visible: false,
          acceleratorWorksWhenHidden: true,
          click: () => zoom(1),
        },
        { label: 'Zoom Out', accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
        { label: 'Actual Size', accelerator: 'CmdOrCtrl+0', click: () => zoom(0) },
        line,
        { role: 'togglefullscreen' },
        ...(development ? [line, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    {
      label: '&Go',
      submenu: [
        command('Registry', 'go.registry', 'CmdOrCtrl+1'),
        command('Packages', 'go.packages', 'CmdOrCtrl+2'),
        command('Project', 'go.project', 'CmdOrCtrl+3'),
        command('Skills', 'go.skills', 'CmdOrCtrl+4'),
        command('Naming', 'go.naming', 'CmdOrCtrl+5'),
        command('Settings', 'go.settings', 'CmdOrCtrl+,'),
        line,
        command('Next Tab', 'tab.next', 'Ctrl+Tab'),
        command('Previous Tab', 'tab.previous', 'Ctrl+Shift+Tab'),
      ],
    },
  ];
}

function recentItems(
  recent: readonly Recent[],
  open: (id: string) => void,
  run: (id: string) => void,
): MenuItemConstructorOptions[] {
  if (recent.length === 0) return [{ label: 'Nothing yet', enabled: false }];
  return [
    // An ampersand in a label underlines the next letter; a doubled one is shown.
    ...recent.slice(0, 10).map((item) => ({ label: item.path.replaceAll('&', '&&'), click: () => open(item.id) })),
    { type: 'separator' },
    { label: 'Clear', click: () => run('recent.clear') },
  ];
}

/** The next zoom after a step: in tenths, within what settings allow; 0 is the actual size. */
export function zoomAfter(zoom: number, step: -1 | 0 | 1): number {
  if (step === 0) return 1;
  return Math.max(0.5, Math.min(3, Math.round((zoom + step / 10) * 10) / 10));
}
