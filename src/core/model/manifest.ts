import type { Finding } from '../../shared/models/finding';
import { err, type Failure, failure, type Result } from '../../shared/result';
import { type LaunchManifest, readLaunch } from '../manifest/launch';
import {
  MANIFEST_LIMIT,
  type ManifestDocument,
  type PackedManifest,
  parseManifest,
  readPacked,
  tooLarge,
} from '../manifest/read';
import type { Archive } from '../package/archive';
import { locateData } from '../package/entry-data';
import { readEntry } from '../package/read';

/** The manifest's name, at the root of a package. */
export const MANIFEST_NAME = 'murmur.yaml';

/** What Murmur says when there is no manifest, and also when it cannot begin to read the one that is there (chapter 7). */
const MISSING = `artifact missing required file ${MANIFEST_NAME}`;

/** Which entry a finding about the manifest belongs to. */
export type ManifestAt = Pick<Finding, 'entry' | 'index'>;

/** The manifest's own place in findings: in a package the record, in a project the file. */
export const manifestAt = (index: number | null): ManifestAt =>
  index === null ? { entry: MANIFEST_NAME } : { entry: MANIFEST_NAME, index };

/** The manifest of a package as far as it goes: each step is there only if the one before it is. */
export interface PackageManifest {
  /** Its record, null where Murmur's reader finds none. */
  readonly index: number | null;
  readonly document: ManifestDocument | null;
  readonly launch: LaunchManifest | null;
  /** The packed reading, or the first reason why Murmur refuses it. */
  readonly packed: Result<PackedManifest>;
  /** Why a manifest that is there could not even be read or parsed. */
  readonly unreadable: Failure | null;
}

/** Reads `murmur.yaml` of a package, at most 4 MiB of it. */
export function readPackageManifest(archive: Archive, ceiling: number): PackageManifest {
  const nothing = { document: null, launch: null };
  const index = archive.byName(MANIFEST_NAME);
  if (index === null) return { ...nothing, index, packed: err(failure(null, MISSING)), unreadable: null };
  const begun = locateData(archive, index);
  if (!begun.ok) return { ...nothing, index, packed: err(failure(null, MISSING)), unreadable: begun.error };
  const bytes = readManifestBytes(archive, index, ceiling);
  if (!bytes.ok) return { ...nothing, index, packed: bytes, unreadable: bytes.error };
  const document = parseManifest(bytes.value);
  if (!document.ok) return { ...nothing, index, packed: document, unreadable: document.error };
  return {
    index,
    document: document.value,
    launch: readLaunch(document.value),
    packed: readPacked(document.value),
    unreadable: null,
  };
}

function readManifestBytes(archive: Archive, index: number, ceiling: number): Result<Uint8Array> {
  const limit = Math.min(ceiling, MANIFEST_LIMIT);
  const read = readEntry(archive, index, { limit });
  // Our own limit is not Murmur's ceiling and is not told in its words.
  return read.ok || read.error.code !== 'over-ceiling' || limit === ceiling ? read : tooLarge();
}
