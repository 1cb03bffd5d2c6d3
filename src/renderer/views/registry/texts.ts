import type { StoreSummary } from '../../../shared/contract/registry';
import type { DigestState } from '../../../shared/models/store';
import { bytes, integer, plural } from '../../kit/format';

/** The words of the Registry view. */
export const texts = {
  title: 'Registry',
  failed: 'The stores cannot be shown',
  digests: {
    agrees: 'agrees',
    differs: 'differs',
    missing: 'no digest',
    malformed: 'malformed',
    'not-read': 'not read',
  } satisfies Record<DigestState, string>,
  digestTips: {
    agrees: 'The bytes have the digest that was noted at the install',
    differs: 'The bytes are not those that were installed',
    missing: 'There is no digest beside the package to compare with',
    malformed: 'What lies beside the package is not written as a digest',
    'not-read': 'There is a digest, and nobody has compared it yet',
  } satisfies Record<DigestState, string>,
  states: {
    ready: 'followed',
    missing: 'nothing there yet',
    unreadable: 'cannot be read',
    reading: 'being read',
  } satisfies Record<StoreSummary['state'], string>,
  header: {
    count: (packages: number, stores: number, size: number) =>
      [`${plural(packages, 'package')} in ${plural(stores, 'store')}`, bytes(size)] as const,
    agree: (count: number) => (count === 1 ? '1 digest agrees' : `${integer(count)} digests agree`),
    differ: (count: number) => (count === 1 ? '1 differs' : `${integer(count)} differ`),
    errors: (count: number) => plural(count, 'damaged package'),
    warnings: (count: number) => `${integer(count)} with warnings`,
    sound: 'no problems',
    reading: 'reading the stores…',
  },
  table: {
    label: 'Installed packages',
    filter: 'Filter by name, version, runtime, platform…',
    clear: 'Clear the filter',
    noMatch: 'No package passes this filter',
    columns: {
      store: 'Store',
      name: 'Name',
      version: 'Version',
      runtime: 'Runtime',
      platforms: 'Platforms',
      size: 'Size',
      installed: 'Installed',
      digest: 'Digest',
      problems: 'Problems',
    },
    hints: {
      digest: 'Whether the bytes are those that were installed',
      installed: 'When the archive was last written',
    },
    shown: (shown: number, all: number) =>
      shown === all ? plural(all, 'package') : `${integer(shown)} of ${integer(all)}`,
    group: { label: 'Group', none: 'No groups', name: 'Group by name', store: 'Group by store' },
    view: 'View',
    viewLabel: 'Groups and columns',
    show: {
      label: 'Show',
      any: 'All packages',
      warning: 'With problems',
      error: 'With errors',
      differs: 'Digest differs',
      'not-read': 'Digest not read',
    },
    versions: (count: number) => plural(count, 'version'),
    packages: (count: number) => plural(count, 'package'),
    problems: (errors: number, warnings: number) =>
      [errors > 0 && plural(errors, 'error'), warnings > 0 && plural(warnings, 'warning')].filter(Boolean).join(', '),
    more: (count: number) => `and ${integer(count)} more`,
  },
  empty: {
    title: 'No packages are installed',
    looked: 'Murscope looked in',
    follow: 'They appear here as soon as something is installed.',
    unknownHome: 'The home folder is not known: neither HOME nor USERPROFILE is set.',
  },
  verify: {
    all: 'Verify all',
    allTip: 'Reads every archive and compares its digest',
    cancel: 'Cancel',
    label: 'Verifying digests',
    progress: (done: number, of: number) => `${integer(done)} of ${plural(of, 'package')}`,
    done: (agree: number, differ: number, unread: number) =>
      differ > 0
        ? `${differ === 1 ? '1 digest differs' : `${integer(differ)} digests differ`}, ${integer(agree)} agree`
        : unread > 0
          ? `${integer(agree)} digests agree; ${integer(unread)} could not be compared`
          : agree === 1
            ? 'The digest agrees'
            : `All ${integer(agree)} digests agree`,
    cancelled: 'Verifying was cancelled; what was read is kept.',
  },
  stores: {
    button: 'Stores',
    label: 'Stores',
    none: 'No store is known',
    add: 'Add a store…',
    remove: 'Remove from the list',
    removeTip: 'Nothing on disk changes',
    refresh: 'Read again',
    packages: (count: number) => plural(count, 'package'),
    explained:
      'The global store, those of open projects, and those added by hand. All are followed; none is ever written.',
    findings: 'Beside the packages',
  },
  detail: {
    label: 'About the package',
    facts: 'Facts and problems',
    open: 'Open',
    more: 'More',
    reveal: 'Show in the file manager',
    copy: 'Copy reference',
    copied: (reference: string) => reference,
    verify: 'Verify the digest',
    store: 'Store',
    folder: 'Folder',
    runtime: 'Runtime',
    platforms: 'Platforms',
    size: 'Size',
    installed: 'Installed',
    listed: 'mur list',
    notListed: 'does not show it',
    declared: 'Declared by',
    archives: 'Archive and digest',
    every: 'every platform',
    noArchive: 'no archive',
    stated: 'noted',
    actual: 'computed',
    age: (when: string) => `compared ${when}`,
    findings: 'Problems',
    noFindings: 'Nothing to complain about',
    unread: 'Its digest was not compared yet.',
    action: 'What to do',
    platform: (name: string) => `Open ${name}`,
    group: (count: number) => plural(count, 'version'),
  },
  installed: {
    in: (store: string) => (store === 'global' || store === 'project' ? `${store} store` : `in ${store}`),
    tip: (reference: string) => `Installed as ${reference}`,
    digest: {
      agrees: 'digest agrees',
      differs: 'digest differs',
      missing: 'no digest',
      malformed: 'digest malformed',
      'not-read': 'digest not read',
    } satisfies Record<DigestState, string>,
    declared: (names: readonly string[]) => `declared by ${names.join(', ')}`,
  },
  status: {
    following: 'following changes',
    verified: (when: string) => `verified ${when}`,
  },
  commands: {
    group: 'Registry',
    filter: 'Filter the packages',
    verifyAll: 'Verify all packages',
    verifyRest: 'Verify what was not read yet',
    verify: 'Verify the selected package',
    open: 'Open the selected package',
    reveal: 'Show the selected package in the file manager',
    copy: 'Copy scope/name@version',
    stores: 'Show the stores',
    add: 'Add a store…',
    refresh: 'Read the stores again',
    groups: 'Group by name or not',
  },
} as const;
