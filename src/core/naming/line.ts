import { err, ok, type Result } from '../../shared/result';
import { trim } from '../text/white';
import { JsonReader } from './json/reader';
import {
  CLOSE,
  COLON,
  COMMA,
  isHalf,
  JsonProblem,
  KEY,
  OPEN_ARRAY,
  OPEN_OBJECT,
  STRING,
  stringOf,
  type TokenKind,
  type TokenSink,
  Unwanted,
} from './json/token';

/** What a runner's line says, before anything in it is trusted. */
export interface RawNaming {
  readonly name: string;
  readonly purpose: string;
}

/** Takes one object with `name` and `purpose`, or one list of two texts. */
class LineSink implements TokenSink {
  #list = false;
  #over = false;
  #key: string | null = null;
  #texts: string[] = [];
  #name: string | null = null;
  #purpose: string | null = null;

  get naming(): RawNaming {
    const [name, purpose] = this.#list ? this.#texts : [this.#name, this.#purpose];
    if (typeof name !== 'string') throw new Unwanted('there is no `name`');
    if (typeof purpose !== 'string') throw new Unwanted('there is no `purpose`');
    return { name, purpose };
  }

  token(kind: TokenKind, depth: number, bytes: Uint8Array, start: number, end: number): void {
    if (depth === 0) this.#edge(kind);
    else if (depth > 1 || kind === COMMA || kind === COLON) return;
    else if (this.#list) this.#element(kind, bytes, start, end);
    else this.#member(kind, bytes, start, end);
  }

  #edge(kind: TokenKind): void {
    if (kind === CLOSE) {
      this.#over = true;
      return;
    }
    if (this.#over) throw new Unwanted('there is something after the object');
    if (kind !== OPEN_OBJECT && kind !== OPEN_ARRAY) throw new Unwanted('it is not an object');
    this.#list = kind === OPEN_ARRAY;
  }

  #element(kind: TokenKind, bytes: Uint8Array, start: number, end: number): void {
    if (kind !== STRING || this.#texts.length === 2) throw new Unwanted('a list must be two texts');
    this.#texts.push(wholeText(bytes, start, end));
  }

  #member(kind: TokenKind, bytes: Uint8Array, start: number, end: number): void {
    if (kind === KEY) {
      this.#key = wholeText(bytes, start, end);
      const twice = this.#key === 'name' ? this.#name : this.#key === 'purpose' ? this.#purpose : null;
      if (twice !== null) throw new Unwanted(`\`${this.#key}\` stands twice`);
    } else if (this.#key === 'name' || this.#key === 'purpose') {
      if (kind !== STRING) throw new Unwanted(`\`${this.#key}\` is not a text`);
      const text = wholeText(bytes, start, end);
      if (this.#key === 'name') this.#name = text;
      else this.#purpose = text;
    }
  }
}

function wholeText(bytes: Uint8Array, start: number, end: number): string {
  const text = stringOf(bytes, start, end);
  if (isHalf(text)) throw new Unwanted('a text holds half a surrogate pair');
  return text;
}

/**
 * Parses a runner's line (4.4): an object with string `name` and `purpose`, each once, other keys ignored; or a list of
 * two texts, as the original takes it. The reason of a failure never repeats what the line says.
 */
export function parseLine(line: string): Result<RawNaming, string> {
  const sink = new LineSink();
  // What the original ignores it ignores at any depth.
  const reader = new JsonReader(sink, Number.MAX_SAFE_INTEGER);
  try {
    // A byte order mark is white space to the reader, to the original it is not.
    const trimmed = trim(line);
    if (trimmed === '') return err('the line is empty');
    if (trimmed.startsWith('\ufeff')) return err('there is a byte order mark in front');
    reader.push(Buffer.from(trimmed));
    reader.end();
    return ok(sink.naming);
  } catch (error) {
    if (error instanceof JsonProblem) return err(`${error.message} (column ${error.place.column})`);
    if (error instanceof Unwanted) return err(error.message);
    throw error;
  }
}
