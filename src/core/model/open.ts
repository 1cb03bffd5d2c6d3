import { ok, type Result } from '../../shared/result';
import { guardReads, openFile } from '../io/source';
import { readGrants } from '../manifest/capabilities';
import { configRows } from '../manifest/launch';
import type { ManifestBase } from '../manifest/paths';
import { identityOf } from '../manifest/read';
import { type Archive, openArchive } from '../package/archive';
import { decompressionCeiling } from '../package/ceiling';
import { buildInfoFinding, readBuildInfo } from './build-info';
import {
  manifestFileRows,
  missingFileFindings,
  requiredFileFindings,
  requiredFiles,
  undeclaredEntries,
  undeclaredFindings,
} from './declared';
import { grantFindings } from './grants';
import { type Label, labelOf, labelText } from './label';
import { manifestAt, readPackageManifest } from './manifest';
import { packageManifestFindings } from './manifest-findings';
import { PackageModel } from './model';
import { choosePayload, payloadFindings } from './payload';
import { readPayload } from './payload-read';
import { skillSourceFindings } from './skill-source';
import { packagedSkills } from './skills';

export interface OpenOptions {
  /** Of which only `MURMUR_MAX_ARTIFACT_DECOMPRESSED_BYTES` is looked at. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative host paths start. */
  readonly cwd: string;
  /** What the package is called, where the caller knows better than its place and its manifest. */
  readonly as?: Label | null;
  /** Whether a payload over 64 MiB is read for its interfaces. */
  readonly large?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Opens a package and says everything about it that its directory, manifest, build info, payload and skills tell; the
 * rest of the file is not read. Fails only where the file cannot be read or holds no directory. The caller closes it.
 */
export async function openPackage(path: string, options: OpenOptions): Promise<Result<PackageModel>> {
  const source = openFile(path);
  if (!source.ok) return source;
  const archive = guardReads(() => openArchive(source.value));
  const model = archive.ok ? await buildModel(path, archive.value, options) : archive;
  if (!model.ok) source.value.close();
  return model;
}

/** As `openPackage`, of an archive that is open already. */
export async function buildModel(path: string, archive: Archive, options: OpenOptions): Promise<Result<PackageModel>> {
  const { env, cwd, as = null, large = true, signal } = options;
  const ceiling = decompressionCeiling(env);
  const read = guardReads(() => {
    const manifest = readPackageManifest(archive, ceiling);
    return ok({
      manifest,
      payload: choosePayload(archive, manifest),
      buildInfo: readBuildInfo(archive),
      skills: packagedSkills(archive, ceiling),
    });
  });
  if (!read.ok) return read;
  const { manifest, payload: chosen, buildInfo, skills } = read.value;
  const { document, launch } = manifest;
  const label = labelText(labelOf(path, as, document && identityOf(document)));
  const at = manifestAt(manifest.index);
  const base: ManifestBase = { kind: 'package', label, archive, refusal: archive.refusal, cwd };
  const rows = launch ? manifestFileRows(base, launch) : [];
  const configs = launch ? configRows(launch) : [];
  const grants = document && launch ? readGrants(document, launch) : [];
  const required = requiredFiles(archive, manifest.packed.ok ? manifest.packed.value : null);
  const payload = await readPayload(archive, chosen, { ceiling, large, ...(signal ? { signal } : {}) });
  if (!payload.ok) return payload;
  const skillFindings = guardReads(() => ok(launch ? skillSourceFindings(base, launch, ceiling, at) : []));
  if (!skillFindings.ok) return skillFindings;
  const undeclared =
    launch === null
      ? []
      : undeclaredEntries(archive, {
          records: [manifest.index, chosen.ok ? chosen.value.index : null],
          files: [...required.map((file) => file.declared), ...launch.files.map((file) => file.declared)],
          folders: launch.files.filter((file) => file.wanted === 'file-or-folder').map((file) => file.declared),
        });
  const findings = [
    ...packageManifestFindings(manifest, configs),
    ...payloadFindings(archive, manifest, chosen),
    ...payload.value.findings,
    ...(buildInfo.ok ? [] : [buildInfoFinding(archive, buildInfo.error)]),
    ...(launch ? missingFileFindings(launch, rows, at) : []),
    ...requiredFileFindings(required, at),
    ...skillFindings.value,
    ...(document && launch ? grantFindings(document, launch, grants, payload.value.imports, at) : []),
    ...undeclaredFindings(archive, undeclared),
  ];
  return ok(
    new PackageModel({
      path,
      archive,
      base,
      ceiling,
      label,
      manifest,
      payload: payload.value.payload,
      buildInfo,
      grants,
      manifestFiles: rows,
      requiredFiles: required,
      configs,
      skills: skills.map(({ row }) => row),
      findings,
      undeclared,
    }),
  );
}
