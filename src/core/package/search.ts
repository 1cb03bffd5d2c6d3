import type { SearchEnd, SearchMatch, SearchQuery } from '../../shared/contract/search';
import { ok, type Result } from '../../shared/result';
import { AheadSource } from '../io/ahead';
import { SourceError } from '../io/source';
import { Turns } from '../io/turns';
import type { Archive } from './archive';
import { crc32 } from './crc32';
import { unpackEntry } from './read';
import { EntrySearch } from './search-entry';
import { type Finder, finderOf, TooSlow } from './search-find';
import { streamEntry } from './stream';

export interface SearchOptions {
  /** Bytes that one entry may give (`decompressionCeiling`). */
  readonly ceiling: number;
  /** Matches of one entry and of all; 1,000 and 10,000 unless given. */
  readonly perEntry?: number;
  readonly most?: number;
  /** Unpacked bytes that are searched at most; 16 GiB unless given, since entries may overlap. */
  readonly bytes?: number;
  readonly signal?: AbortSignal;
  /** Unpacked bytes searched, of what all entries declare. */
  readonly onProgress?: (done: number, total: number) => void;
}

const PER_ENTRY = 1000;
const MOST = 10_000;
const BYTES = 2 ** 34;
/** Entries up to this are unpacked at once, larger ones in pieces. Bytes, packed and unpacked. */
const AT_ONCE = 1 << 22;
/** Entries in which a pattern may take too long before the whole search is given up. */
const SLOW_ENTRIES = 3;

/**
 * Searches the contents of all entries that are text, in the order of the directory: UTF-8 and other text in bytes, and
 * UTF-16 with a byte order mark. Yields matches as they are found and returns how it ended; entries that Murmur refuses are
 * searched as far as they can be unpacked. Fails at once for a query that is none (`search-…`), and where the file cannot
 * be read. ASCII letters fold in any case, others by Unicode. Of a line over 1 MiB (64 KiB for an expression) pieces are
 * searched, in which `^` and `$` match too.
 */
