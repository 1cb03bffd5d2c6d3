import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Host } from '../../../../shared/contract';
import type { Preview } from '../../../../shared/contract/package';
import type { Failure } from '../../../../shared/result';

export type ShowAs = 'auto' | 'text' | 'hex';

/** What is looked at: an entry by its number, or a text that came from elsewhere. */
export type Target =
  | { readonly kind: 'entry'; readonly index: number }
  | { readonly kind: 'text'; readonly text: string; readonly language: string };

export interface PreviewState {
  readonly target: Target | null;
  readonly as: ShowAs;
  readonly loading: boolean;
  readonly page: Preview | null;
  readonly error: Failure | null;
  /** Offsets of the pages before this one. */
  readonly before: readonly number[];
}

export interface PreviewModel {
  readonly host: Host;
  readonly token: string;
  readonly store: StoreApi<PreviewState>;
  asking: AbortController | null;
}

const nothing: PreviewState = { target: null, as: 'auto', loading: false, page: null, error: null, before: [] };

export function createPreview(host: Host, token: string): PreviewModel {
  return { host, token, store: createStore<PreviewState>(() => nothing), asking: null };
}

/** Looks at an entry; the same one again changes nothing. */
export function lookAt(preview: PreviewModel, index: number | null): void {
  const { target } = preview.store.getState();
  if (index === null) {
    preview.asking?.abort();
    preview.store.setState(nothing);
  } else if (target?.kind !== 'entry' || target.index !== index) {
    preview.store.setState({ ...nothing, target: { kind: 'entry', index } });
    void load(preview, 0);
  }
}

/** Looks at a text that is here already, or at the reason why there is none. */
export function lookAtText(preview: PreviewModel, text: string, language: string): void {
  preview.asking?.abort();
  preview.store.setState({ ...nothing, target: { kind: 'text', text, language } });
}

export function lookFailed(preview: PreviewModel, error: Failure): void {
  preview.asking?.abort();
  preview.store.setState({ ...nothing, error });
}

export function showAs(preview: PreviewModel, as: ShowAs): void {
  if (as === preview.store.getState().as) return;
  preview.store.setState({ as, before: [], page: null });
  void load(preview, 0);
}

export function nextPage(preview: PreviewModel): void {
  const { page, before } = preview.store.getState();
  if (page?.next === null || page === null) return;
  preview.store.setState({ before: [...before, page.offset] });
  void load(preview, page.next);
}

export function previousPage(preview: PreviewModel): void {
  const { before } = preview.store.getState();
  const offset = before.at(-1);
  if (offset === undefined) return;
  preview.store.setState({ before: before.slice(0, -1) });
  void load(preview, offset);
}

export function reload(preview: PreviewModel): void {
  void load(preview, preview.store.getState().page?.offset ?? 0);
}

/** Reads one page of bytes at an offset, for the hex view. */
export async function readBytes(
  preview: PreviewModel,
  offset: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const { target } = preview.store.getState();
  if (target?.kind !== 'entry') return null;
  const result = await preview.host.call(
    'package:preview',
    [preview.token, target.index, { as: 'hex', offset }],
    signal,
  );
  return result.ok && result.value.kind === 'hex' ? result.value.bytes : null;
}

async function load(preview: PreviewModel, offset: number): Promise<void> {
  const { host, token, store } = preview;
  const { target, as } = store.getState();
  if (target?.kind !== 'entry') return;
  preview.asking?.abort();
  const asking = new AbortController();
  preview.asking = asking;
  store.setState({ loading: true, error: null });
  const result = await host.call('package:preview', [token, target.index, { as, offset }], asking.signal);
  if (asking.signal.aborted) return;
  store.setState(
    result.ok ? { loading: false, page: result.value } : { loading: false, page: null, error: result.error },
  );
}
