import type { PackageModel } from '../../core/model/model';
import { runSearch } from '../../core/package/search';
import { showName } from '../../core/text/visible';
import type { SearchEnd, SearchMatch, SearchQuery } from '../../shared/contract/search';
import type { Result } from '../../shared/result';
import type { JobContext } from './protocol';

/** What a search hands on while it runs. */
export interface SearchPart {
  readonly matches: readonly SearchMatch[];
  readonly names: readonly { readonly entry: number; readonly shown: string }[];
}

/** Searches the contents of a package; what is found is handed on bit by bit. */
export function search(
  { archive, parts }: PackageModel,
  query: SearchQuery,
  { signal, onProgress, onPart }: JobContext,
): Promise<Result<SearchEnd>> {
  const onMatches = (matches: readonly SearchMatch[]) => {
    const entries = [...new Set(matches.map(({ entry }) => entry))];
    const names = entries.map((entry) => ({ entry, shown: showName(archive.nameOf(entry)) }));
    onPart?.({ matches, names } satisfies SearchPart);
  };
  return runSearch(archive, query, { ceiling: parts.ceiling, signal, onProgress, onMatches });
}
