import type { Chosen } from '../../../../shared/contract/package';
import { copy } from '../../../app/app';
import { plural } from '../../../kit/format';
import { say } from '../../../kit/Toasts';
import type { PackageModel } from '../model';
import { texts } from '../texts';
import { goOut } from './outgoing';

const words = texts.files;
/** Entries that were left out and are named. */
const NAMED = 5;

/** Saves what rows stand for where main's dialog says; what was left out is told with its reason. */
export async function saveEntries(model: PackageModel, chosen: Chosen): Promise<void> {
  const { app, token } = model;
  const result = await goOut(model, 'save', (signal) => app.host.call('package:save-entries', [token, chosen], signal));
  if (result === null) return say(app.toasts, words.busyOut, { tone: 'warning' });
  if (!result.ok) {
    if (result.error.code === 'cancelled') say(app.toasts, words.saveStopped, { detail: words.saveStoppedDetail });
    else say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
    return;
  }
  const { to, saved, skipped, skippedCount } = result.value;
  if (to === null) return;
  if (saved > 0 || skippedCount === 0) say(app.toasts, words.saved(saved, to));
  if (skippedCount === 0) return;
  const more = skippedCount > NAMED ? [plural(skippedCount - NAMED, 'further one')] : [];
  const detail = [...skipped.slice(0, NAMED).map(({ shown, why }) => `${shown}: ${why}`), ...more].join('\n');
  say(app.toasts, words.notSaved(skippedCount), { tone: 'warning', detail });
}

/** Puts the exact names of rows on the clipboard, one a line. */
export async function copyNames({ app, token, life }: PackageModel, chosen: Chosen): Promise<void> {
  const names = await app.host.call('package:names', [token, chosen], life.signal);
  if (names.ok) await copy(app, words.names(names.value.count), names.value.text);
  else say(app.toasts, names.error.message, { tone: 'error', detail: names.error.hint });
}
