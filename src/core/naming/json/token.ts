import type { Place } from '../../../shared/result';

/** The kinds of JSON tokens. `depth` of an opening or closing one is that of the container itself, 0 at the top. */
export const OPEN_OBJECT = 0;
export const OPEN_ARRAY = 1;
export const CLOSE = 2;
export const KEY = 3;
export const STRING = 4;
export const NUMBER = 5;
export const LITERAL = 6;
export const COMMA = 7;
export const COLON = 8;
export type TokenKind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/**
 * Where the reader puts its tokens: the spelling of each is `bytes[start, end)`, valid only during the call. A sink that
 * does not want a token throws `Unwanted`.
 */
export interface TokenSink {
  token(kind: TokenKind, depth: number, bytes: Uint8Array, start: number, end: number): void;
}

/** A token that is JSON but not what the sink takes, and why. The reader adds the place. */
export class Unwanted extends Error {}

/** The text is not the JSON that was expected. Thrown through the reader, caught where reading was asked for. */
export class JsonProblem extends Error {
  readonly place: Place;
  constructor(message: string, place: Place) {
    super(message);
    this.name = 'JsonProblem';
    this.place = place;
  }
}

/** The text of a string token. A lone surrogate escape gives half a character, as `JSON.parse` does. */
export function stringOf(bytes: Uint8Array, start: number, end: number): string {
  const spelled = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
  return spelled.includes('\\') ? String(JSON.parse(spelled)) : spelled.slice(1, -1);
}

/** Whether a text holds half a surrogate pair, which no UTF-8 can carry. */
export function isHalf(text: string): boolean {
  return /\p{Cs}/u.test(text);
}
