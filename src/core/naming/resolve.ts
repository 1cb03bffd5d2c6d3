import type { Runner } from '../../shared/models/naming';
import { err, ok, type Result } from '../../shared/result';
import { capabilityOf } from './runners';

/** Why no runner answers a batch (4.2). Each is a 403 on the wire. */
export type NameRefusalKeyword = 'unpinned_runner' | 'not_a_naming_runner' | 'no_naming_runner';
export interface NameRefusal {
  readonly keyword: NameRefusalKeyword;
  readonly detail: string;
}

const DETAIL: Readonly<Record<NameRefusalKeyword, (id: string) => string>> = {
  unpinned_runner: (id) =>
    `runner '${id}' is not pinned in runners.toml — announce proves liveness, it never grants a capability (§5a)`,
  not_a_naming_runner: (id) =>
    `runner '${id}' is pinned but is not a naming-runner — /name only speaks to the naming capability`,
  no_naming_runner: () =>
    'no naming-runner is pinned in runners.toml — pin one (capability = "naming-runner") to serve /name',
};

const refuse = (keyword: NameRefusalKeyword, id = '') => err({ keyword, detail: DETAIL[keyword](id) });

/**
 * The runner of a batch (4.2, S4): a given id must be pinned and be a naming-runner; without one it is the file's first
 * naming-runner.
 */
export function resolveRunner(runners: readonly Runner[], id: string | null): Result<Runner, NameRefusal> {
  if (id === null) {
    const first = runners.find((runner) => capabilityOf(runner) === 'naming-runner');
    return first ? ok(first) : refuse('no_naming_runner');
  }
  const pinned = runners.find((runner) => runner.id === id);
  if (!pinned) return refuse('unpinned_runner', id);
  return capabilityOf(pinned) === 'naming-runner' ? ok(pinned) : refuse('not_a_naming_runner', id);
}
