import { showName } from '../text/visible';
import { Compactor } from './json/compact';
import {
  CLOSE,
  COLON,
  COMMA,
  isHalf,
  KEY,
  OPEN_ARRAY,
  OPEN_OBJECT,
  STRING,
  stringOf,
  type TokenKind,
  type TokenSink,
  Unwanted,
} from './json/token';

/** One code block to name: its id, and its packet as compact JSON in the spelling of the file, without a newline. */
export interface Block {
  readonly blockId: string;
  readonly packet: Uint8Array;
}

/** What a blocks file or a folder of packets holds. */
export interface Blocks {
  readonly blocks: readonly Block[];
  /** Ids that more than one block has, in file order. All of these blocks run; their results cannot be told apart. */
  readonly repeated: readonly string[];
}

/** Bytes of a blocks file, or of all packets of a folder together. */
export const BLOCKS_LIMIT = 256 * 1024 * 1024;
/** Blocks of one batch. */
export const BLOCK_COUNT_LIMIT = 1_000_000;
/**
 * Takes the tokens of blocks, which lie at `depth`, and gathers `{block_id, packet}` of each. Other keys are ignored; a
 * block without one of the two, or with one twice, is a problem (S4's request type).
 */
export class BlockGatherer implements TokenSink {
  readonly blocks: Block[] = [];
  readonly #depth: number;
  readonly #compactor = new Compactor();
  #blockId: string | null = null;
  #packet: Uint8Array | null = null;
  #key: string | null = null;
  constructor(depth: number) {
    this.#depth = depth;
  }

  token(kind: TokenKind, depth: number, bytes: Uint8Array, start: number, end: number): void {
    if (depth < this.#depth) return;
    if (depth === this.#depth) this.#edge(kind);
    else if (depth === this.#depth + 1) this.#member(kind, bytes, start, end);
    else if (this.#key === 'packet') this.#compactor.add(bytes, start, end);
  }

  #edge(kind: TokenKind): void {
    if (kind === CLOSE) this.#finish();
    else if (kind !== OPEN_OBJECT && kind !== COMMA)
      throw new Unwanted('a block must be an object with `block_id` and `packet`');
  }

  #member(kind: TokenKind, bytes: Uint8Array, start: number, end: number): void {
    if (kind === KEY) {
      this.#key = stringOf(bytes, start, end);
      const twice = this.#key === 'packet' ? this.#packet : this.#key === 'block_id' ? this.#blockId : null;
      if (twice !== null) throw new Unwanted(`a block has \`${this.#key}\` twice`);
    } else if (kind === COMMA || kind === COLON) return;
    else if (this.#key === 'block_id') {
      if (kind !== STRING) throw new Unwanted('`block_id` must be a string');
      this.#blockId = stringOf(bytes, start, end);
      if (isHalf(this.#blockId)) throw new Unwanted('`block_id` holds half a surrogate pair');
    } else if (this.#key === 'packet') {
      this.#compactor.add(bytes, start, end);
      if (kind !== OPEN_OBJECT && kind !== OPEN_ARRAY) this.#packet = this.#compactor.take();
    }
  }

  #finish(): void {
    if (this.#blockId === null) throw new Unwanted('a block has no `block_id`');
    if (this.#packet === null) throw new Unwanted('a block has no `packet`');
    if (this.blocks.length === BLOCK_COUNT_LIMIT) throw new Unwanted(`more than ${BLOCK_COUNT_LIMIT} blocks`);
    this.blocks.push({ blockId: this.#blockId, packet: this.#packet });
    this.#blockId = null;
    this.#packet = null;
    this.#key = null;
  }
}

/** The blocks with the ids that stand more than once. */
export function withRepeated(blocks: readonly Block[]): Blocks {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { blockId } of blocks) {
    if (seen.has(blockId)) repeated.add(blockId);
    seen.add(blockId);
  }
  return { blocks, repeated: [...repeated] };
}

/** One sentence about ids that stand more than once, or null. */
export function repeatedSentence(repeated: readonly string[]): string | null {
  if (repeated.length === 0) return null;
  const named = repeated.slice(0, 5).map((id) => `'${showName(id)}'`);
  const more = repeated.length > 5 ? ` and ${repeated.length - 5} more` : '';
  const have = repeated.length === 1 ? 'has the id' : 'share each of the ids';
  const who = repeated.length === 1 ? 'more than one block' : 'several blocks';
  return `${who} ${have} ${named.join(', ')}${more}: their results cannot be told apart by id`;
}
