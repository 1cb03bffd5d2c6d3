import type { Finding } from '../../shared/models/finding';
import type { ConfigRow } from '../../shared/models/package';
import { type UnknownKey, unknownKeys } from '../manifest/keys';
import type { LaunchManifest } from '../manifest/launch';
import type { ManifestDocument } from '../manifest/read';
import { launchRefusals, REFUSED_AT_TOP, REMOVED_IN_INFERENCE } from '../manifest/refusals';
import { secretPlaces } from '../manifest/secrets';
import { showName } from '../text/visible';
import { listedFindings, modelFinding } from './findings';
import { MANIFEST_NAME, type PackageManifest } from './manifest';

/** Keys that a refusal already speaks about. */
const REFUSED_KEYS: ReadonlySet<string> = new Set([
  ...REFUSED_AT_TOP.keys(),
  ...REMOVED_IN_INFERENCE.map((key) => `inference.${key}`),
]);

type At = Pick<Finding, 'entry' | 'index'>;

/** Findings about the manifest of a package: that it is missing, unreadable or refused, and what stands in it. */
export function packageManifestFindings(manifest: PackageManifest, configs: readonly ConfigRow[]): Finding[] {
  const { index, document, launch, packed, unreadable } = manifest;
  if (index === null)
    return [modelFinding('manifest-missing', `Murmur: ${packed.ok ? '' : showName(packed.error.message)}.`)];
  const at = { entry: MANIFEST_NAME, index };
  if (unreadable !== null) {
    const hint = unreadable.hint === undefined ? {} : { hint: unreadable.hint };
    return [modelFinding('manifest-unreadable', `${showName(unreadable.message)}.`, { ...at, ...hint })];
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
  at: At = {},
  said: string | null = null,
): Finding[] {
  const refusals = launchRefusals(document, launch).filter(({ message }) => said !== `murmur.yaml: ${message}`);
  // A block in the wrong place is a refusal of the manifest and is told as one.
  const configRefusals = configs.filter((row) => 'refused' in row && !row.refused.startsWith('murmur.yaml: '));
  return [
    ...listedFindings(
      refusals,
      'manifest-refused',
      ({ message, line }) => modelFinding('manifest-refused', `Line ${line}: ${showName(message)}.`, at),
      'reasons why Murmur refuses the manifest',
    ),
    ...listedFindings(
      configRefusals,
      'config-refused',
      (row) => modelFinding('config-refused', `${showName('refused' in row ? row.refused : '')}.`, at),
      'configs are refused',
    ),
    ...secretPlaces(document.root).map(({ path, line, looksLike }) =>
      modelFinding('secret-like-value', `Line ${line}: ${showName(path)} looks like ${looksLike}.`, at),
    ),
    ...listedFindings(
      unknownKeys(document.root, REFUSED_KEYS),
      'unknown-key',
      (unknown) => unknownKeyFinding(unknown, at),
      'keys that Murscope does not know',
    ),
  ];
}

function unknownKeyFinding({ block, key, nearest, range }: UnknownKey, at: At): Finding {
  const where = block === '' ? 'at the top' : `under ${showName(block)}`;
  const message = `Line ${range.line}: '${showName(key)}' ${where} is a key that Murscope does not know.`;
  return modelFinding('unknown-key', message, { ...at, ...(nearest ? { hint: `Perhaps ${nearest} was meant.` } : {}) });
}
