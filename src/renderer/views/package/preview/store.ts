import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Host } from '../../../../shared/contract';
import type { Preview } from '../../../../shared/contract/package';
import type { Failure } from '../../../../shared/result';

export type ShowAs = 'auto' | 'text' | 'hex';

/** What is looked at: an entry by its number, or a text that came from elsewhere. */
export type Target =
  | { readonly kind: 'entry'; readonly index: number }
  | { readonly kind: 'text'; readonly text: string; readonly language: string };

/** A line of the content that is to be brought into view. Line and column from 1, in the whole content. */
export interface Jump {
  readonly line: number;
  readonly column: number;
}

export interface PreviewState {
  /** Whether what has a view of its own (Markdown, pictures, wasm) is shown in it. */
  readonly formed: boolean;
  readonly jump: Jump | null;
  /** Another number is another page or entry; the same one as it is on disk now keeps it. */
  readonly seen: number;
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

const nothing: Omit<PreviewState, 'formed' | 'seen'> = {
  jump: null,
  target: null,
  as: 'auto',
  loading: false,
  page: null,
  error: null,
  before: [],
};

export function createPreview(host: Host, token: string): PreviewModel {
  return { host, token, store: createStore<PreviewState>(() => ({ ...nothing, formed: true, seen: 0 })), asking: null };
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

/** The same entry of a package that was read anew: the page stays in view until it is here again. */
export function follow(preview: PreviewModel, index: number | null): void {
  const { target, page } = preview.store.getState();
  if (index === null) lookAt(preview, null);
  if (index === null || target?.kind !== 'entry') return;
  preview.store.setState({ target: { kind: 'entry', index } });
  void load(preview, page?.offset ?? 0, true);
}

/** Shows a view of its own for what has one, or always text and bytes. */
export const showFormed = (preview: PreviewModel, formed: boolean): void => preview.store.setState({ formed });

/** Looks at the page of an entry around an offset, as text, and brings a line of it into view. */
export function jumpTo(preview: PreviewModel, index: number, offset: number, jump: Jump): void {
  const { target, page, as } = preview.store.getState();
  const isHere = target?.kind === 'entry' && target.index === index && page?.kind === 'text' && as !== 'hex';
  preview.store.setState({ formed: false, jump });
  if (isHere && offset >= page.offset && offset < (page.next ?? page.total)) return;
  const start = Math.floor(offset / JUMP_PAGE) * JUMP_PAGE;
  const before = Array.from({ length: start / JUMP_PAGE }, (_, page) => page * JUMP_PAGE);
  preview.store.setState({ ...nothing, target: { kind: 'entry', index }, as: 'text', before, jump });
  void load(preview, start);
}

/** The line is in view. */
export const jumped = (preview: PreviewModel): void => preview.store.setState({ jump: null });

/** Bytes between two pages that a jump may land on. */
const JUMP_PAGE = 256 * 1024;

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

/** `same`: what comes is the content at hand as it is now. */
async function load(preview: PreviewModel, offset: number, same = false): Promise<void> {
  const { host, token, store } = preview;
  const { target, as, seen } = store.getState();
  if (target?.kind !== 'entry') return;
  preview.asking?.abort();
  const asking = new AbortController();
  preview.asking = asking;
  store.setState({ loading: true, error: null });
  const result = await host.call('package:preview', [token, target.index, { as, offset }], asking.signal);
  if (asking.signal.aborted) return;
  store.setState(
    result.ok
      ? { loading: false, page: result.value, seen: same ? seen : seen + 1 }
      : { loading: false, page: null, error: result.error },
  );
}
