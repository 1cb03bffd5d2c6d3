import type { Finding } from '../../shared/models/finding';
import type { ConfigRow } from '../../shared/models/package';
import type { Failure } from '../../shared/result';
import { type UnknownKey, unknownKeys } from '../manifest/keys';
import type { LaunchManifest } from '../manifest/launch';
import type { ManifestDocument } from '../manifest/read';
import { launchRefusals, REFUSED_AT_TOP, REMOVED_IN_INFERENCE } from '../manifest/refusals';
import { secretPlaces } from '../manifest/secrets';
import { showName } from '../text/visible';
import { startOf } from '../yaml/node';
import { listedFindings, modelFinding } from './findings';
import { type ManifestAt, manifestAt, type PackageManifest } from './manifest';

/** Keys that a refusal already speaks about. */
const REFUSED_KEYS: ReadonlySet<string> = new Set([
  ...REFUSED_AT_TOP.keys(),
  ...REMOVED_IN_INFERENCE.map((key) => `inference.${key}`),
]);

/** Findings about the manifest of a package: that it is missing, unreadable or refused, and what stands in it. */
export function packageManifestFindings(manifest: PackageManifest, configs: readonly ConfigRow[]): Finding[] {
  const { index, document, launch, packed, unreadable } = manifest;
  if (index === null)
    return [modelFinding('manifest-missing', `Murmur: ${packed.ok ? '' : showName(packed.error.message)}.`)];
  const at = manifestAt(index);
  if (unreadable !== null) {
    return [unreadableFinding(unreadable, at)];
  }
  const refused = packed.ok ? [] : [modelFinding('manifest-refused', `Murmur: ${showName(packed.error.message)}.`, at)];
  if (document === null || launch === null) return refused;
  const said = packed.ok ? null : packed.error.message;
  return [...refused, ...manifestFindings(document, launch, configs, at, said)];
}

/**
 * Findings about what a manifest says, for a package and for a project alike. Never a value of a config or of a secret.
 * @param said a refusal that was told already
 */
export function manifestFindings(
  document: ManifestDocument,
  launch: LaunchManifest,
  configs: readonly ConfigRow[],
  at: ManifestAt,
  said: string | null = null,
): Finding[] {
  const refusals = launchRefusals(document, launch).filter(({ message }) => said !== `murmur.yaml: ${message}`);
  // A block in the wrong place is a refusal of the manifest and is told as one.
  const configured = launch.artifacts.filter(({ config }) => config !== undefined);
  const configRefusals = configs.flatMap((row, index) => {
    if (!('refused' in row) || row.refused.startsWith('murmur.yaml: ')) return [];
    const node = configured[index]?.config;
    return [{ refused: row.refused, ...(node && { place: startOf(node) }) }];
  });
  return [
    ...listedFindings(
      refusals,
      'manifest-refused',
      ({ message, place }) => modelFinding('manifest-refused', `${showName(message)}.`, { ...at, place }),
      'reasons why Murmur refuses the manifest',
    ),
    ...listedFindings(
      configRefusals,
      'config-refused',
      ({ refused, ...place }) => modelFinding('config-refused', `${showName(refused)}.`, { ...at, ...place }),
      'configs are refused',
    ),
    ...secretPlaces(document.root).map(({ path, place, looksLike }) =>
      modelFinding('secret-like-value', `${showName(path)} looks like ${looksLike}.`, { ...at, place }),
    ),
    ...listedFindings(
      unknownKeys(document.root, REFUSED_KEYS),
      'unknown-key',
      (unknown) => unknownKeyFinding(unknown, at),
      'keys that Murscope does not know',
    ),
  ];
}

/** The finding of a manifest that is there and is no YAML, or cannot be read. */
export function unreadableFinding({ message, hint, place }: Failure, at: ManifestAt): Finding {
  return modelFinding('manifest-unreadable', `${showName(message)}.`, {
    ...at,
    ...(place === undefined ? {} : { place }),
    ...(hint === undefined ? {} : { hint }),
  });
}

function unknownKeyFinding({ block, key, nearest, place }: UnknownKey, at: ManifestAt): Finding {
  const where = block === '' ? 'at the top' : `under ${showName(block)}`;
  const message = `'${showName(key)}' ${where} is a key that Murscope does not know.`;
  return modelFinding('unknown-key', message, {
    ...at,
    place,
    ...(nearest ? { hint: `Perhaps ${nearest} was meant.` } : {}),
  });
}
