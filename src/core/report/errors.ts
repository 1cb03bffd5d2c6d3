import type { Failure } from '../../shared/result';

/** Murmur's own codes; a code that only this program has (`ENOENT`) is no part of an answer (spec 1.3). */
const MURMUR_CODE = /^E-[A-Z]+-\d+$/;

/** An error as every JSON answer has it: `{code, message, hint?}`, code null where Murmur has none. */
export function errorJson(failure: Failure): { code: string | null; message: string; hint?: string } {
  const code = failure.code !== null && MURMUR_CODE.test(failure.code) ? failure.code : null;
  const { message, hint } = failure;
  return hint === undefined ? { code, message } : { code, message, hint };
}

/** An error as one sentence of text, with what to do next. */
export function errorText(failure: { readonly message: string; readonly hint?: string | undefined }): string {
  return failure.hint === undefined ? failure.message : `${failure.message}. ${failure.hint}`;
}
