import { dirname, join } from 'node:path';
import { showName } from '../../core/text/visible';
import type { SavedEntries } from '../../shared/contract/package';
import { ok } from '../../shared/result';
import type { Desk } from '../desk';
import type { Handlers } from '../ipc';
import type { AskOptions } from '../worker/reader-process';
import type { SearchPart } from '../worker/search';
import { chooseFolder, chooseNewFile } from './dialogs';
import { chosenOf, type OpenPackages, onPackage } from './open-packages';

type ContentCalls = Pick<Handlers, 'package:save-entries' | 'package:names' | 'package:follow' | 'search:run'>;

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

    'package:save-entries': ([token, chosen], { signal }) =>
      on<SavedEntries>(token, async (open) => {
        const which = chosenOf(open, chosen);
        if (!which.ok) return which;
        const { ref } = open;
        const limit = desk.settings.now.entryLimit;
        const ask = await front.ask('saveAsk', { ref, which: which.value }, { limit: desk.reading.limit, signal });
        if (!ask.ok) return ask;
        const to = await ('one' in ask.value
          ? chooseNewFile(desk.window(), join(dirname(open.path), ask.value.name))
          : chooseFolder(desk.window()));
        if (to === null) return ok({ to: null, saved: 0, skipped: [], skippedCount: 0 });
        const options: AskOptions = {
          limit: desk.reading.limit,
          signal,
          onProgress: (done, total) => desk.tell('package:progress', { token, what: 'save', done, total }),
        };
        const saved = await ('one' in ask.value
          ? aside.ask('saveOne', { ref, index: ask.value.one, to, limit }, options)
          : aside.ask('saveSeveral', { ref, which: which.value, to, limit }, options));
        if (!saved.ok) return saved;
        const { path, skipped, ...counts } = saved.value;
        return ok({ ...counts, skipped: [...skipped], to: showName(path ?? to) });
      }),

    'package:names': ([token, chosen], { signal }) =>
      on(token, async (open) => {
        const which = chosenOf(open, chosen);
        if (!which.ok) return which;
        return front.ask('names', { ref: open.ref, which: which.value }, { limit: desk.reading.limit, signal });
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
