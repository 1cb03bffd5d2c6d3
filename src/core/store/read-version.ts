import type { Finding } from '../../shared/models/finding';
import type { DigestState, StoreRow, StoreVariant } from '../../shared/models/store';
import { bySeverity } from '../findings/table';
import { compareBytes } from '../text/order';
import { showName } from '../text/visible';
import type { Listed, StoreFiles } from './files';
import { storeFinding } from './findings';
import { strayFinding } from './folder-findings';
import { isNamePart } from './names';
import type { ReadPacked } from './packed';
import { at, type ReadGroup, readGroup, type VersionPlace } from './read-group';
import type { Meta } from './sidecar';
import { otherStem, sortFiles } from './version-files';

export interface VersionReader {
  readonly files: StoreFiles;
  /** Asked only for a package that no sidecar describes, as Murmur does. */
  readonly packed: ReadPacked | null;
}

/** Names in one finding about stray files. */
const NAMES_SHOWN = 5;

/**
 * Reads what one version's folder holds and says everything that is wrong with it, from the names, the sidecars and the
 * archives' sizes alone: no archive is opened unless nothing else says what it is.
 * @param above findings about the way to the folder
 */
export function readVersion(
  place: VersionPlace,
  entries: readonly Listed[],
  reader: VersionReader,
  above: readonly Finding[],
): StoreRow {
  const findings: Finding[] = [...above];
  const seen = followLinks(place, entries, reader.files, findings);
  const names = [...seen.keys()].sort(compareBytes);
  const stem = `${place.bare}-${place.version}`;
  const accepted = place.scope !== null && isNamePart(place.scope) && isNamePart(place.bare);
  sayNames(place, findings);
  let sorted = sortFiles(names, stem);
  const other = sorted.groups.length === 0 ? otherStem(names) : null;
  const listed = accepted && sorted.listed;
  if (other !== null && other !== stem) {
    sorted = sortFiles(names, other);
    const message = `the folders say ${showName(stem)}, the files ${showName(other)}`;
    findings.push(storeFinding('archive-other-name', message, { entry: place.key }));
  }
  const read = sorted.groups.map((group) => readGroup(place, group, seen, reader.files, findings));
  if (sorted.groups.length === 0) findings.push(storeFinding('version-empty', emptyText(sorted.stray), at(place)));
  sayRest(place, sorted.unknownPlatform, sorted.stray, findings);
  const metas = read.flatMap((group) => (group.meta === null ? [] : [group.meta]));
  sayDisagreement(place, read, findings);
  const variants = read.map((group) => group.variant);
  const packed = metas.length === 0 ? packedOf(place, variants, reader.packed) : null;
  const first = metas[0];
  return {
    key: place.key,
    scope: place.scope,
    name: place.scope === null ? place.bare : `${place.scope}/${place.bare}`,
    version: place.version,
    runtime: first?.artifactRuntime ?? packed?.runtime ?? '',
    implementation: first?.runtime ?? null,
    platforms: first === undefined ? packedPlatforms(variants) : platformsOf(metas),
    description: first?.description ?? null,
    bytes: variants.reduce((sum, variant) => sum + (variant.identity?.size ?? 0), 0),
    installed: newest(variants),
    digest: worstDigest(variants),
    listed,
    variants,
    findings: bySeverity(findings),
  };
}

/** Links are followed as Murmur follows them, and named. What leads nowhere is as good as missing. */
function followLinks(
  place: VersionPlace,
  entries: readonly Listed[],
  files: StoreFiles,
  findings: Finding[],
): Map<string, Listed['kind']> {
  const seen = new Map<string, Listed['kind']>();
  for (const { name, kind } of entries) {
    if (kind !== 'link') {
      seen.set(name, kind);
      continue;
    }
    const target = files.look(`${place.root}/${place.key}/${name}`);
    if (target.ok && target.value !== null) {
      findings.push(storeFinding('store-link', `${showName(name)} is a link`, at(place, name)));
      seen.set(name, target.value.kind);
    } else findings.push(storeFinding('store-link-broken', `${showName(name)} leads nowhere`, at(place, name)));
  }
  return seen;
}

