import type { Finding } from '../../shared/models/finding';
import type { DigestState, StoreVariant } from '../../shared/models/store';
import { showName } from '../text/visible';
import type { Listed, StoreFiles } from './files';
import { type StoreFindingId, storeFinding } from './findings';
import { DIGEST_LIMIT, IMPLEMENTATIONS, KINDS, META_LIMIT, type Meta, readDigest, readMeta } from './sidecar';
import type { FileGroup } from './version-files';

/** Where a version's folder stands. */
export interface VersionPlace {
  /** Path of the store. */
  readonly root: string;
  /** Path of the folder below it, `/` between its parts. */
  readonly key: string;
  readonly scope: string | null;
  /** The name without a scope. */
  readonly bare: string;
  readonly version: string;
}

/** The place of a finding: a path relative to the store's root. */
export const at = (place: VersionPlace, name?: string) => ({
  entry: name === undefined ? place.key : `${place.key}/${name}`,
});

/** No zip archive is shorter than its end record. Bytes. */
const SHORTEST_ARCHIVE = 22;

/** One archive with what its sidecars say. */
export interface ReadGroup {
  readonly variant: StoreVariant;
  readonly meta: Meta | null;
}

/** Reads an archive's sidecars and looks at the archive; every problem of the three becomes a finding of its own. */
export function readGroup(
  place: VersionPlace,
  group: FileGroup,
  seen: ReadonlyMap<string, Listed['kind']>,
  files: StoreFiles,
  findings: Finding[],
): ReadGroup {
  const archive = group.files.get('archive') ?? null;
  const stem = archive?.slice(0, -8) ?? stemOf(group);
  const identity = archive === null ? null : readArchive(place, archive, files, findings);
  if (archive === null)
    findings.push(storeFinding('archive-missing', `${showName(stem)}.mur.zip is missing`, at(place)));
  const digest = readDigestFile(place, stem, group.files.get('digest'), seen, files, findings);
  const meta = readMetaFile(place, stem, group.files.get('meta'), seen, files, findings);
  return {
    variant: {
      platform: group.platform,
      archive: archive === null ? null : `${place.key}/${archive}`,
      identity,
      stated: digest.stated,
      actual: null,
      at: null,
      digest: digest.state,
    },
    meta,
  };
}

/** Of a group that lost its archive. */
function stemOf(group: FileGroup): string {
  const [role, name] = [...group.files][0] ?? ['meta', ''];
  return name.slice(0, role === 'digest' ? -7 : -10);
}

function readArchive(
  place: VersionPlace,
  name: string,
  files: StoreFiles,
  findings: Finding[],
): StoreVariant['identity'] {
  const seen = files.look(`${place.root}/${place.key}/${name}`);
  const shown = showName(name);
  if (!seen.ok) {
    findings.push(storeFinding('archive-unreadable', `${shown}: ${seen.error.message}`, at(place, name)));
    return null;
  }
  if (seen.value === null || seen.value.kind !== 'file') {
    const what = seen.value === null ? 'is gone' : 'is no regular file';
    findings.push(storeFinding('archive-no-file', `${shown} ${what}`, at(place, name)));
    return null;
  }
  const { size, mtimeMs, ino } = seen.value;
  if (size < SHORTEST_ARCHIVE) {
    const message = `${shown} has ${size} bytes and cannot be a zip archive`;
    findings.push(storeFinding('archive-broken', message, at(place, name)));
  }
  return { size, mtimeMs, ino };
}

function readDigestFile(
  place: VersionPlace,
  stem: string,
  name: string | undefined,
  seen: ReadonlyMap<string, Listed['kind']>,
  files: StoreFiles,
  findings: Finding[],
): { readonly stated: string | null; readonly state: DigestState } {
  if (name === undefined) {
    findings.push(storeFinding('digest-missing', `${showName(stem)}.sha256 is missing`, at(place)));
    return { stated: null, state: 'missing' };
  }
  const malformed = (why: string, stated: string | null) => {
    const message = `${showName(name)} ${why}; Murmur expects 64 lower-case hex digits and nothing else`;
    findings.push(storeFinding('digest-malformed', message, at(place, name)));
    return { stated, state: 'malformed' as const };
  };
  if (seen.get(name) !== 'file') return malformed('is no regular file', null);
  const bytes = files.head(`${place.root}/${place.key}/${name}`, DIGEST_LIMIT);
  if (!bytes.ok) return malformed(`cannot be read (${bytes.error.message})`, null);
  const digest = readDigest(bytes.value);
  if (digest.malformed !== null) return malformed(digest.malformed, digest.stated);
  return { stated: digest.stated, state: 'not-read' };
}

function readMetaFile(
  place: VersionPlace,
  stem: string,
  name: string | undefined,
  seen: ReadonlyMap<string, Listed['kind']>,
  files: StoreFiles,
  findings: Finding[],
): Meta | null {
  if (name === undefined) {
    findings.push(storeFinding('meta-missing', `${showName(stem)}.meta.json is missing`, at(place)));
    return null;
  }
  const say = (id: StoreFindingId, what: string) =>
    findings.push(storeFinding(id, `${showName(name)} ${what}`, at(place, name)));
  if (seen.get(name) !== 'file') {
    say('meta-broken', 'is no regular file');
    return null;
  }
  const bytes = files.head(`${place.root}/${place.key}/${name}`, META_LIMIT);
  const meta = bytes.ok ? readMeta(bytes.value) : null;
  if (meta === null || !meta.ok) {
    say('meta-broken', meta === null || meta.ok ? 'cannot be read' : meta.error.message);
    return null;
  }
  const { value } = meta;
  const expected = place.scope === null ? null : `${place.scope}/${place.bare}`;
  const bareName = value.name.slice(value.name.indexOf('/') + 1);
  if (expected === null ? bareName !== place.bare : value.name !== expected)
    say('meta-other-name', `is about ${showName(value.name)}, not ${showName(expected ?? place.bare)}`);
  if (value.version !== place.version)
    say('meta-other-version', `is about version ${showName(value.version)}, not ${showName(place.version)}`);
  if (!IMPLEMENTATIONS.some((known) => known === value.runtime))
    say('meta-unknown-runtime', `has the runtime '${showName(value.runtime)}'; Murmur knows wasm, native and static`);
  if (!KINDS.some((known) => known === value.artifactRuntime))
    say('meta-unknown-kind', `has the artifact_runtime '${showName(value.artifactRuntime)}'`);
  return value;
}
