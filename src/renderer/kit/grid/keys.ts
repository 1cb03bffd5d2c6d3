import type { Rows, Shape } from './types';

/** What a key does in a table or tree: go to a row, fold or unfold one, or enter it. */
export type Move =
  | { readonly kind: 'go'; readonly to: number }
  | { readonly kind: 'fold'; readonly open: boolean }
  | { readonly kind: 'enter' };

export interface Scene<R> {
  readonly rows: Rows<R>;
  readonly active: number | null;
  /** Rows in view at once. */
  readonly page: number;
  readonly shape: ((row: R) => Shape) | undefined;
}

type Key = (scene: Scene<unknown>, at: number) => Move | null;

const last = (scene: Scene<unknown>): number => scene.rows.count - 1;
const go = (scene: Scene<unknown>, to: number): Move => ({ kind: 'go', to: Math.max(0, Math.min(last(scene), to)) });

const KEYS: Readonly<Record<string, Key>> = {
  ArrowDown: (scene, at) => go(scene, at + 1),
  ArrowUp: (scene, at) => go(scene, at < 0 ? last(scene) : at - 1),
  PageDown: (scene, at) => go(scene, Math.max(at, 0) + scene.page),
  PageUp: (scene, at) => go(scene, at - scene.page),
  Home: (scene) => go(scene, 0),
  End: (scene) => go(scene, last(scene)),
  ArrowRight: (scene, at) => {
    const shape = shapeAt(scene, at);
    if (!shape || shape.open === null) return null;
    return shape.open ? go(scene, at + 1) : { kind: 'fold', open: true };
  },
  ArrowLeft: (scene, at) => {
    const shape = shapeAt(scene, at);
    if (!shape) return null;
    if (shape.open) return { kind: 'fold', open: false };
    const parent = parentOf(scene, at, shape.depth);
    return parent === null ? null : go(scene, parent);
  },
  Enter: (scene, at) => (at < 0 ? null : enterOrFold(scene, at)),
  ' ': (scene, at) => (at < 0 ? null : enterOrFold(scene, at)),
};

/** What a key press means where the focus is, null if nothing. */
export function moveFor<R>(key: string, scene: Scene<R>): Move | null {
  if (scene.rows.count === 0) return null;
  return KEYS[key]?.(scene as Scene<unknown>, scene.active ?? -1) ?? null;
}

function enterOrFold(scene: Scene<unknown>, at: number): Move {
  const open = shapeAt(scene, at)?.open ?? null;
  return open === null ? { kind: 'enter' } : { kind: 'fold', open: !open };
}

function shapeAt(scene: Scene<unknown>, at: number): Shape | null {
  const row = at < 0 ? undefined : scene.rows.at(at);
  return row === undefined || !scene.shape ? null : scene.shape(row);
}

/** The nearest row above that is less deep, among those that are here. */
function parentOf(scene: Scene<unknown>, at: number, depth: number): number | null {
  for (let index = at - 1; index >= 0; index--) {
    const shape = shapeAt(scene, index);
    if (!shape) return null;
    if (shape.depth < depth) return index;
  }
  return null;
}

/**
 * The next row whose word begins with what was typed, from the active one on, around the end; among the rows that are
 * here. One letter typed again goes on to the next match.
 */
export function typedTo<R>(scene: Scene<R>, wordOf: (row: R) => string, typed: string): number | null {
  const { rows } = scene;
  const { word, from } = wanted(scene, typed);
  for (let step = 0; step < rows.count; step++) {
    const index = (from + step) % rows.count;
    const row = rows.at(index);
    if (row !== undefined && wordOf(row).toLowerCase().startsWith(word)) return index;
  }
  return null;
}

/** What typed letters look for, and from which row on: one letter typed again is looked for behind the active row. */
export function wanted<R>({ rows, active }: Scene<R>, typed: string): { word: string; from: number } {
  const same = [...typed].every((letter) => letter === typed[0]);
  const word = (same ? (typed[0] ?? '') : typed).toLowerCase();
  return { word, from: rows.count === 0 ? 0 : ((active ?? 0) + (same ? 1 : 0)) % rows.count };
}