export async function* searchContents(
  archive: Archive,
  query: SearchQuery,
  options: SearchOptions,
): AsyncGenerator<SearchMatch, Result<SearchEnd>> {
  const finder = finderOf(query);
  if (!finder.ok) return finder;
  const search = new ContentSearch(archive, finder.value, options);
  try {
    return ok(yield* search.run());
  } catch (error) {
    if (error instanceof SourceError) return { ok: false, error: error.failure };
    throw error;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

class ContentSearch {
  readonly #archive: Archive;
  readonly #source: AheadSource;
  readonly #finder: Finder;
  readonly #options: SearchOptions;
  readonly #turns: Turns;
  readonly #end: Mutable<SearchEnd> = {
    matches: 0,
    entries: 0,
    bytes: 0,
    binary: 0,
    unreadable: 0,
    damaged: 0,
    cut: 0,
    slow: 0,
    stopped: null,
  };
  /** Declared bytes of all entries, and of those that are done. */
  readonly #total: number;
  #passed = 0;

  constructor(archive: Archive, finder: Finder, options: SearchOptions) {
    this.#archive = archive;
    this.#source = new AheadSource(archive.source);
    this.#finder = finder;
    this.#options = options;
    this.#turns = new Turns(options.signal);
    let total = 0;
    for (let index = 0; index < archive.recordCount; index++)
      if (archive.kindOf(index) !== 'directory') total += archive.sizeOf(index);
    this.#total = total;
  }

  async *run(): AsyncGenerator<SearchMatch, SearchEnd> {
    for (let index = 0; index < this.#archive.recordCount; index++) {
      if (this.#turns.due) await this.#pause(0);
      this.#end.stopped ??= this.#whyStop();
      if (this.#end.stopped !== null) break;
      if (this.#archive.kindOf(index) === 'directory') continue;
      yield* this.#searchEntry(index);
      this.#passed += this.#archive.sizeOf(index);
    }
    this.#options.onProgress?.(this.#passed, this.#total);
    return this.#end;
  }

  #whyStop(): SearchEnd['stopped'] {
    const { signal, most = MOST, bytes = BYTES } = this.#options;
    if (signal?.aborted) return 'cancelled';
    if (this.#end.matches >= most) return 'matches';
    if (this.#end.bytes >= bytes) return 'bytes';
    return this.#end.slow >= SLOW_ENTRIES ? 'pattern' : null;
  }

  /** @param done bytes of the present entry */
  async #pause(done: number): Promise<void> {
    this.#options.onProgress?.(Math.min(this.#passed + done, this.#total), this.#total);
    await this.#turns.take();
  }

  async *#searchEntry(index: number): AsyncGenerator<SearchMatch> {
    const { perEntry = PER_ENTRY, most = MOST } = this.#options;
    const search = new EntrySearch(index, this.#finder, Math.min(perEntry, most - this.#end.matches));
    try {
      const whole = this.#unpackWhole(index);
      if (whole === null) yield* this.#streamThrough(index, search);
      else if (whole.ok) {
        yield* this.#found(search.end(whole.value));
        this.#count(index, search, whole.value.length, () => crc32(whole.value));
      } else this.#end.unreadable++;
    } catch (error) {
      if (!(error instanceof TooSlow)) throw error;
      this.#end.slow++;
    }
  }

  *#found(matches: readonly SearchMatch[]): Generator<SearchMatch> {
    this.#end.matches += matches.length;
    yield* matches;
  }

  /** Null for an entry that is, or turns out to be, too large to unpack at once, and for one whose data is cut. */
  #unpackWhole(index: number): Result<Uint8Array> | null {
    if (this.#archive.packedOf(index) > AT_ONCE || this.#archive.sizeOf(index) > AT_ONCE) return null;
    const limit = Math.min(AT_ONCE, this.#options.ceiling);
    const unpacked = unpackEntry(this.#archive, index, { limit, lenient: true }, this.#source);
    if (unpacked.ok) return ok(unpacked.value.bytes);
    return BETTER_IN_PIECES.has(unpacked.error.code) ? null : unpacked;
  }

  async *#streamThrough(index: number, search: EntrySearch): AsyncGenerator<SearchMatch> {
    const { ceiling, signal, bytes = BYTES } = this.#options;
    const limits = { limit: Math.min(ceiling, bytes - this.#end.bytes), lenient: true, ...(signal ? { signal } : {}) };
    let [size, crc, isWhole] = [0, 0, true];
    for await (const piece of streamEntry(this.#archive, index, limits)) {
      if (!piece.ok) {
        isWhole = false;
        if (piece.error.code === 'cancelled') this.#end.stopped = 'cancelled';
        else if (piece.error.code === 'over-ceiling' && limits.limit < ceiling) this.#end.stopped = 'bytes';
        break;
      }
      size += piece.value.length;
      crc = crc32(piece.value, crc);
      yield* this.#found(search.take(piece.value));
      if (search.isDone) break;
      if (this.#turns.due) await this.#pause(size);
    }
    if (this.#end.stopped !== null) {
      this.#end.bytes += size;
      return;
    }
    if (size === 0 && !isWhole) {
      this.#end.unreadable++;
      return;
    }
    yield* this.#found(search.end());
    this.#count(index, search, size, () => (isWhole ? crc : null));
  }

  /** Counts an entry that was read. */
  #count(index: number, search: EntrySearch, size: number, crc: () => number | null): void {
    this.#end.bytes += size;
    if (search.isBinary) this.#end.binary++;
    else this.#end.entries++;
    if (search.isCut) this.#end.cut++;
    if (search.isDone) return;
    const asDeclared = size === this.#archive.sizeOf(index) && crc() === this.#archive.crcOf(index);
    if (!asDeclared) this.#end.damaged++;
  }
}

/** Failures of unpacking at once after which pieces still give what there is. */
const BETTER_IN_PIECES: ReadonlySet<string | null> = new Set(['over-ceiling', 'truncated', 'data-broken']);

/** Matches that are handed on together, and for how long they are gathered. Milliseconds. */
const BATCH = 500;
const GATHER = 50;

/**
 * As `searchContents`, for who is called back: matches come in batches of up to 500, the first ones at once, later ones at
 * most every 50 ms.
 */
export async function runSearch(
  archive: Archive,
  query: SearchQuery,
  options: SearchOptions & { readonly onMatches: (matches: readonly SearchMatch[]) => void },
): Promise<Result<SearchEnd>> {
  let gathered: SearchMatch[] = [];
  let since = Number.NEGATIVE_INFINITY;
  const flush = () => {
    if (gathered.length > 0) options.onMatches(gathered);
    gathered = [];
    since = performance.now();
  };
  const onProgress = (done: number, total: number) => {
    if (performance.now() - since >= GATHER) flush();
    options.onProgress?.(done, total);
  };
  const search = searchContents(archive, query, { ...options, onProgress });
  for (;;) {
    const next = await search.next();
    if (next.done) {
      flush();
      return next.value;
    }
    gathered.push(next.value);
    if (gathered.length >= BATCH || performance.now() - since >= GATHER) flush();
  }
}
