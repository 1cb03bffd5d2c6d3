import type { ManifestSummary } from '../../shared/models/package';
import type { PackedManifest } from './read';

/** What a manifest says of itself at a glance; what it does not write is left out. */
export function summaryOf(packed: PackedManifest): ManifestSummary {
  const { name, version, runtime, implementation, execution, description, requiresFiles, requiresWritten } = packed;
  return {
    name,
    version,
    runtime,
    ...(implementation === null ? {} : { implementation }),
    ...(execution === null ? {} : { execution }),
    ...(description === null ? {} : { description }),
    ...(requiresWritten ? { requiresFiles: [...requiresFiles] } : {}),
  };
}
