/** What the window remembers of its own look: sizes, last tabs, sorting. Never anything of a package. */
export interface Memory {
  get<T>(key: string, is: (value: unknown) => value is T, otherwise: T): T;
  set(key: string, value: unknown): void;
}

const PREFIX = 'murscope.';

/** Remembers in the browser's storage, and forgets quietly where there is none. */
export function memoryIn(storage: Pick<Storage, 'getItem' | 'setItem'> | null): Memory {
  return {
    get(key, is, otherwise) {
      try {
        const text = storage?.getItem(PREFIX + key);
        const value: unknown = text ? JSON.parse(text) : undefined;
        return is(value) ? value : otherwise;
      } catch {
        return otherwise;
      }
    },
    set(key, value) {
      try {
        storage?.setItem(PREFIX + key, JSON.stringify(value));
      } catch {
        // Full or forbidden storage loses a split size, nothing else.
      }
    },
  };
}

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
/** One of a list of words. */
export const oneOf =
  <const T extends string>(...words: readonly T[]) =>
  (value: unknown): value is T =>
    (words as readonly unknown[]).includes(value);
