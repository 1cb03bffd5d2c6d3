import type { PackageModel } from '../../core/model/model';
import { PACKAGE_FINDINGS, type PackageFindingId, packageFinding } from '../../core/package/findings';
import { EntryPreview, type PreviewAsk, type PreviewBytes, TEXT_PAGE } from '../../core/package/preview';
import { streamEntry } from '../../core/package/stream';
import { showName } from '../../core/text/visible';
import type { Preview } from '../../shared/contract/package';
import type { Finding } from '../../shared/models/finding';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';

/** How far beyond its start a page looks. Bytes. */
const AHEAD = TEXT_PAGE + 64;

/**
 * One entry that is being looked at: what of it has arrived, and the stream that gives more. Only as much is unpacked as
 * pages were asked for, so the first page of a huge entry costs what the first page of a small one does.
 */
export class EntryContent implements PreviewBytes {
  readonly #model: PackageModel;
  readonly #index: number;
  readonly #limit: number;
  readonly #arrived: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  #pieces: AsyncGenerator<Result<Uint8Array>, unknown>;
  #length = 0;
  #ended = false;
  #failure: Failure | null = null;
  #preview: EntryPreview | null = null;

  /** `limit`: bytes the entry may give at most. */
  constructor(model: PackageModel, index: number, limit: number) {
    this.#model = model;
    this.#index = index;
    this.#limit = limit;
    this.#pieces = streamEntry(model.archive, index, { limit });
  }

  /** Bytes in memory. */
  get held(): number {
    return this.#length;
  }

  /** Bytes of the whole content: what arrived once all has, until then at least what is declared. */
  get total(): number {
    return this.#ended ? this.#length : Math.max(this.#length, this.#model.archive.sizeOf(this.#index));
  }

  /**
   * A page of it. Content that fails on the way is shown up to there, with what failed as a finding; content of which
   * nothing arrives is that failure.
   */
  async page(ask: PreviewAsk, signal: AbortSignal): Promise<Result<Preview>> {
    await this.#arrive(ask.offset + AHEAD, signal);
    if (signal.aborted) return err(failure('cancelled', 'Cancelled.'));
    if (this.#failure !== null && this.#length === 0) return err(this.#failure);
    this.#preview ??= new EntryPreview(this.#model.archive.nameOf(this.#index), this);
    const page = this.#preview.page(ask);
    return ok({ ...page, findings: [...page.findings, ...this.#trouble()] });
  }

  read(start: number, end: number): Uint8Array {
    const stop = Math.min(end, this.#length);
    if (start >= stop) return new Uint8Array(0);
    const first = this.#pieceAt(start);
    const piece = this.#arrived[first];
    if (piece && stop <= piece.start + piece.bytes.length)
      return piece.bytes.subarray(start - piece.start, stop - piece.start);
    const joined = new Uint8Array(stop - start);
    for (let i = first; i < this.#arrived.length; i++) {
      const { start: at, bytes } = this.#arrived[i] ?? { start: stop, bytes: joined };
      if (at >= stop) break;
      joined.set(bytes.subarray(Math.max(0, start - at), stop - at), Math.max(0, at - start));
    }
    return joined;
  }

  close(): void {
    void this.#pieces.return(null);
    this.#ended = true;
  }

  async #arrive(upTo: number, signal: AbortSignal): Promise<void> {
    while (!this.#ended && this.#length < upTo && !signal.aborted) {
      const next = await this.#pieces.next();
      if (next.done) this.#ended = true;
      else if (next.value.ok) this.#take(next.value.value);
      else this.#fail(next.value.error);
    }
  }

  #take(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#arrived.push({ start: this.#length, bytes });
    this.#length += bytes.length;
  }

  #fail(error: Failure): void {
    this.#failure = error;
    // Murmur cannot name it, but a person may look at it.
    if (error.code === 'name-not-utf8')
      this.#pieces = streamEntry(this.#model.archive, this.#index, { limit: this.#limit, lenient: true });
    else this.#ended = true;
  }

  #trouble(): Finding[] {
    const { archive } = this.#model;
    const entry = archive.nameOf(this.#index);
    const declared = archive.sizeOf(this.#index);
    if (this.#failure !== null) {
      const { code, message, hint } = this.#failure;
      const id = code !== null && isFindingId(code) ? code : 'data-broken';
      const at = { entry, index: this.#index, ...(hint === undefined ? {} : { hint }) };
      return [packageFinding(id, `'${showName(entry)}': ${message}.`, at)];
    }
    if (!this.#ended || this.#length >= declared) return [];
    const message = `'${showName(entry)}' gives ${this.#length} bytes, and declares ${declared}.`;
    return [packageFinding('size-short', message, { entry, index: this.#index })];
  }

  #pieceAt(offset: number): number {
    let [low, high] = [0, this.#arrived.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#arrived[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const isFindingId = (code: string): code is PackageFindingId => Object.hasOwn(PACKAGE_FINDINGS, code);
