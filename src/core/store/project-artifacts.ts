import type { Finding } from '../../shared/models/finding';
import type { LockState, ProjectArtifact } from '../../shared/models/project';
import type { StoreRow, StoreVariant } from '../../shared/models/store';
import type { ArtifactEntry } from '../manifest/launch';
import { showName } from '../text/visible';
import type { DigestMemory } from './digest-memory';
import type { StoreFiles } from './files';
import { withDigests } from './judge';
import type { LockEntry, LockFile } from './lock';
import { compareVersions } from './names';
import { projectFinding } from './project-findings';
import { readCell } from './scan-cell';

/** What declared artifacts are compared with. */
export interface ArtifactContext {
  /** In the order in which a launch looks. */
  readonly stores: ReadonlyArray<{ readonly kind: 'project' | 'global'; readonly root: string }>;
  /** Null where the project has none. */
  readonly lock: LockFile | null;
  readonly files: StoreFiles;
  readonly memory: DigestMemory | null;
  /** This machine in Murmur's words, as `linux-x86_64`. */
  readonly platform: string | null;
}

type Installed = StoreRow & { readonly store: 'project' | 'global' };

/** One declared artifact against the stores and the lock file. Reads only that package's folders. */
export function readArtifact(entry: ArtifactEntry, context: ArtifactContext): ProjectArtifact {
  const { index, name, version, runtime, source } = entry;
  const findings: Finding[] = [];
  const base = { index, name, version, runtime, source, findings };
  const pinned = context.lock?.entries.find((known) => known.name === name) ?? null;
  if (source !== null) {
    const lock = 'not-needed' as const;
    return {
      ...base,
      place: 'local-source',
      key: null,
      digest: null,
      installed: [],
      lock,
      locked: pinned?.version ?? null,
    };
  }
  const all = installedOf(name, context);
  const row = all.find((installed) => installed.version === version && installed.listed) ?? null;
  const installed = [...new Set(all.filter(({ listed }) => listed).map((one) => one.version))].sort(compareVersions);
  if (row === null) findings.push(missing(entry, installed));
  else saySoundness(entry, row, context.platform, findings);
  const lock = lockOf(entry, row, pinned, context, findings);
  return {
    ...base,
    place: row?.store ?? 'missing',
    key: row?.key ?? null,
    digest: row?.digest ?? null,
    installed,
    lock,
    locked: pinned?.version ?? null,
  };
}

function installedOf(name: string, { stores, files, memory }: ArtifactContext): Installed[] {
  const [scope, bare, ...more] = name.split('/');
  if (!scope || !bare || more.length > 0 || /^\.\.?$/.test(scope) || /^\.\.?$/.test(bare) || name.includes('\0'))
    return [];
  return stores.flatMap(({ kind, root }) => {
    const seen = files.look(`${root}/${scope}/${bare}`);
    if (!seen.ok || seen.value?.kind !== 'folder') return [];
    const folder = (part: string) => ({ name: part, kind: 'folder' as const });
    const cell = readCell({
      root,
      scope: folder(scope),
      name: folder(bare),
      above: [],
      files,
      packed: null,
      limit: 10_000,
    });
    return cell.rows.map((row) => ({ ...(memory === null ? row : withDigests(row, root, memory)), store: kind }));
  });
}

const at = (entry: ArtifactEntry) => ({ entry: `artifacts[${entry.index}]` });
const called = ({ name, version }: ArtifactEntry) =>
  `${showName(name)}${version === null ? '' : `@${showName(version)}`}`;

function missing(entry: ArtifactEntry, installed: readonly string[]): Finding {
  const other = installed.length === 0 ? '' : `; installed is ${installed.slice(-5).map(showName).join(', ')}`;
  const what =
    entry.version === null ? `${called(entry)} is declared without a version` : `${called(entry)} is not installed`;
  return projectFinding('artifact-missing', `${what}${other}`, at(entry));
}

function saySoundness(entry: ArtifactEntry, row: StoreRow, platform: string | null, findings: Finding[]): void {
  const worst = row.findings.find((finding) => finding.severity === 'error');
  if (worst) findings.push(projectFinding('artifact-unsound', `${called(entry)}: ${worst.message}`, at(entry)));
  const platforms = row.variants.map((variant) => variant.platform);
  if (platforms.length === 0 || platforms.includes(null) || platforms.includes(platform)) return;
  const message = `${called(entry)} is installed for ${platforms.join(', ')}${platform === null ? '' : `, and this is ${platform}`}`;
  findings.push(projectFinding('artifact-other-platform', message, at(entry)));
}

function lockOf(
  entry: ArtifactEntry,
  row: StoreRow | null,
  pinned: LockEntry | null,
  context: ArtifactContext,
  findings: Finding[],
): LockState {
  if (context.lock === null) return 'no-lock';
  const say = (id: Parameters<typeof projectFinding>[0], message: string) =>
    findings.push(projectFinding(id, `${called(entry)} ${message}`, at(entry)));
  if (pinned === null) {
    say('lock-missing-entry', 'is not in murmur.lock');
    return 'not-locked';
  }
  if (pinned.version !== entry.version) {
    say('lock-other-version', `is pinned to ${showName(pinned.version)}`);
    return 'other-version';
  }
  if (row === null) return 'not-checked';
  const variants = ownVariants(row, context.platform);
  const compared = variants.map((variant) => compare(variant, pinned));
  if (compared.includes('other-digest')) {
    say('lock-other-digest', 'has another SHA-256 than murmur.lock pins');
    return 'other-digest';
  }
  if (compared.includes('not-locked')) {
    const unpinned = variants.filter((variant) => compare(variant, pinned) === 'not-locked');
    say(
      'lock-missing-entry',
      `is not pinned for ${unpinned.map(({ platform }) => platform ?? 'every platform').join(', ')}`,
    );
    return 'not-locked';
  }
  return compared.includes('agrees') ? 'agrees' : 'not-checked';
}

/** What this machine would take: its own archive, else the one of every platform, else all there are. */
function ownVariants(row: StoreRow, platform: string | null): readonly StoreVariant[] {
  const own = row.variants.filter((variant) => variant.platform === platform && platform !== null);
  if (own.length > 0) return own;
  const generic = row.variants.filter((variant) => variant.platform === null);
  return generic.length > 0 ? generic : row.variants;
}

/** The digest of the bytes where it is known, else the one that the sidecar states. */
function compare(variant: StoreVariant, pinned: LockEntry): 'agrees' | 'other-digest' | 'not-locked' | 'not-checked' {
  const digest = pinned.digests.get(variant.platform ?? 'any');
  if (digest === undefined) return 'not-locked';
  const here = variant.actual ?? variant.stated;
  if (here === null) return 'not-checked';
  return here === digest ? 'agrees' : 'other-digest';
}
