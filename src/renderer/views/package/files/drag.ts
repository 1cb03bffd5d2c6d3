import type { TableRow } from '../../../../shared/contract/package';
import { bytes } from '../../../kit/format';
import { say } from '../../../kit/Toasts';
import type { PackageModel } from '../model';
import { texts } from '../texts';
import { goOut } from './outgoing';

const words = texts.files;

/**
 * Takes an entry out of the window as a file. Main makes the file first: where the button is still held by then the drag
 * goes on at once, else the entry is ready for the next one.
 */
export async function dragOut(model: PackageModel, { entry, folder, shown }: TableRow): Promise<void> {
  const { app, token } = model;
  if (entry === null || folder !== null) return say(app.toasts, words.dragFolder, { detail: words.dragFolderDetail });
  const held = buttonHeld();
  const ready = await goOut(model, 'drag', (signal) =>
    app.host.call('package:drag-prepare', [token, entry.index], signal),
  );
  if (ready === null) return say(app.toasts, words.busyOut, { tone: 'warning' });
  if (!ready.ok) {
    if (ready.error.code !== 'cancelled')
      say(app.toasts, ready.error.message, { tone: 'error', detail: ready.error.hint });
    return;
  }
  if (ready.value.state === 'declined') return;
  if (!held.now() || ready.value.asked) return say(app.toasts, words.dragReady(shown), { detail: bytes(entry.size) });
  const started = await app.host.call('package:drag-start', [token, entry.index]);
  if (!started.ok) say(app.toasts, started.error.message, { tone: 'error', detail: started.error.hint });
}

/** Whether the button that began a drag is still held. */
function buttonHeld(): { now: () => boolean } {
  const up = new AbortController();
  const release = () => up.abort();
  // A pressed button is captured: the window hears of its release also outside. Losing the focus is no release.
  for (const event of ['pointerup', 'mouseup']) window.addEventListener(event, release, { signal: up.signal });
  return { now: () => !up.signal.aborted };
}
