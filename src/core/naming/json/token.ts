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

/** Offset of the first byte that is not UTF-8 (RFC 3629: no surrogates, no overlong forms), or -1. */
export function utf8Problem(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || at + length > end) return at;
    const second = bytes[at + 1] ?? 0;
    const [low, high] = SECOND.get(lead) ?? [0x80, 0xbf];
    if (second < low || second > high) return at;
    for (let next = at + 2; next < at + length; next++) {
      if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return at;
    }
    at += length;
  }
  return -1;
}

/** Lead bytes whose second byte has a narrower range than 80…BF. */
const SECOND: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

/** The text of a string token. A lone surrogate escape gives half a character, as `JSON.parse` does. */
export function stringOf(bytes: Uint8Array, start: number, end: number): string {
  const spelled = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
  return spelled.includes('\\') ? String(JSON.parse(spelled)) : spelled.slice(1, -1);
}

/** Whether a text holds half a surrogate pair, which no UTF-8 can carry. */
export function isHalf(text: string): boolean {
  return /\p{Cs}/u.test(text);
}
