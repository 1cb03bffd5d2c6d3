import type { Finding } from '../../shared/models/finding';
import type { ManifestFileRow } from '../../shared/models/package';
import type { LaunchManifest } from '../manifest/launch';
import { locate, type ManifestBase, normaliseDeclared, whyNotFound } from '../manifest/paths';
import type { PackedManifest } from '../manifest/read';
import type { Archive } from '../package/archive';
import { showName } from '../text/visible';
import { BUILD_INFO_NAME } from './build-info';
import { listedFindings, modelFinding } from './findings';
import type { ManifestAt } from './manifest';

/** One row per path that the manifest names: where it leads and whether that is there. Nothing is read. */
export function manifestFileRows(base: ManifestBase, launch: LaunchManifest): ManifestFileRow[] {
  return launch.files.map(({ key, declared, wanted }) => {
    const { resolved, base: kind } = locate(base, declared);
    const missing = whyNotFound(base, declared, wanted);
    const row = { key, declared, resolved, base: kind };
    return missing === null ? { ...row, found: true } : { ...row, found: false, reason: missing.message };
  });
}

/** The findings of rows whose file is not there; the rows are those of this launch. */
export function missingFileFindings(
  launch: LaunchManifest,
  rows: readonly ManifestFileRow[],
  at: ManifestAt,
): Finding[] {
  const missing = launch.files.flatMap(({ place }, index) => {
    const row = rows[index];
    return row === undefined || row.found ? [] : [{ row, place }];
  });
  const finding = ({ row: { key, resolved, reason }, place }: (typeof missing)[number]) =>
    modelFinding('manifest-file-missing', `${showName(key)} names ${showName(resolved)}: ${reason ?? 'not found'}.`, {
      ...at,
      place,
    });
  return listedFindings(missing, 'manifest-file-missing', finding, 'declared files are not there');
}

/** One row per path under `requires_files:` and whether the package holds it. */
export interface RequiredFile {
  readonly declared: string;
  readonly present: boolean;
}

/** Looks up what `requires_files:` lists; only what is written, not what a skill's manifest implies. */
export function requiredFiles(archive: Archive, packed: PackedManifest | null): RequiredFile[] {
  if (packed === null || !packed.requiresWritten) return [];
  return packed.requiresFiles.map((declared) => {
    const name = normaliseDeclared(declared);
    return { declared, present: name !== null && name !== '' && archive.find(name) !== null };
  });
}

export function requiredFileFindings(files: readonly RequiredFile[], at: ManifestAt): Finding[] {
  const missing = files.filter((file) => !file.present);
  const finding = ({ declared }: RequiredFile) =>
    modelFinding(
      'required-file-missing',
      `requires_files lists ${showName(declared)}, which is not in the package.`,
      at,
    );
  return listedFindings(missing, 'required-file-missing', finding, 'required files are not in the package');
}

/** What may name an entry: a rule of Murmur, the manifest, or a skill that installs a whole folder. */
export interface Declarations {
  /** Record numbers that a rule reads by itself: manifest, payload. */
  readonly records: readonly (number | null)[];
  /** Declared paths of files. */
  readonly files: readonly string[];
  /** Declared paths that may be folders; everything below belongs to them. */
  readonly folders: readonly string[];
}

/**
 * Records that nothing declares, in archive order: Murmur carries them along and no launch reads them. Folders and what
 * Murmur does not see are left out.
 */
export function undeclaredEntries(archive: Archive, declared: Declarations): number[] {
  const names = new Set<string>([BUILD_INFO_NAME]);
  const folders = new Set<string>();
  for (const [paths, into] of [
    [declared.files, names],
    [declared.folders, folders],
  ] as const) {
    for (const path of paths) {
      const name = path.startsWith('/') ? null : normaliseDeclared(path);
      if (name) into.add(name);
    }
  }
  const records = new Set(declared.records);
  return archive.seen.filter((index) => {
    if (archive.kindOf(index) === 'directory' || records.has(index)) return false;
    const name = archive.safeNameOf(index);
    return name === null || !(names.has(name) || folders.has(name) || isBelow(name, folders));
  });
}

/** Folders above an entry that are looked at; nobody nests skills deeper. */
const DEEPEST = 64;

function isBelow(name: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  let slash = name.indexOf('/');
  for (let depth = 0; slash >= 0 && depth < DEEPEST; depth++, slash = name.indexOf('/', slash + 1)) {
    if (folders.has(name.slice(0, slash))) return true;
  }
  return false;
}

/** The findings of undeclared entries. */
export function undeclaredFindings(archive: Archive, undeclared: readonly number[]): Finding[] {
  const finding = (index: number) => {
    const name = archive.nameOf(index);
    return modelFinding('undeclared-entry', `Nothing declares ${showName(name)}.`, {
      entry: name,
      index,
      offset: archive.recordOffsetOf(index),
    });
  };
  return listedFindings(undeclared, 'undeclared-entry', finding, 'entries that nothing declares');
}
