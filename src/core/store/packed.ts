import { err, failure, ok, type Result } from '../../shared/result';
import { guardReads, openFile } from '../io/source';
import { MANIFEST_LIMIT } from '../manifest/read';
import { readPackageManifest } from '../model/manifest';
import { openArchive } from '../package/archive';

/** What a package says about itself in its own manifest. */
export interface PackedIdentity {
  /** The bare name; the scope is the store's. */
  readonly name: string;
  readonly version: string;
  /** agent, tool, driver, hook, skill. */
  readonly runtime: string;
}

/**
 * Reads a package's own manifest from its archive. Codes: `archive-broken` where it is none that Murmur opens,
 * `package-manifest-unreadable` where its manifest is missing or refused, `archive-unreadable` for the file itself.
 */
export type ReadPacked = (path: string) => Result<PackedIdentity>;

/** The real reading: the directory and one entry, whatever the archive's size. */
export const readPackedIdentity: ReadPacked = (path) => {
  const opened = openFile(path);
  if (!opened.ok) return err(failure('archive-unreadable', opened.error.message));
  const source = opened.value;
  try {
    return guardReads(() => {
      const archive = openArchive(source);
      if (!archive.ok) return err(failure('archive-broken', archive.error.message));
      if (archive.value.refusal !== null) return err(failure('archive-broken', archive.value.refusal));
      const { packed } = readPackageManifest(archive.value, MANIFEST_LIMIT);
      return packed.ok ? ok(packed.value) : err(failure('package-manifest-unreadable', packed.error.message));
    });
  } finally {
    source.close();
  }
};
