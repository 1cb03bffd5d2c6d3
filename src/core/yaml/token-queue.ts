import { utf8Width } from './characters';
import type { Cursor, Mark } from './cursor';
import type { Token } from './tokens';

/** A token that turns out to be a key if a `:` follows on the same line, within 1,024 bytes. */
export class SimpleKey {
  isPossible = true;
  /** UTF-8 bytes from the mark up to `#measured`, so that none is counted twice. */
  #bytes = 0;
  #measured: number;

  /**
   * @param token number of the token in the stream
   * @param required it starts a line of a block mapping: then it must be a key
   */
  constructor(
    readonly token: number,
    readonly mark: Mark,
    readonly required: boolean,
  ) {
    this.#measured = mark.offset;
  }

  /** Whether a `:` right here would still make it a key. */
  isAlive({ pos, line, text }: Cursor): boolean {
    const units = pos - this.mark.offset;
    if (this.mark.line !== line || units > SIMPLE_KEY_BYTES) return false;
    if (units * MOST_BYTES <= SIMPLE_KEY_BYTES) return true;
    for (; this.#measured < pos; this.#measured++) this.#bytes += utf8Width(text.charCodeAt(this.#measured));
    return this.#bytes <= SIMPLE_KEY_BYTES;
  }
}

const SIMPLE_KEY_BYTES = 1024;
/** Bytes that one UTF-16 unit adds at most. */
const MOST_BYTES = 3;
/** Tokens that were given out and are kept, so that the queue is not cut for every one. */
const GIVEN_KEPT = 1024;

/** Tokens that were read and not given out, and beside each the simple key it may be. */
export class TokenQueue {
  #tokens: Token[] = [];
  #candidates: (SimpleKey | null)[] = [];
  /** Where the first token that was not given out stands. */
  #head = 0;
  #given = 0;

  get isEmpty(): boolean {
    return this.#head === this.#tokens.length;
  }

  get first(): Token | undefined {
    return this.#tokens[this.#head];
  }

  /** The simple key that the first token may still be. */
  get firstCandidate(): SimpleKey | null {
    const key = this.#candidates[this.#head];
    return key?.isPossible === true ? key : null;
  }

  /** The number that the next pushed token gets. */
  get nextNumber(): number {
    return this.#given + this.#tokens.length - this.#head;
  }

  push(token: Token, candidate: SimpleKey | null = null): void {
    this.#tokens.push(token);
    this.#candidates.push(candidate);
  }

  /** Puts a token before the one of that number. */
  insert(token: Token, before: number): void {
    const index = this.#head + before - this.#given;
    this.#tokens.splice(index, 0, token);
    this.#candidates.splice(index, 0, null);
  }

  /** Gives the first token out. */
  shift(): void {
    this.#head++;
    this.#given++;
    if (this.#head <= GIVEN_KEPT) return;
    this.#tokens.splice(0, this.#head);
    this.#candidates.splice(0, this.#head);
    this.#head = 0;
  }
}
