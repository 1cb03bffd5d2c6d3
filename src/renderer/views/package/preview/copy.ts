import type { Preview } from '../../../../shared/contract/package';
import type { Result } from '../../../../shared/result';
import { copy } from '../../../app/app';
import { say } from '../../../kit/Toasts';
import type { PackageModel } from '../model';
import { texts } from '../texts';

/** Text of this size at most goes to the clipboard. Characters. */
const MOST = 16 * 1024 * 1024;

/** Puts a whole entry's text on the clipboard, page by page. */
export async function copyEntryText({ app, token }: PackageModel, index: number): Promise<void> {
  let text = '';
  let offset: number | null = 0;
  while (offset !== null && text.length < MOST) {
    const result: Result<Preview> = await app.host.call('package:preview', [token, index, { as: 'text', offset }]);
    if (!result.ok) return say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
    if (result.value.kind !== 'text') break;
    text += result.value.text;
    offset = result.value.next;
  }
  await copy(app, texts.files.copiedText, text);
}
