import { dirname, join } from 'node:path';
import { showName } from '../../core/text/visible';
import type { SavedEntries } from '../../shared/contract/package';
import { ok } from '../../shared/result';
import type { Desk } from '../desk';
import type { Handlers } from '../ipc';
import type { SearchPart } from '../worker/search';
import { chooseFolder, chooseNewFile } from './dialogs';
import { type OpenPackages, onPackage } from './open-packages';

type ContentCalls = Pick<Handlers, 'package:save-entries' | 'package:follow' | 'search:run'>;

/** What goes through the contents of packages: searching, saving, and reading one that changed on disk. */
export function contentService(desk: Desk, packages: OpenPackages): ContentCalls {
  const on = onPackage(desk, packages);
  const { front, aside } = desk.reading;
  return {
    'search:run': ([token, search, query], { signal }) =>
      on(token, (open) =>
        aside.ask(
          'search',
          { ref: open.ref, query },
          {
            limit: desk.reading.limit,
            signal,
            onProgress: (done, total) => desk.tell('search:progress', { token, search, done, total }),
            onPart: (part) => {
              const { matches, names } = part as SearchPart;
              desk.tell('search:found', { token, search, matches: [...matches], names: [...names] });
            },
          },
        ),
      ),

    'package:save-entries': ([token, what], { signal }) =>
      on<SavedEntries>(token, async (open) => {
        const options = { limit: desk.reading.limit, signal };
        const limit = desk.settings.now.entryLimit;
        const nothing = ok({ to: null, saved: 0, skipped: [], skippedCount: 0 });
        if ('folder' in what) {
          const to = await chooseFolder(desk.window());
          if (to === null) return nothing;
          const saved = await aside.ask('saveFolder', { ref: open.ref, folder: what.folder, to, limit }, options);
          return saved.ok ? ok({ ...saved.value, skipped: [...saved.value.skipped], to: showName(to) }) : saved;
        }
        const name = await front.ask('fileName', { ref: open.ref, index: what.entry }, options);
        if (!name.ok) return name;
        const to = await chooseNewFile(desk.window(), join(dirname(open.path), name.value));
        if (to === null) return nothing;
        const saved = await aside.ask('saveEntry', { ref: open.ref, index: what.entry, to, limit }, options);
        return saved.ok ? ok({ ...saved.value, skipped: [...saved.value.skipped], to: showName(to) }) : saved;
      }),

    'package:follow': ([token, selected], { signal }) =>
      on(token, async (open) => {
        const followed = await front.ask('follow', { ref: open.ref, selected }, { limit: desk.reading.limit, signal });
        if (!followed.ok) return followed;
        const { identity, ...rest } = followed.value;
        open.opened(identity);
        return ok({ ...rest, summary: { ...rest.summary, sha256: open.sha256 } });
      }),
  };
}
