import { copy } from '../../../app/app';
import { say } from '../../../kit/Toasts';
import type { PackageModel } from '../model';
import type { Format } from '../reports';
import { texts } from '../texts';

/** Puts the comparison on the clipboard; values of configs are never in it. */
export async function copyComparison({ app, token }: PackageModel, other: string, form: Format): Promise<void> {
  const result = await app.host.call('compare:report', [token, other, form]);
  if (result.ok) await copy(app, texts.compare.copied, result.value);
  else say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
}

export async function saveComparison({ app, token }: PackageModel, other: string, form: Format): Promise<void> {
  const result = await app.host.call('compare:save-report', [token, other, form]);
  if (!result.ok) say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
  else if (result.value.saved !== null) say(app.toasts, texts.report.saved(result.value.saved));
}