function sayNames(place: VersionPlace, findings: Finding[]): void {
  const { scope, bare, version } = place;
  if (scope === null) {
    const message = `${showName(bare)} ${showName(version)} stands below no scope`;
    findings.push(storeFinding('layout-unscoped', message, at(place)));
  }
  for (const [what, name] of [
    ['scope', scope],
    ['name', bare],
  ] as const) {
    if (name !== null && !isNamePart(name))
      findings.push(storeFinding('store-name-refused', `'${showName(name)}' is no ${what} for Murmur`, at(place)));
  }
}

function sayRest(
  place: VersionPlace,
  unknownPlatform: readonly string[],
  stray: readonly string[],
  findings: Finding[],
): void {
  for (const name of unknownPlatform.slice(0, NAMES_SHOWN))
    findings.push(storeFinding('platform-unknown', `${showName(name)} is for no platform of Murmur`, at(place, name)));
  if (stray.length > 0) findings.push(strayFinding(stray, place.key));
}

function emptyText(stray: readonly string[]): string {
  return stray.length === 0 ? 'the folder is empty' : 'the folder holds no package';
}

function sayDisagreement(place: VersionPlace, groups: readonly ReadGroup[], findings: Finding[]): void {
  const say = (id: 'platforms-disagree' | 'native-untagged', message: string) =>
    findings.push(storeFinding(id, message, at(place)));
  for (const { variant, meta } of groups) {
    if (meta === null) continue;
    const declared = meta.platforms.join(', ');
    if (variant.platform === null && meta.platforms.length > 0)
      say('platforms-disagree', `the archive is named for every platform and described for ${showName(declared)}`);
    else if (variant.platform === null && meta.runtime === 'native')
      say('native-untagged', 'the package is native, and neither its name nor its .meta.json says for which platform');
    else if (variant.platform !== null && declared !== variant.platform)
      say('platforms-disagree', `the archive for ${variant.platform} is described for ${showName(declared) || 'none'}`);
  }
  const metas = groups.flatMap(({ meta }) => (meta === null ? [] : [meta]));
  for (const [what, of] of COMPARED) {
    const values = [...new Set(metas.map(of))];
    if (values.length > 1)
      say('platforms-disagree', `the variants have different ${what}: ${values.map(showName).join(', ')}`);
  }
}

const COMPARED: ReadonlyArray<readonly [string, (meta: Meta) => string]> = [
  ['names', (meta) => meta.name],
  ['versions', (meta) => meta.version],
  ['runtimes', (meta) => meta.runtime],
  ['kinds', (meta) => meta.artifactRuntime],
];

/** The archive Murmur reads where no sidecar says anything: the one of every platform if it has a digest, else the first. */
function described(variants: readonly StoreVariant[]): StoreVariant | undefined {
  const there = variants.filter((variant) => variant.archive !== null);
  return there.find((variant) => variant.platform === null && variant.digest !== 'missing') ?? there[0];
}

function packedOf(place: VersionPlace, variants: readonly StoreVariant[], packed: ReadPacked | null) {
  const variant = described(variants);
  if (variant === undefined || variant.identity === null || packed === null) return null;
  const read = packed(`${place.root}/${variant.archive}`);
  return read.ok ? read.value : null;
}

/** Without any sidecar Murmur takes the platform from the name of that archive. */
function packedPlatforms(variants: readonly StoreVariant[]): string[] {
  const platform = described(variants)?.platform;
  return platform ? [platform] : [];
}

function platformsOf(metas: readonly Meta[]): string[] {
  return [...new Set(metas.flatMap((meta) => meta.platforms))].sort(compareBytes);
}

function newest(variants: readonly StoreVariant[]): number | null {
  const times = variants.flatMap((variant) => (variant.identity === null ? [] : [variant.identity.mtimeMs]));
  return times.length === 0 ? null : Math.max(...times);
}

const WORST: readonly DigestState[] = ['differs', 'malformed', 'missing', 'not-read', 'agrees'];

/** The state of a row whose variants have these. */
export function worstDigest(variants: ReadonlyArray<Pick<StoreVariant, 'digest'>>): DigestState {
  return WORST.find((state) => variants.some((variant) => variant.digest === state)) ?? 'missing';
}
