import { openItems } from '../../../app/shell';
import { say } from '../../../kit/Toasts';
import type { PackageModel } from '../model';

/** Opens an entry that is a package itself in a tab of its own. */
export async function openInner({ app, token, life }: PackageModel, index: number): Promise<void> {
  const result = await app.host.call('package:open-inner', [token, index], life.signal);
  if (result.ok) openItems(app.shell, [result.value]);
  else if (result.error.code !== 'cancelled')
    say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
}
