import { failure } from '../../shared/result';
import { type ByteSource, openFile } from '../io/source';
import { openArchive } from '../package/archive';
import { decompressionCeiling } from '../package/ceiling';
import { archiveFolders, archiveSkills, archiveTree } from './archive-tree';
import type { DiscoverOptions, Discovery } from './discover';
import { joinShown } from './tree';

/**
 * The skills in an archive; each has to be judged before the next is asked for, since the archive is closed at the end.
 * A module of its own, loaded when an archive is given.
 */
export function* skillsInArchive(at: string, path: string, options: DiscoverOptions): Generator<Discovery> {
  const opened = openFile(at);
  if (!opened.ok) {
    yield { type: 'unreadable', path, failure: opened.error };
    return;
  }
  try {
    yield* ofArchive(opened.value, path, options);
  } finally {
    opened.value.close();
  }
}

function* ofArchive(source: ByteSource, path: string, options: DiscoverOptions): Generator<Discovery> {
  const archive = openArchive(source);
  if (!archive.ok) {
    const message = 'is no folder, no SKILL.md and no archive';
    yield {
      type: 'unusable',
      path,
      failure: failure(null, message, 'Give a folder, a SKILL.md or an archive with a skill in it.'),
    };
    return;
  }
  const folders = archiveFolders(archive.value);
  const limit = decompressionCeiling(options.env ?? {});
  let skills = 0;
  for (const { path: within, inside, folder } of archiveSkills(folders)) {
    if (options.signal?.aborted) return;
    skills++;
    const shown = within === '' ? path : joinShown(path, within);
    yield {
      type: 'skill',
      place: {
        tree: archiveTree(archive.value, folder, shown, within, limit),
        kind: 'archive',
        path: shown,
        inside: inside === null ? null : inside === '' ? path : joinShown(path, inside),
      },
    };
  }
  if (skills === 0)
    yield {
      type: 'unusable',
      path,
      failure: failure(null, 'holds no SKILL.md', 'Give an archive with a skill folder in it.'),
    };
}
