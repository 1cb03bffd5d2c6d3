import { readFileSync } from 'node:fs';
import { type CompareOptions, type Comparison, compare } from '../../src/core/compare/compare';
import { bytesSource } from '../../src/core/io/source';
import type { PackageModel } from '../../src/core/model/model';
import { buildModel } from '../../src/core/model/open';
import { openArchive } from '../../src/core/package/archive';
import { readEntry } from '../../src/core/package/read';
import type { EntryChange } from '../../src/shared/models/compare';
import { type MadeEntry, storedZip } from './stored-zip';

/** The model of an archive in memory; throws where it is none. */
export async function modelOf(bytes: Uint8Array, path = 'made.mur.zip'): Promise<PackageModel> {
  const archive = openArchive(bytesSource(bytes));
  const model = archive.ok ? await buildModel(path, archive.value, { env: {}, cwd: '/' }) : archive;
  if (!model.ok) throw new Error(model.error.message);
  return model.value;
}

/** The entries of a package file with their contents, in its order. */
export function entriesOf(path: string): MadeEntry[] {
  const archive = openArchive(bytesSource(readFileSync(path)));
  if (!archive.ok) throw new Error(archive.error.message);
  return archive.value.seen.map((index) => {
    const content = readEntry(archive.value, index, { limit: 1 << 26 });
    if (!content.ok) throw new Error(content.error.message);
    return { name: archive.value.nameOf(index), content: content.value };
  });
}

/** Compares two archives made of these entries. */
export async function comparedEntries(
  from: readonly MadeEntry[],
  to: readonly MadeEntry[],
  options: CompareOptions = { contents: 'all' },
): Promise<Comparison> {
  return compared(storedZip(from), storedZip(to), options);
}

export async function compared(from: Uint8Array, to: Uint8Array, options: CompareOptions = { contents: 'all' }) {
  const comparison = await compare(await modelOf(from), await modelOf(to), options);
  if (!comparison.ok) throw new Error(comparison.error.message);
  return comparison.value;
}

/** The entries of one kind as `a`, or `a → b` where the names differ. */
export function changes(comparison: Comparison, change: EntryChange): string[] {
  return [...comparison.all([change])].map(({ from, to }) =>
    from !== null && to !== null && from.name !== to.name ? `${from.name} → ${to.name}` : ((to ?? from)?.name ?? ''),
  );
}
