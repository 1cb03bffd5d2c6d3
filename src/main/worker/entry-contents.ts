import type { PackageModel } from '../../core/model/model';
import type { PreviewAsk } from '../../core/package/preview';
import type { Preview } from '../../shared/contract/package';
import { err, failure, type Result } from '../../shared/result';
import { EntryContent } from './entry-content';

/** Entries whose content is kept, and bytes of all of them together. */
const MOST = 8;
const MOST_BYTES = 256 * 1024 * 1024;

/** The entries of one package that were looked at lately. */
export class EntryContents {
  readonly #model: PackageModel;
  /** The last one used stands last. */
  readonly #kept = new Map<number, EntryContent>();

  constructor(model: PackageModel) {
    this.#model = model;
  }

  /** A page of an entry; `limit` is how many bytes the entry may give at most. */
  async page(index: number, ask: PreviewAsk, limit: number, signal: AbortSignal): Promise<Result<Preview>> {
    if (index < 0 || index >= this.#model.archive.recordCount)
      return err(failure('no-such-entry', 'There is no such entry.'));
    const content = this.#kept.get(index) ?? new EntryContent(this.#model, index, limit);
    this.#kept.delete(index);
    this.#kept.set(index, content);
    const page = await content.page(ask, signal);
    this.#forgetOld();
    return page;
  }

  #forgetOld(): void {
    let bytes = 0;
    let count = 0;
    for (const [index, content] of [...this.#kept].reverse()) {
      bytes += content.held;
      count++;
      if (count === 1 || (count <= MOST && bytes <= MOST_BYTES)) continue;
      content.close();
      this.#kept.delete(index);
    }
  }
}
