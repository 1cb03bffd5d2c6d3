import type { Finding } from '../../shared/models/finding';
import { compareBytes } from '../text/order';
import { showName } from '../text/visible';
import type { Listed, Seen, StoreFiles } from './files';
import { storeFinding } from './findings';

/** Names in one finding. */
const NAMES_SHOWN = 5;

/** The names of what belongs to no package, a few of them written out. */
export function strayText(names: readonly string[]): string {
  const sorted = [...names].sort(compareBytes);
  const shown = sorted.slice(0, NAMES_SHOWN).map(showName).join(', ');
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  const leftover = names.some((name) => name.startsWith('.') && /\.(tmp|bak)$/.test(name));
  const verb = names.length === 1 ? 'belongs' : 'belong';
  return `${shown}${more} ${verb} to no package${leftover ? '; left by an interrupted install' : ''}`;
}

/** The finding about what belongs to no package in a folder; `key` is the folder's path below the root. */
export function strayFinding(names: readonly string[], key: string): Finding {
  return storeFinding('stray-file', strayText(names), key === '' ? {} : { entry: key });
}

/** The finding of a folder that was not read to its end. */
export function tooMany(key: string, what: string): Finding {
  const message = `${key === '' ? 'the store' : showName(key)} holds ${what}; the rest was not looked at`;
  return storeFinding('store-too-many-files', message, key === '' ? {} : { entry: key });
}

/** The finding of a folder that could not be listed: a link that leads to none is its own kind. */
export function unreadableFolder(listed: Listed, key: string, why: string): Finding {
  return listed.kind === 'link'
    ? storeFinding('store-link-broken', `${showName(key)} leads to no folder: ${why}`, { entry: key })
    : storeFinding('store-folder-unreadable', `${showName(key)}: ${why}`, { entry: key });
}

/**
 * Whether the last of `steps` below the root may be entered, and the finding of it if it is a link. A link that leads to a
 * folder above it, or nowhere, is not followed, so that no chain of links is endless.
 */
export function mayEnter(
  files: StoreFiles,
  root: string,
  steps: readonly Listed[],
): { readonly enter: boolean; readonly finding: Finding | null } {
  const last = steps[steps.length - 1];
  if (last?.kind !== 'link') return { enter: true, finding: null };
  const key = steps.map((step) => step.name).join('/');
  const target = lookAt(files, `${root}/${key}`);
  const paths = steps.map((_, index) => steps.slice(0, index).map((step) => step.name));
  const above = paths.map((names) => lookAt(files, [root, ...names].join('/')));
  const broken = (why: string) => ({
    enter: false,
    finding: storeFinding('store-link-broken', `${showName(key)} ${why}`, { entry: key }),
  });
  if (target?.kind !== 'folder') return broken('leads to no folder');
  if (above.some((one) => one?.ino === target.ino && one.dev === target.dev))
    return broken('leads back to a folder that holds it');
  return { enter: true, finding: storeFinding('store-link', `${showName(key)} is a link`, { entry: key }) };
}

function lookAt(files: StoreFiles, path: string): Seen | null {
  const seen = files.look(path);
  return seen.ok ? seen.value : null;
}
