import { err, ok, type Result } from '../../../shared/result';
import { type Block, BlockGatherer } from '../block';
import { JsonReader } from '../json/reader';
import {
  CLOSE,
  isHalf,
  JsonProblem,
  KEY,
  LITERAL,
  OPEN_ARRAY,
  OPEN_OBJECT,
  STRING,
  stringOf,
  type TokenKind,
  type TokenSink,
  Unwanted,
} from '../json/token';

/** What a call of `/name` asks for (S4's `NameRequest`). */
export interface NameRequest {
  /** Null: the first pinned naming-runner. */
  readonly runnerId: string | null;
  readonly blocks: readonly Block[];
}

/** Takes `{runner_id?, blocks?}`; other keys are ignored, known ones may stand once. */
class RequestSink implements TokenSink {
  readonly #gatherer = new BlockGatherer(2);
  #seen = new Set<string>();
  #key: string | null = null;
  #over = false;
  #runnerId: string | null = null;

  get request(): NameRequest {
    return { runnerId: this.#runnerId, blocks: this.#gatherer.blocks };
  }

  token(kind: TokenKind, depth: number, bytes: Uint8Array, start: number, end: number): void {
    if (depth === 0) this.#edge(kind);
    else if (depth === 1) this.#member(kind, bytes, start, end);
    else if (this.#key === 'blocks') this.#gatherer.token(kind, depth, bytes, start, end);
  }

  #edge(kind: TokenKind): void {
    if (this.#over) throw new Unwanted('there is something after the object');
    if (kind === CLOSE) this.#over = true;
    else if (kind !== OPEN_OBJECT) throw new Unwanted('the body must be an object');
  }

  #member(kind: TokenKind, bytes: Uint8Array, start: number, end: number): void {
    if (kind === KEY) {
      this.#key = stringOf(bytes, start, end);
      const known = this.#key === 'runner_id' || this.#key === 'blocks';
      if (known && this.#seen.has(this.#key)) throw new Unwanted(`\`${this.#key}\` stands twice`);
      if (known) this.#seen.add(this.#key);
    } else if (kind > LITERAL || kind === CLOSE) return;
    else if (this.#key === 'runner_id') this.#runnerId = runnerIdOf(kind, bytes, start, end);
    else if (this.#key === 'blocks' && kind !== OPEN_ARRAY) throw new Unwanted('`blocks` must be a list');
  }
}

function runnerIdOf(kind: TokenKind, bytes: Uint8Array, start: number, end: number): string | null {
  if (kind === LITERAL && bytes[start] === 0x6e) return null;
  if (kind !== STRING) throw new Unwanted('`runner_id` must be a string');
  const runnerId = stringOf(bytes, start, end);
  if (isHalf(runnerId)) throw new Unwanted('`runner_id` holds half a surrogate pair');
  return runnerId;
}

/** Reads the body of a call, given in pieces; the reason of a refusal carries its place. */
export function parseNameRequest(body: readonly Uint8Array[]): Result<NameRequest, string> {
  const sink = new RequestSink();
  const reader = new JsonReader(sink);
  try {
    for (const piece of body) reader.push(piece);
    reader.end();
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return err(`line ${error.place.line}, column ${error.place.column}: ${error.message}`);
  }
  return body.some((piece) => piece.length > 0) ? ok(sink.request) : err('the body is empty');
}
