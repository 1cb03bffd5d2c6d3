import { join } from 'node:path';
import { err, failure, type Result } from '../../shared/result';
import type { Archive } from './archive';
import { type SaveOptions, saveEntryAs } from './save';
import { nameRules } from './save-names';
import { proposedName, saveRefusal } from './save-plan';

/** Nothing that is dragged out can be started before somebody says so. */
const FILE_MODE = 0o600;

const FOLDER = failure('save-folder', 'a folder is not dragged out', 'Save it from its menu.');

/** Why an entry is not dragged out at all, null where it can be. */
export const dragRefusal = (archive: Archive, index: number) =>
  archive.kindOf(index) === 'directory' ? FOLDER : saveRefusal(archive, index);

/**
 * Writes an entry under its own safe name into a folder made for it (`DragFolder.make`) and gives the path. Fails like
 * `saveEntryAs`; nothing of the entry is left then.
 */
export async function putForDrag(
  archive: Archive,
  index: number,
  folder: string,
  options: Omit<SaveOptions, 'mode'> & { readonly platform?: string },
): Promise<Result<string>> {
  const refusal = dragRefusal(archive, index);
  if (refusal !== null) return err(refusal);
  const { platform = process.platform, ...rest } = options;
  const path = join(folder, proposedName(archive, index, nameRules(platform)));
  return saveEntryAs(archive, index, path, { ...rest, mode: FILE_MODE });
}
