import { statSync } from 'node:fs';
import { err, failure, ok, type Result } from '../../shared/result';
import { readFailure } from '../io/source';
import { type StoreFiles, storeFiles } from '../store/files';
import type { OpenChoice, OpenDecision } from './choice';
import { viewsOfFile } from './what-file';
import { viewsOfFolder } from './what-folder';

/** What could be opened instead. */
const HINT =
  'A .mur.zip package, a folder with a murmur.yaml, skills, a runners.toml, blocks for naming or a store of packages can be opened.';

const NO_FILE: ReadonlyArray<readonly ['isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice', string]> = [
  ['isFIFO', 'is a named pipe'],
  ['isSocket', 'is a socket'],
  ['isCharacterDevice', 'is a device'],
  ['isBlockDevice', 'is a device'],
];

/**
 * Which views a path opens (spec 1.1). Looks at names and at the first and last bytes of a file, and at a bounded part of
 * a folder: never waits on a pipe, never reads a device. A failure's message is the end of a sentence that begins with
 * the path; its codes are `ENOENT`, `not-openable` and those of reading.
 */
export function whatOpens(path: string, files: StoreFiles = storeFiles): Result<OpenDecision> {
  let views: Result<readonly OpenChoice[]>;
  try {
    const stat = statSync(path);
    if (stat.isFile()) views = viewsOfFile(path);
    else if (stat.isDirectory()) views = viewsOfFolder(path, files);
    else return refuse(NO_FILE.find(([test]) => stat[test]())?.[1] ?? 'is no file and no folder');
  } catch (error) {
    const { code, message, hint } = readFailure(error);
    if (code === 'ENOENT') return err(failure(code, 'does not exist', 'Check the path.'));
    return err(failure(code, `cannot be opened: ${message}`, hint));
  }
  if (!views.ok) return views.error.code === 'not-openable' ? refuse(views.error.message) : views;
  const [first, ...also] = views.value;
  return first ? ok({ ...first, also }) : refuse('is a folder in which there is nothing to open');
}

const refuse = (message: string) => err(failure('not-openable', message, HINT));
