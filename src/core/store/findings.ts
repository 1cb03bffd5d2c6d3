import { type FindingTable, findingMaker } from '../findings/table';

const REINSTALL = 'Install the package again with `mur install`.';

/**
 * Everything a store, its sidecars and its packages can be told (spec 2.2). An error is what Murmur refuses or what hides
 * a package; a warning is what Murmur passes over and a person would want to know.
 */
export const storeFindings = {
  'store-missing': {
    severity: 'error',
    title: 'The store is not there',
    meaning: 'The folder that was named as a store does not exist, or its disk is gone.',
    action: 'Check the path, or connect the disk again.',
  },
  'store-unreadable': {
    severity: 'error',
    title: 'The store cannot be read',
    meaning: 'Its folder is no folder, or may not be read. Nothing can be said about what is installed there.',
    action: 'Check the path and its permissions.',
  },
  'store-folder-unreadable': {
    severity: 'error',
    title: 'A folder of the store cannot be read',
    meaning: '`mur list` fails outright on it; what it holds is not in the table.',
    action: 'Check the permissions of the folder, and the disk.',
  },
  'store-too-many-files': {
    severity: 'warning',
    title: 'A folder holds more than is looked at',
    meaning: 'The rest of the folder was not read, so packages in it may be missing from the table.',
    action: 'Move what is no package out of the store.',
  },
  'store-name-refused': {
    severity: 'error',
    title: 'A name that Murmur does not accept',
    meaning:
      'Scope and name are 1–100 of a–z, 0–9 and hyphens, no hyphen at either end. Murmur does not list the package.',
    action: REINSTALL,
  },
  'layout-unscoped': {
    severity: 'warning',
    title: 'The older layout, without a scope',
    meaning: 'Murmur now looks for <scope>/<name>/<version> and does not list this package.',
    action: `${REINSTALL} It then gets its place below a scope.`,
  },
  'version-empty': {
    severity: 'warning',
    title: 'An empty version folder',
    meaning:
      'Nothing is installed there; Murmur passes over it. An interrupted install or removal leaves such folders.',
    action: 'Remove the folder, or install the version again.',
  },
  'store-folder-empty': {
    severity: 'info',
    title: 'A folder without a version',
    meaning: 'Murmur passes over it.',
    action: 'It can be removed.',
  },
  'stray-file': {
    severity: 'info',
    title: 'Something that does not belong to a store',
    meaning: 'Murmur passes over it.',
    action: 'It can be removed; nothing uses it.',
  },
  'store-link': {
    severity: 'warning',
    title: 'A link in the store',
    meaning: 'Murmur follows it; what it leads to can change without the store being touched.',
    action: 'Replace it by the package itself.',
  },
  'store-link-broken': {
    severity: 'warning',
    title: 'A link that leads nowhere',
    meaning: 'Its target is missing, or it leads back to a folder that holds it. It was not followed.',
    action: 'Remove the link.',
  },
  'archive-missing': {
    severity: 'error',
    title: 'The package itself is missing',
    meaning: 'Only its sidecars are left. Murmur does not list it and cannot run it.',
    action: REINSTALL,
  },
  'archive-other-name': {
    severity: 'error',
    title: 'Files named for another folder',
    meaning: 'Murmur looks for <name>-<version>.mur.zip as the folders spell both, and finds none.',
    action: 'Give the folders their names back, or install the package again.',
  },
  'archive-no-file': {
    severity: 'error',
    title: 'The archive is no regular file',
    meaning: 'A folder, a pipe or a device stands where the package should be. It was not read.',
    action: REINSTALL,
  },
  'archive-broken': {
    severity: 'error',
    title: 'The package cannot be opened',
    meaning: 'It is no zip archive, or its directory is damaged. Murmur lists it and cannot run it.',
    action: REINSTALL,
  },
  'archive-unreadable': {
    severity: 'error',
    title: 'The package cannot be read',
    meaning: 'The file is there, but reading it failed.',
    action: 'Check its permissions and the disk.',
  },
  'digest-missing': {
    severity: 'error',
    title: 'No digest beside the package',
    meaning: 'Murmur lists the package and does not find it when it is to run: it wants the archive and its .sha256.',
    action: REINSTALL,
  },
  'digest-malformed': {
    severity: 'error',
    title: 'The digest is not written as Murmur writes it',
    meaning: 'Murmur expects exactly 64 hex digits in lower case and nothing else: no name, no newline.',
    action: REINSTALL,
  },
  'digest-differs': {
    severity: 'error',
    title: 'The package is not what was installed',
    meaning: 'Its bytes have another SHA-256 than the one beside it. `mur list` says nothing about it.',
    action: 'Do not run it. Find out who changed it, and install it again.',
  },
  'changed-while-read': {
    severity: 'warning',
    title: 'The package changed while its digest was computed',
    meaning: 'It was being replaced; nothing is said about its digest.',
    action: 'Verify it again.',
  },
  'meta-missing': {
    severity: 'warning',
    title: 'No .meta.json beside the package',
    meaning: 'Murmur reads the package itself instead; what it knew besides is lost.',
    action: REINSTALL,
  },
  'meta-broken': {
    severity: 'error',
    title: 'The .meta.json cannot be read',
    meaning: '`mur list` fails outright on it and shows no package of this store at all.',
    action: REINSTALL,
  },
  'meta-unknown-runtime': {
    severity: 'error',
    title: 'A runtime that Murmur does not know',
    meaning:
      'Murmur knows wasm, native and static. `mur list` fails outright and shows no package of this store at all.',
    action: `${REINSTALL} A newer Murmur may know this runtime.`,
  },
  'meta-unknown-kind': {
    severity: 'warning',
    title: 'A kind of artifact that Murmur does not know',
    meaning: 'Murmur knows agent, tool, driver, hook and skill. It lists the package as it is.',
    action: REINSTALL,
  },
  'meta-other-name': {
    severity: 'warning',
    title: 'The .meta.json names another package',
    meaning: 'Murmur goes by the folders and does not notice.',
    action: REINSTALL,
  },
  'meta-other-version': {
    severity: 'warning',
    title: 'The .meta.json names another version',
    meaning: 'Murmur goes by the folders and does not notice.',
    action: REINSTALL,
  },
  'platforms-disagree': {
    severity: 'warning',
    title: 'The variants of a package disagree',
    meaning:
      'An archive is named for one platform and described for another, or the variants describe different packages.',
    action: REINSTALL,
  },
  'platform-unknown': {
    severity: 'warning',
    title: 'A platform that Murmur does not know',
    meaning: 'Murmur builds for darwin and linux, aarch64 and x86_64. It lists this archive and never runs it.',
    action: 'Remove the file.',
  },
  'native-untagged': {
    severity: 'warning',
    title: 'A native package without a platform',
    meaning: 'Murmur runs it wherever it is; nothing says which platform it was built for.',
    action: REINSTALL,
  },
  'package-other-name': {
    severity: 'warning',
    title: "The package's own manifest has another name",
    meaning: 'It is installed under a name that it does not give itself.',
    action: 'Find out where it came from, and install it again.',
  },
  'package-other-version': {
    severity: 'warning',
    title: "The package's own manifest has another version",
    meaning: 'It is installed as a version that it does not give itself.',
    action: 'Find out where it came from, and install it again.',
  },
  'package-other-runtime': {
    severity: 'warning',
    title: "The package's own manifest has another runtime",
    meaning:
      'The .meta.json and the manifest inside the package disagree about what it is; Murmur goes by the manifest.',
    action: REINSTALL,
  },
  'package-manifest-unreadable': {
    severity: 'error',
    title: "The package's own manifest cannot be read",
    meaning: 'The package has no murmur.yaml, or not one that Murmur reads.',
    action: 'Open the package for what is wrong with it, and install it again.',
  },
} as const satisfies FindingTable;

export type StoreFindingId = keyof typeof storeFindings;

/** Makes a finding of the table above; `entry` is the path relative to the store's root. */
export const storeFinding = findingMaker<StoreFindingId>(storeFindings);
