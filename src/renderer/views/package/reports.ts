import { copy } from '../../app/app';
import { say } from '../../kit/Toasts';
import { checkHeaders, type PackageModel } from './model';
import { texts } from './texts';

export type Format = 'text' | 'json' | 'markdown';
export const FORMATS: readonly Format[] = ['text', 'json', 'markdown'];

const words = texts.report;

export async function copyReport({ app, token }: PackageModel, format: Format): Promise<void> {
  const result = await app.host.call('package:report', [token, format]);
  if (result.ok) await copy(app, words.what(words.formats[format]), result.value);
  else say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
}

export async function saveReport({ app, token }: PackageModel, format: Format): Promise<void> {
  const result = await app.host.call('package:save-report', [token, format]);
  if (!result.ok) say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
  else if (result.value.saved !== null) say(app.toasts, words.saved(result.value.saved));
}

/** Reads every entry against its CRC and size; what is wrong joins the findings. */
export const checkEveryEntry = (model: PackageModel): Promise<void> => checkHeaders(model, true);

export async function reveal({ app, token }: PackageModel): Promise<void> {
  const result = await app.host.call('app:reveal', [token]);
  if (!result.ok) say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
}
