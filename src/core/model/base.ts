import { statSync } from 'node:fs';
import { err, failure, ok, type Result } from '../../shared/result';
import { guardReads, openFile } from '../io/source';
import type { ManifestBase } from '../manifest/paths';
import { identityOf, MANIFEST_LIMIT, type ManifestDocument, parseManifest, tooLarge } from '../manifest/read';
import { openArchive } from '../package/archive';
import { type Label, labelOf, labelText } from './label';
import { MANIFEST_NAME, readPackageManifest } from './manifest';

/** A folder or a package whose manifest's paths are asked about. */
export interface OpenBase {
  readonly base: ManifestBase;
  /** The manifest as a document, read when asked; fails with why there is none. */
  document(): Result<ManifestDocument>;
  close(): void;
}

export interface BaseOptions {
  /** Where relative host paths start. */
  readonly cwd: string;
  /** Bytes that one read may give. */
  readonly ceiling: number;
  readonly as?: Label | null;
}

/** Whether a BASE is a package: a regular file is, anything else is a folder, which need not exist (spec 1.3). */
export function isPackageFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

/**
 * A folder as a base. Nothing is looked at before the manifest is asked for.
 * @param spelled as it is shown
 * @param path where it is
 */
export function folderBase(spelled: string, path: string, cwd: string): OpenBase {
  const manifest = path === '' ? MANIFEST_NAME : `${path.replace(/\/+$/, '')}/${MANIFEST_NAME}`;
  return {
    base: { kind: 'folder', folder: spelled, cwd },
    document: () => readManifestFile(manifest),
    close: () => {},
  };
}

/** A manifest file of the host, at most 4 MiB of it. Code `missing` where it is not there or cannot be read. */
export function readManifestFile(path: string): Result<ManifestDocument> {
  const opened = openFile(path);
  if (!opened.ok) return err(failure('missing', `${MANIFEST_NAME}: ${opened.error.message}`, opened.error.hint));
  const source = opened.value;
  try {
    if (source.size > MANIFEST_LIMIT) return tooLarge();
    const bytes = guardReads(() => ok(source.read(0, source.size)));
    return bytes.ok ? parseManifest(bytes.value) : err(failure('missing', bytes.error.message, bytes.error.hint));
  } finally {
    source.close();
  }
}

/**
 * A package as a base: needs no manifest, nor to be an archive that opens; reading a path then says why it gives nothing.
 * Fails only where the file cannot be read. The caller closes it.
 */
export function packageBase(path: string, options: BaseOptions): Result<OpenBase> {
  const opened = openFile(path);
  if (!opened.ok) return opened;
  const source = opened.value;
  const { cwd, ceiling, as = null } = options;
  const archive = guardReads(() => openArchive(source));
  const manifest = archive.ok ? guardReads(() => ok(readPackageManifest(archive.value, ceiling))) : archive;
  const document = manifest.ok ? manifest.value.document : null;
  return ok({
    base: {
      kind: 'package',
      label: labelText(labelOf(path, as, document && identityOf(document))),
      archive: archive.ok ? archive.value : null,
      refusal: archive.ok ? archive.value.refusal : archive.error.message,
      cwd,
    },
    document: () => {
      if (!manifest.ok) return manifest;
      if (document !== null) return ok(document);
      const { packed } = manifest.value;
      return packed.ok ? err(failure(null, 'no manifest')) : packed;
    },
    close: () => source.close(),
  });
}
