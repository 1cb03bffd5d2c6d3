import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { ABORT, CALLS, DROPPED, EVENTS } from '../shared/contract/channels';

const calls: ReadonlySet<string> = new Set<string>(CALLS);
const events: ReadonlySet<string> = new Set<string>(EVENTS);

/** The whole way from the window to main: the contract's names and nothing else. Shapes are checked in main. */
contextBridge.exposeInMainWorld('murscope', {
  call(channel: string, args: readonly unknown[], id: string): Promise<unknown> {
    if (calls.has(channel)) return ipcRenderer.invoke(channel, args, id);
    return Promise.resolve({ ok: false, error: { code: 'unknown-call', message: `There is no call '${channel}'.` } });
  },
  abort(id: string): void {
    ipcRenderer.send(ABORT, id);
  },
  on(event: string, listener: (payload: unknown) => void): () => void {
    if (!events.has(event)) return () => {};
    const heard = (_: unknown, payload: unknown) => listener(payload);
    ipcRenderer.on(event, heard);
    return () => void ipcRenderer.removeListener(event, heard);
  },
});

// Dropping anything anywhere never navigates. The path of a dropped file is asked for here and goes to main alone, and
// only for what a person's hand dropped: events that page code makes are not trusted.
window.addEventListener('dragover', (event) => event.preventDefault());
window.addEventListener(
  'drop',
  (event) => {
    event.preventDefault();
    if (!event.isTrusted) return;
    const paths = Array.from(event.dataTransfer?.files ?? [], (file) => webUtils.getPathForFile(file));
    ipcRenderer.send(DROPPED, paths);
  },
  true,
);
