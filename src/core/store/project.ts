import { join } from 'node:path';
import type { Finding } from '../../shared/models/finding';
import type { Project, ProjectArtifact } from '../../shared/models/project';
import type { StoreState } from '../../shared/models/store';
import type { Failure } from '../../shared/result';
import { bySeverity, verdictOf } from '../findings/table';
import { readGrants } from '../manifest/capabilities';
import { configRows, configured, type LaunchManifest, readLaunch } from '../manifest/launch';
import { type ManifestDocument, readPacked } from '../manifest/read';
import { summaryOf } from '../manifest/summary';
import { folderBase } from '../model/base';
import { manifestFileRows, missingFileFindings } from '../model/declared';
import { modelFinding } from '../model/findings';
import { manifestAt } from '../model/manifest';
import { manifestFindings, unreadableFinding } from '../model/manifest-findings';
import { showName } from '../text/visible';
import type { DigestMemory } from './digest-memory';
import { type StoreFiles, storeFiles } from './files';
import { LOCK_LIMIT, type LockFile, readLock } from './lock';
import { hostPlatform } from './names';
import { readArtifact } from './project-artifacts';
import { projectFinding } from './project-findings';
import { globalRoot, projectRoot } from './roots';

export interface ProjectOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files?: StoreFiles;
  /** Digests that were computed, so that changed bytes are told apart from a pinned version. */
  readonly memory?: DigestMemory | null;
  /** This machine in Murmur's words, as `linux-x86_64`. */
  readonly platform?: string | null;
}

export const LOCK_NAME = 'murmur.lock';

/**
 * A project's folder as it would launch from here: its artifacts against the stores and the lock file, the files that its
 * manifest names, its configs and grants. Never fails: what cannot be read is a finding. Looks only; of the stores only
 * the declared packages' folders.
 * @param folder the one that holds `murmur.yaml`, absolute
 */
export function readProject(folder: string, options: ProjectOptions): Project {
  const { env, files = storeFiles, memory = null, platform = hostPlatform() } = options;
  const stores = storesOf(folder, env);
  const lock = readLockFile(join(folder, LOCK_NAME), files);
  const opened = folderBase(folder, folder, folder);
  const document = opened.document();
  const launch = document.ok ? readLaunch(document.value) : null;
  const artifacts = (launch?.artifacts ?? []).map((entry) =>
    readArtifact(entry, { stores, lock, files, memory, platform }),
  );
  const configs = launch === null ? [] : configRows(launch);
  const names = configured(configs);
  const manifestFiles = launch === null ? [] : manifestFileRows(opened.base, launch);
  const undeclared = undeclaredOf(lock, artifacts);
  const findings: Finding[] = bySeverity([
    ...(document.ok ? documentFindings(document.value, launch, configs) : [unreadable(document.error)]),
    ...(launch ? missingFileFindings(launch, manifestFiles, manifestAt(null)) : []),
    ...(lock?.findings ?? []),
    ...artifacts.flatMap((artifact) => artifact.findings),
    ...undeclared.map(({ name, version }) =>
      projectFinding('lock-undeclared', `murmur.lock pins ${showName(name)}@${showName(version)}`, {
        entry: LOCK_NAME,
      }),
    ),
  ]);
  return {
    folder: showName(folder),
    manifest: document.ok ? manifestOf(document.value) : { error: document.error },
    artifacts,
    manifestFiles,
    configs,
    configured: 'refused' in names ? names : [...names],
    grants: document.ok && launch !== null ? readGrants(document.value, launch) : [],
    lock: {
      state: lock === null ? 'none' : lock.findings.some(refusesLock) ? 'refused' : 'read',
      version: lock?.version ?? null,
      entries: lock?.entries.length ?? 0,
    },
    undeclared,
    stores: stores.map(({ kind, root }) => ({ kind, root: showName(root), state: stateOf(root, files) })),
    findings,
    verdict: verdictOf(findings),
  };
}

const refusesLock = ({ id }: Finding) => id === 'lock-refused' || id === 'lock-entry-broken';

function storesOf(folder: string, env: ProjectOptions['env']) {
  const global = globalRoot(env);
  return [
    { kind: 'project' as const, root: projectRoot(folder) },
    ...(global.ok ? [{ kind: 'global' as const, root: global.value }] : []),
  ];
}

function stateOf(root: string, files: StoreFiles): StoreState {
  const seen = files.look(root);
  if (!seen.ok) return 'unreadable';
  return seen.value === null ? 'missing' : seen.value.kind === 'folder' ? 'ready' : 'unreadable';
}

/** The lock file, null where there is none. One that cannot be read is refused in words. */
function readLockFile(path: string, files: StoreFiles): LockFile | null {
  const refused = (why: string): LockFile => ({
    entries: [],
    version: null,
    findings: [projectFinding('lock-refused', `murmur.lock ${why}`)],
  });
  const seen = files.look(path);
  if (!seen.ok) return refused(`cannot be read: ${seen.error.message}`);
  if (seen.value === null) return null;
  if (seen.value.kind !== 'file') return refused('is no regular file');
  const bytes = files.head(path, LOCK_LIMIT);
  return bytes.ok ? readLock(bytes.value) : refused(`cannot be read: ${bytes.error.message}`);
}

function documentFindings(
  document: ManifestDocument,
  launch: LaunchManifest | null,
  configs: ReturnType<typeof configRows>,
): Finding[] {
  return launch === null ? [] : manifestFindings(document, launch, configs, manifestAt(null));
}

function unreadable(error: Failure): Finding {
  const at = manifestAt(null);
  if (error.code !== 'missing') return unreadableFinding(error, at);
  const hint = error.hint === undefined ? {} : { hint: error.hint };
  return modelFinding('manifest-missing', `${showName(error.message)}.`, { ...at, ...hint });
}

/** What the manifest says of itself; of one that Murmur refuses, why. */
function manifestOf(document: ManifestDocument): Project['manifest'] {
  const packed = readPacked(document);
  if (!packed.ok) return { error: packed.error };
  return summaryOf(packed.value);
}

function undeclaredOf(lock: LockFile | null, artifacts: readonly ProjectArtifact[]) {
  const declared = new Set(artifacts.map((artifact) => artifact.name));
  return (lock?.entries ?? [])
    .filter((entry) => !declared.has(entry.name))
    .map(({ name, version }) => ({ name, version }));
}
