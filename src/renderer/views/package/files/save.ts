import { plural } from '../../../kit/format';
import { say } from '../../../kit/Toasts';
import type { PackageModel } from '../model';
import { texts } from '../texts';

const words = texts.files;
/** Entries that were left out and are named. */
const NAMED = 5;

/** Saves an entry, or all below a folder, where main's dialog says; what was left out is told with its reason. */
export async function saveEntries(
  { app, token, life }: PackageModel,
  what: { entry: number } | { folder: string },
): Promise<void> {
  const result = await app.host.call('package:save-entries', [token, what], life.signal);
  if (!result.ok) {
    if (result.error.code !== 'cancelled')
      say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
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
