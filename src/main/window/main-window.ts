import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { readJson, writeJson } from '../files/json-file';
import { openingBounds, SMALLEST, type WindowState, wasMaximized } from './bounds';
import type { Look } from './look';

/** The page's own ground in both themes (the `--bg` token), so that the window never flashes another colour. */
const GROUND = { light: '#fbfbfa', dark: '#16181a' };

/** Elsewhere the packaged program carries it. */
const ICON = join(__dirname, '../../resources/icons/icon.png');

/** Milliseconds after the last move before it is written down. */
const SETTLE = 500;

export interface WindowPlan {
  readonly look: Look;
  /** The file that keeps where the window was. */
  readonly stateFile: string;
  readonly address: string;
}

/** Opens the window where it was, unseen until its first picture is there. */
export function openMainWindow({ look, stateFile, address }: WindowPlan): BrowserWindow {
  nativeTheme.themeSource = look.theme;
  const kept = readJson(stateFile);
  const state = kept.ok ? kept.value : null;
  const window = new BrowserWindow({
    ...openingBounds(
      state,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Murscope',
    backgroundColor: ground(),
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(__dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      zoomFactor: look.zoom,
    },
  });
  window.once('ready-to-show', () => {
    if (wasMaximized(state)) window.maximize();
    window.show();
    if (process.platform === 'linux') window.setIcon(ICON);
    if (process.env.MURSCOPE_TIMING) console.log(`ready-to-show ${Date.now()}`); // for bench/
  });
  followTheme(window);
  keepState(window, stateFile);
  reopenAfterCrash(window, address);
  void window.loadURL(address).catch(() => {}); // A page that does not load shows nothing and is logged by Chromium.
  return window;
}

const ground = () => (nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light);

function followTheme(window: BrowserWindow): void {
  const follow = () => window.setBackgroundColor(ground());
  nativeTheme.on('updated', follow);
  window.once('closed', () => nativeTheme.off('updated', follow));
}

function keepState(window: BrowserWindow, file: string): void {
  let later: NodeJS.Timeout | undefined;
  const keep = () => {
    clearTimeout(later);
    const state: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    writeJson(file, state);
  };
  const keepLater = () => {
    clearTimeout(later);
    later = setTimeout(keep, SETTLE);
  };
  window.on('resize', keepLater);
  window.on('move', keepLater);
  window.on('close', keep);
}

/** A page that crashed comes back once; one that crashes again at once stays away, instead of forever. */
function reopenAfterCrash(window: BrowserWindow, address: string): void {
  let last = Number.NEGATIVE_INFINITY;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || performance.now() - last < 10_000) return;
    last = performance.now();
    void window.loadURL(address).catch(() => {});
  });
}
