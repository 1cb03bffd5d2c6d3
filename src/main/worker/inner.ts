import { basename } from 'node:path';
import { bytesSource, guardReads } from '../../core/io/source';
import type { PackageModel } from '../../core/model/model';
import { buildModel, type OpenOptions } from '../../core/model/open';
import { openArchive } from '../../core/package/archive';
import { readEntry } from '../../core/package/read';
import { err, failure, type Result } from '../../shared/result';

/** Bytes of a package inside a package that are held in memory, and how deep one may lie in the other. */
const MOST = 256 * 1024 * 1024;
const DEEPEST = 8;

/**
 * Opens an entry that is a package itself. It is held in the memory of the reader and never written to disk: nothing is
 * left behind however the program ends, and a reader that was ended reads it again from the file that holds it.
 */
export async function openInner(
  outer: PackageModel,
  index: number,
  options: OpenOptions,
): Promise<Result<PackageModel>> {
  const { archive, parts } = outer;
  if (index >= archive.recordCount) return err(failure('no-such-entry', 'There is no such entry.'));
  if (parts.path.split(BETWEEN).length > DEEPEST) return err(tooDeep);
  if (archive.sizeOf(index) > MOST) return err(tooLarge);
  const bytes = readEntry(archive, index, { limit: MOST, lenient: true });
  if (!bytes.ok) return bytes;
  const opened = guardReads(() => openArchive(bytesSource(bytes.value)));
  const path = `${parts.path}${BETWEEN}${basename(archive.nameOf(index).replaceAll('\\', '/'))}`;
  return opened.ok ? buildModel(path, opened.value, options) : opened;
}

/** Between a package and one inside it, as in Murmur's resolved paths. */
const BETWEEN = '!/';

const tooLarge = failure(
  'inner-too-large',
  `A package inside a package is opened up to ${MOST / 1024 / 1024} MiB.`,
  'Save it as a file, and open that.',
);
const tooDeep = failure(
  'inner-too-deep',
  `Packages inside packages are opened ${DEEPEST} deep.`,
  'Save it as a file, and open that.',
);
