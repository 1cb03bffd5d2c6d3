import { lstatSync, rmSync } from 'node:fs';
import type { BrowserWindow, NativeImage } from 'electron';
import { DragFolder, sweepDragFolders } from '../../core/package/save-drag';
import type { Token } from '../../shared/contract/app';
import { err, failure, ok } from '../../shared/result';
import type { Desk } from '../desk';
import type { Handlers } from '../ipc';
import { askToDragOut } from './dialogs';
import { type OpenPackage, type OpenPackages, onPackage } from './open-packages';

type DragCalls = Pick<Handlers, 'package:drag-prepare' | 'package:drag-start'>;

export interface DragParts {
  /** Whether a person takes an entry out in spite of why one should not. */
  readonly ask: (window: BrowserWindow | null, shown: string, why: string) => Promise<boolean>;
  /** What is seen at the pointer while it is dragged. */
  readonly icon: () => NativeImage;
  readonly folder: DragFolder;
}

/** The parts of the running app; folders that earlier ones left behind are removed, this one's when it ends. */
export function dragParts(icon: DragParts['icon'], onQuit: (work: () => void) => void): DragParts {
  sweepDragFolders();
  const folder = new DragFolder();
  onQuit(() => folder.dispose());
  return { ask: askToDragOut, icon, folder };
}

const notPrepared = failure('not-prepared', 'This entry is not ready to be dragged out.', 'Drag it once more.');

/** Dragging entries out of the window as files, through a private temporary folder. */
export function dragService(desk: Desk, packages: OpenPackages, { ask, icon, folder }: DragParts): DragCalls {
  const on = onPackage(desk, packages);
  const { aside } = desk.reading;
  /** Files that were made, by package, its file as it was, and entry. */
  const made = new Map<string, string>();
  const keyOf = (token: Token, open: OpenPackage, index: number) => `${token} ${open.identity} ${index}`;
  const pathOf = (key: string) => {
    const path = made.get(key);
    return path !== undefined && lstatSync(path, { throwIfNoEntry: false })?.isFile() ? path : null;
  };

  return {
    'package:drag-prepare': ([token, index], { signal }) =>
      on<{ state: 'ready' | 'declined'; asked: boolean }>(token, async (open) => {
        const key = keyOf(token, open, index);
        if (pathOf(key) !== null) return ok({ state: 'ready', asked: false });
        const input = { ref: open.ref, index, limit: desk.settings.now.entryLimit };
        const before = await aside.ask('dragAsk', input, { limit: desk.reading.limit, signal });
        if (!before.ok) return before;
        const { shown, danger } = before.value;
        if (danger !== null && !(await ask(desk.window(), shown, danger)))
          return ok({ state: 'declined', asked: true });
        const place = folder.make();
        if (!place.ok) return place;
        const written = await aside.ask(
          'dragFile',
          { ...input, folder: place.value },
          {
            limit: desk.reading.limit,
            signal,
            onProgress: (done, total) => desk.tell('package:progress', { token, what: 'drag', done, total }),
          },
        );
        if (!written.ok) {
          rmSync(place.value, { recursive: true, force: true });
          return err({ ...written.error, message: `${shown} cannot be dragged out: ${written.error.message}` });
        }
        made.set(key, written.value);
        return ok({ state: 'ready', asked: danger !== null });
      }),

    'package:drag-start': ([token, index]) =>
      on(token, async (open) => {
        const path = pathOf(keyOf(token, open, index));
        if (path === null) return err(notPrepared);
        desk.window()?.webContents.startDrag({ file: path, icon: icon() });
        return ok(null);
      }),
  };
}
