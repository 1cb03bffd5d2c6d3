import type { Finding } from '../../shared/models/finding';
import type { StoreRow } from '../../shared/models/store';
import { compareBytes } from '../text/order';
import { showName } from '../text/visible';
import type { Listed, StoreFiles } from './files';
import { storeFinding } from './findings';
import { mayEnter, strayFinding, tooMany, unreadableFolder } from './folder-findings';
import { isNamePart, looksLikeVersion } from './names';
import type { ReadPacked } from './packed';
import { readVersion } from './read-version';
import { possibleNames, roleOf } from './version-files';

/** A folder of the second level, the unit that a change makes stale: a package's name, or in the older layout a version. */
export interface Cell {
  readonly rows: readonly StoreRow[];
  /** What belongs to no row. */
  readonly findings: readonly Finding[];
}

export interface CellPlace {
  readonly root: string;
  readonly scope: Listed;
  readonly name: Listed;
  /** Findings of links above. */
  readonly above: readonly Finding[];
  readonly files: StoreFiles;
  readonly packed: ReadPacked | null;
  /** Names of one folder that are looked at. */
  readonly limit: number;
}

/** Reads `<root>/<scope>/<name>`: its versions, and in the older layout the one version that it is. */
export function readCell(place: CellPlace): Cell {
  const { root, scope, name, files, limit } = place;
  const key = `${scope.name}/${name.name}`;
  const entered = mayEnter(files, root, [scope, name]);
  if (!entered.enter) return { rows: [], findings: entered.finding === null ? [] : [entered.finding] };
  const above = entered.finding === null ? place.above : [...place.above, entered.finding];
  const listing = files.list(`${root}/${key}`, limit);
  if (!listing.ok) return { rows: [], findings: [unreadableFolder(name, key, listing.error.message)] };
  const { entries, cut } = listing.value;
  const versions = entries.filter(isVersionFolder).sort((a, b) => compareBytes(a.name, b.name));
  const rest = entries.filter((entry) => !isVersionFolder(entry));
  const findings: Finding[] = cut ? [tooMany(key, `more than ${limit} names`)] : [];
  const rows: StoreRow[] = [];
  if (isOlderLayout(place, rest, versions)) {
    const older = { root, key, scope: null, bare: scope.name, version: name.name };
    rows.push(readVersion(older, rest, place, above));
  } else if (rest.length > 0) {
    findings.push(
      strayFinding(
        rest.map((file) => file.name),
        key,
      ),
    );
  }
  for (const version of versions) rows.push(...readBelow(place, key, version, above, findings));
  if (rows.length === 0) findings.push(...above, ...emptyFinding(key, findings));
  return { rows, findings };
}

const isVersionFolder = ({ name, kind }: Listed) => (kind === 'folder' || kind === 'link') && !name.startsWith('.');

function emptyFinding(key: string, findings: readonly Finding[]): Finding[] {
  if (findings.length > 0) return [];
  return [storeFinding('store-folder-empty', `no version is installed in ${showName(key)}`, { entry: key })];
}

/**
 * Whether `<name>/<version>` holds a package's files itself. Told by their names, or where those are others by a folder's
 * name that can only be a version's.
 */
function isOlderLayout(place: CellPlace, files: readonly Listed[], versions: readonly Listed[]): boolean {
  const stem = `${place.scope.name}-${place.name.name}`;
  if (files.some((file) => file.name.startsWith(stem) && roleOf(file.name) !== null)) return true;
  return versions.length === 0 && !isNamePart(place.name.name) && looksLikeVersion(place.name.name);
}

function readBelow(
  place: CellPlace,
  key: string,
  version: Listed,
  above: readonly Finding[],
  findings: Finding[],
): StoreRow[] {
  const { root, scope, name, files, limit } = place;
  const below = `${key}/${version.name}`;
  const entered = mayEnter(files, root, [scope, name, version]);
  if (!entered.enter) {
    if (entered.finding) findings.push(entered.finding);
    return [];
  }
  const listing = files.list(`${root}/${below}`, limit);
  if (!listing.ok) {
    findings.push(unreadableFolder(version, below, listing.error.message));
    return [];
  }
  const { cut } = listing.value;
  const entries = cut ? withPackage(place, version.name, listing.value.entries) : listing.value.entries;
  if (!isVersion(version.name, entries)) {
    findings.push(strayFinding([version.name], key));
    return [];
  }
  const own = entered.finding === null ? [] : [entered.finding];
  const more = cut ? [tooMany(below, `more than ${limit} names`)] : [];
  const at = { root, key: below, scope: scope.name, bare: name.name, version: version.name };
  return [readVersion(at, entries, place, [...above, ...own, ...more])];
}

/** A listing that was cut, with the package's own files all the same: they may stand behind a million others. */
function withPackage({ root, scope, name, files }: CellPlace, version: string, entries: readonly Listed[]): Listed[] {
  const listed = new Set(entries.map((entry) => entry.name));
  const more = possibleNames(`${name.name}-${version}`)
    .filter((possible) => !listed.has(possible))
    .flatMap((possible): Listed[] => {
      const seen = files.look(`${root}/${scope.name}/${name.name}/${version}/${possible}`);
      return seen.ok && seen.value !== null ? [{ name: possible, kind: seen.value.kind }] : [];
    });
  return [...entries, ...more];
}

/** A folder of another kind is no version: it holds something, nothing of it a package's, and is not named like one. */
function isVersion(name: string, entries: readonly Listed[]): boolean {
  return looksLikeVersion(name) || entries.length === 0 || entries.some((entry) => roleOf(entry.name) !== null);
}
