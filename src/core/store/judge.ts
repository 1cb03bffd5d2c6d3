import type { Finding } from '../../shared/models/finding';
import type { DigestState, StoreRow, StoreVariant } from '../../shared/models/store';
import { bySeverity } from '../findings/table';
import { showName } from '../text/visible';
import type { DigestMemory } from './digest-memory';
import { type StoreFindingId, storeFinding } from './findings';
import type { PackedIdentity, ReadPacked } from './packed';
import { worstDigest } from './read-version';

/** Where an archive of a row stands on disk. */
export function archivePath(root: string, variant: StoreVariant): string | null {
  return variant.archive === null ? null : `${root}/${variant.archive}`;
}

/** A row with the digests that are remembered for its files, and what they say. */
export function withDigests(row: StoreRow, root: string, memory: DigestMemory): StoreRow {
  const findings: Finding[] = [];
  const variants = row.variants.map((variant) => {
    const path = archivePath(root, variant);
    const known = path === null || variant.identity === null ? null : memory.get(path, variant.identity);
    if (known === null) return variant;
    const judged = { ...variant, actual: known.sha256, at: known.at };
    const differs = variant.stated !== null && variant.stated !== known.sha256;
    if (differs) findings.push(differsFinding(variant, known.sha256));
    return { ...judged, digest: judge(variant.digest, differs) };
  });
  return changed(row, variants, findings);
}

/** A sidecar that is missing or malformed stays so, whatever the bytes are: Murmur does not take it. */
function judge(before: DigestState, differs: boolean): DigestState {
  if (before === 'missing' || before === 'malformed') return before;
  return differs ? 'differs' : 'agrees';
}

function differsFinding(variant: StoreVariant, actual: string): Finding {
  const name = showName(variant.archive?.split('/').pop() ?? '');
  const message = `${name} has the SHA-256 ${actual}; its .sha256 says ${variant.stated}`;
  return storeFinding('digest-differs', message, { entry: variant.archive ?? '' });
}

/** A row with what its packages say about themselves. Opens each archive: its directory and one entry. */
export function withPacked(row: StoreRow, root: string, read: ReadPacked): StoreRow {
  return withFindings(row, packedFindings(row, root, read));
}

/** What a row's packages say about themselves that the row does not say. */
export function packedFindings(row: StoreRow, root: string, read: ReadPacked): Finding[] {
  const findings: Finding[] = [];
  for (const variant of row.variants) {
    const path = archivePath(root, variant);
    if (path === null || variant.identity === null) continue;
    const packed = read(path);
    const at = { entry: variant.archive ?? '' };
    if (packed.ok) findings.push(...disagreements(row, packed.value, at));
    else if (!row.findings.some((known) => known.entry === at.entry && known.id === packed.error.code))
      findings.push(storeFinding(idOf(packed.error.code), packed.error.message, at));
  }
  return findings;
}

const PACKED_IDS = ['archive-broken', 'archive-unreadable'] as const satisfies readonly StoreFindingId[];

const idOf = (code: string | null): StoreFindingId =>
  PACKED_IDS.find((id) => id === code) ?? 'package-manifest-unreadable';

function disagreements(row: StoreRow, packed: PackedIdentity, at: { entry: string }): Finding[] {
  const findings: Finding[] = [];
  const say = (id: StoreFindingId, what: string, own: string, here: string) =>
    findings.push(storeFinding(id, `its murmur.yaml says ${what} ${showName(own)}, the store ${showName(here)}`, at));
  const bare = row.scope === null ? row.name : row.name.slice(row.scope.length + 1);
  if (packed.name !== bare && packed.name !== row.name) say('package-other-name', 'name', packed.name, bare);
  if (packed.version !== row.version) say('package-other-version', 'version', packed.version, row.version);
  if (row.runtime !== '' && packed.runtime !== row.runtime)
    say('package-other-runtime', 'runtime', packed.runtime, row.runtime);
  return findings;
}

/** A row with more findings, worst first. */
export function withFindings(row: StoreRow, more: readonly Finding[]): StoreRow {
  return changed(row, row.variants, more);
}

function changed(row: StoreRow, variants: readonly StoreVariant[], more: readonly Finding[]): StoreRow {
  if (variants === row.variants && more.length === 0) return row;
  return {
    ...row,
    variants: [...variants],
    digest: worstDigest(variants),
    findings: bySeverity([...row.findings, ...more]),
  };
}
