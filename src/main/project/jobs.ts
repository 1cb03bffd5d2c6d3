import { lowerEntry, readLaunch } from '../../core/manifest/launch';
import { readDeclared } from '../../core/manifest/paths';
import { readManifestFile } from '../../core/model/base';
import { manifestFilesBlock } from '../../core/report/blocks';
import { DigestMemory } from '../../core/store/digest-memory';
import { archivePath } from '../../core/store/judge';
import { hostPlatform } from '../../core/store/names';
import { readProject } from '../../core/store/project';
import { globalRoot, MANIFEST_NAME, projectRoot } from '../../core/store/roots';
import { rowAt } from '../../core/store/scan';
import { verifyRows } from '../../core/store/verify';
import type { Project } from '../../shared/models/project';
import type { StoreRow } from '../../shared/models/store';
import { err, failure, ok, type Result } from '../../shared/result';
import type { JobContext } from '../worker/protocol';

export interface ProjectInput {
  readonly folder: string;
  /** HOME and USERPROFILE. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Digests that are remembered, as `DigestMemory.save` gives them. */
  readonly digests: unknown;
}

export interface ProjectAnswer {
  readonly project: Project;
  /** Folders whose files the manifest names, to be followed. Exact. */
  readonly folders: readonly string[];
}

/** Bytes of a declared file that are shown. */
const TEXT_MOST = 16 * 1024 * 1024;
/** Folders that are followed for one project. */
const FOLDERS_MOST = 100;

const gone = failure('not-there', 'This row is no longer there.', 'Look at the project again.');

/** What a reader process does with projects. */
export const projectJobs = {
  projectRead: ({ folder, env, digests }: ProjectInput): Result<ProjectAnswer> => {
    const project = readProject(folder, { env, memory: new DigestMemory(digests) });
    return ok({ project, folders: foldersOf(folder) });
  },

  /** Computes the digests of the declared packages and reads the project again; gives what the memory then holds. */
  projectVerify: async (
    { folder, env }: ProjectInput,
    { signal, onProgress }: JobContext,
  ): Promise<Result<ProjectAnswer & { readonly digests: unknown }>> => {
    const memory = new DigestMemory();
    const items = installed(readProject(folder, { env }), folder, env);
    const done = await verifyRows(items, {
      memory,
      signal,
      onProgress: (progress) => onProgress(progress.done, progress.total),
    });
    if (!done.ok) return done;
    const project = readProject(folder, { env, memory });
    return ok({ project, folders: foldersOf(folder), digests: memory.save() });
  },

  /** The exact JSON bytes of one config row. */
  projectConfig: ({
    folder,
    row,
  }: {
    readonly folder: string;
    readonly row: number;
  }): Result<{ readonly json: string }> => {
    const manifest = readManifestFile(`${folder}/${MANIFEST_NAME}`);
    if (!manifest.ok) return manifest;
    const entry = readLaunch(manifest.value).artifacts.filter((artifact) => artifact.config !== undefined)[row];
    const lowered = entry && lowerEntry(entry);
    if (lowered === undefined) return err(gone);
    return 'json' in lowered ? ok({ json: lowered.json }) : err(failure('refused', lowered.refused));
  },

  /** The text of the file behind a row of `Manifest files`. */
  projectFile: ({
    folder,
    row,
  }: {
    readonly folder: string;
    readonly row: number;
  }): Result<{ readonly text: string }> => {
    const manifest = readManifestFile(`${folder}/${MANIFEST_NAME}`);
    if (!manifest.ok) return manifest;
    const file = readLaunch(manifest.value).files[row];
    if (file === undefined) return err(gone);
    const base = { kind: 'folder' as const, folder, cwd: folder };
    const read = readDeclared(base, file.declared, TEXT_MOST);
    return read.ok ? ok({ text: read.value }) : err(failure(read.error.kind, read.error.message));
  },

  projectFilesText: ({ project }: { readonly project: Project }): Result<string> =>
    ok(manifestFilesBlock(project.manifestFiles)),

  /** The path of the package behind an entry of `artifacts:`. */
  projectArtifact: ({
    folder,
    env,
    row,
  }: Omit<ProjectInput, 'digests'> & { readonly row: number }): Result<{ readonly path: string }> => {
    const project = readProject(folder, { env });
    const artifact = project.artifacts[row];
    const [item] = artifact ? installed({ ...project, artifacts: [artifact] }, folder, env) : [];
    const path = item && archiveOf(item.root, item.row);
    return path ? ok({ path }) : err(gone);
  },
} as const;
export type ProjectJobs = typeof projectJobs;

interface InstalledRow {
  readonly root: string;
  readonly row: StoreRow;
}

/** The rows of the stores that a project's artifacts were found in. */
function installed(project: Project, folder: string, env: ProjectInput['env']): InstalledRow[] {
  const global = globalRoot(env);
  return project.artifacts.flatMap(({ place, key }) => {
    const root = place === 'project' ? projectRoot(folder) : place === 'global' && global.ok ? global.value : null;
    const row = root === null || key === null ? null : rowAt(root, key);
    return root === null || row === null ? [] : [{ root, row }];
  });
}

function archiveOf(root: string, row: StoreRow): string | null {
  const there = row.variants.filter((variant) => variant.identity !== null);
  const own = there.find((variant) => variant.platform === hostPlatform());
  const variant = own ?? there.find(({ platform }) => platform === null) ?? there[0];
  return variant ? archivePath(root, variant) : null;
}

/** The project's folder and those in it that hold a declared file. */
function foldersOf(folder: string): string[] {
  const manifest = readManifestFile(`${folder}/${MANIFEST_NAME}`);
  const declared = manifest.ok ? readLaunch(manifest.value).files : [];
  const folders = declared
    .map(({ declared: path }) => path)
    .filter((path) => !path.startsWith('/') && !path.split('/').includes('..'))
    .flatMap((path) => [path, path.slice(0, Math.max(0, path.lastIndexOf('/')))])
    .map((path) =>
      path
        .split('/')
        .filter((part) => part !== '' && part !== '.')
        .join('/'),
    );
  return [folder, ...[...new Set(folders)].filter((path) => path !== '').map((path) => `${folder}/${path}`)].slice(
    0,
    FOLDERS_MOST,
  );
}
