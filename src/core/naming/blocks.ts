import { setImmediate as nextTurn } from 'node:timers/promises';
import { err, type Failure, ok, type Result } from '../../shared/result';
import { type ByteSource, guardReads, openFile } from '../io/source';
import { BLOCKS_LIMIT, type Block, BlockGatherer, type Blocks, withRepeated } from './block';
import { Compactor } from './json/compact';
import { JsonReader } from './json/reader';
import {
  CLOSE,
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

/** Bytes read between two looks at the rest of the program. */
const CHUNK = 256 * 1024;

/** Blocks as one JSON array, or as JSON lines; the first token decides. */
class FileSink implements TokenSink {
  #gatherer: BlockGatherer | null = null;
  #inArray = false;
  #over = false;
  get blocks(): readonly Block[] {
    return this.#gatherer?.blocks ?? [];
  }

  token(kind: TokenKind, depth: number, bytes: Uint8Array, start: number, end: number): void {
    if (this.#over) throw new Unwanted('there is something after the list of blocks');
    this.#gatherer ??= this.#begin(kind);
    this.#gatherer.token(kind, depth, bytes, start, end);
    if (this.#inArray && depth === 0 && kind === CLOSE) this.#over = true;
  }

  #begin(kind: TokenKind): BlockGatherer {
    if (kind !== OPEN_ARRAY && kind !== OPEN_OBJECT) {
      throw new Unwanted('the file must hold a list of blocks, or one block a line');
    }
    this.#inArray = kind === OPEN_ARRAY;
    return new BlockGatherer(this.#inArray ? 1 : 0);
  }
}

/** A folder's packet file: any JSON value, and its `block_id` if it has one that is a string. */
class PacketSink implements TokenSink {
  readonly #compactor = new Compactor();
  #key: string | null = null;
  #values = 0;
  blockId: string | null = null;
  get packet(): Uint8Array | null {
    return this.#values === 1 ? this.#compactor.take() : null;
  }

  token(kind: TokenKind, depth: number, bytes: Uint8Array, start: number, end: number): void {
    if (depth === 0 && kind !== CLOSE && ++this.#values > 1) throw new Unwanted('there is something after the packet');
    this.#compactor.add(bytes, start, end);
    if (depth !== 1) return;
    if (kind === KEY) this.#key = stringOf(bytes, start, end);
    else if (kind === STRING && this.#key === 'block_id') {
      const blockId = stringOf(bytes, start, end);
      if (!isHalf(blockId)) this.blockId = blockId;
    }
  }
}

const invalid = (problem: JsonProblem): Failure => ({
  code: 'blocks-invalid',
  message: `line ${problem.place.line}, column ${problem.place.column}: ${problem.message}`,
  hint: 'Blocks are a JSON list of {"block_id": …, "packet": …}, or one such object a line.',
  place: problem.place,
});

/** Reads JSON in chunks from a file into a sink, giving the rest of the program a turn after each chunk. */
async function readJson(source: ByteSource, sink: TokenSink, signal?: AbortSignal): Promise<Result<null>> {
  const reader = new JsonReader(sink);
  for (let offset = 0; offset < source.size; offset += CHUNK) {
    const chunk = guardReads(() => ok(source.read(offset, CHUNK)));
    if (!chunk.ok) return chunk;
    reader.push(chunk.value);
    if (offset + CHUNK < source.size) await nextTurn();
    if (signal?.aborted) return err({ code: 'cancelled', message: 'reading the blocks was cancelled' });
  }
  reader.end();
  return ok(null);
}

/** Runs a reading and turns a problem of its JSON into a failure; the source is closed whatever happens. */
async function guardJson<T>(source: ByteSource, work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof JsonProblem) return err(invalid(error));
    throw error;
  } finally {
    source.close();
  }
}

/**
 * Reads a blocks file (4.3): a JSON array or JSON lines of `{block_id, packet}`, at most `BLOCKS_LIMIT` bytes, streamed.
 * A file that is cut or is no such JSON is a failure with its place.
 */
export async function readBlocksFile(path: string, signal?: AbortSignal): Promise<Result<Blocks>> {
  const opened = openFile(path);
  if (!opened.ok) return opened;
  const source = opened.value;
  return guardJson(source, async () => {
    if (source.size > BLOCKS_LIMIT) return err(tooLarge('the blocks file is'));
    const sink = new FileSink();
    const read = await readJson(source, sink, signal);
    return read.ok ? ok(withRepeated(sink.blocks)) : read;
  });
}

/** Reads one packet file of a folder; `stem` is its id where the packet has none. Counts against `room` bytes. */
export async function readPacketFile(path: string, stem: string, room: number): Promise<Result<Block>> {
  const opened = openFile(path);
  if (!opened.ok) return opened;
  const source = opened.value;
  return guardJson(source, async () => {
    if (source.size > room) return err(tooLarge('the packets of this folder are'));
    const sink = new PacketSink();
    const read = await readJson(source, sink);
    if (!read.ok) return read;
    const { packet } = sink;
    if (packet === null) return err({ code: 'blocks-invalid', message: 'the file is empty' });
    return ok({ blockId: sink.blockId ?? stem, packet });
  });
}

export function tooLarge(what: string): Failure {
  return { code: 'blocks-too-large', message: `${what} over 256 MiB`, hint: 'Split it into several batches.' };
}
