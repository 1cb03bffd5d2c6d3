import { compare } from '../../core/compare/compare';
import type { Followed } from '../../shared/contract/package';
import { ok, type Result } from '../../shared/result';
import type { PackageRef, Packages } from './packages';

/**
 * Opens a package as it is on disk now and says what became of it: compared by checksums, for which the old file need not
 * be there any more, only what was read of its directory.
 */
export async function follow(
  packages: Packages,
  ref: PackageRef,
  selected: number | null,
  signal: AbortSignal,
): Promise<Result<Followed & { readonly identity: string }>> {
  const before = packages.held(ref)?.model;
  const now = await packages.get({ ...ref, identity: null }, signal);
  if (!now.ok) return now;
  const { model, identity } = now.value;
  const answer = { summary: model.summary(), identity };
  if (!before) return ok({ ...answer, changes: null, became: selected });
  if (before === model) return ok({ ...answer, changes: NONE, became: selected });
  const compared = await compare(before, model, { contents: 'checksums', signal });
  if (!compared.ok) return compared;
  const changes = compared.value.summary().counts;
  return ok({ ...answer, changes, became: selected === null ? null : compared.value.became(selected) });
}

const NONE = { added: 0, removed: 0, renamed: 0, changed: 0, same: 0 };
