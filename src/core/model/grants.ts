import type { Finding } from '../../shared/models/finding';
import type { Grant } from '../../shared/models/package';
import { granted } from '../manifest/capabilities';
import type { LaunchManifest } from '../manifest/launch';
import { type ManifestDocument, scalarText } from '../manifest/read';
import { showName } from '../text/visible';
import { mapGet, untagged } from '../yaml';
import { modelFinding } from './findings';
import { byGroup, type InterfaceGroup } from './interfaces';
import type { ManifestAt } from './manifest';

/** One row of "what it is granted beside what it can ask for": grants of these groups open these interfaces. */
interface Pairing {
  readonly group: InterfaceGroup;
  /** Keys of `capabilities:` of which any one opens the group. */
  readonly grants: readonly string[];
  /** What it is called in a sentence. */
  readonly what: string;
  /**
   * Whether every program of this kind imports the group, used or not: a standard library for WASI links files and the
   * environment in. Then only a manifest that speaks about grants is held against it.
   */
  readonly always: boolean;
}

const PAIRINGS: readonly Pairing[] = [
  { group: 'network', grants: ['network', 'peer_fetch'], what: 'the network', always: false },
  { group: 'files', grants: ['filesystem', 'state'], what: 'files', always: true },
  { group: 'environment', grants: ['env'], what: 'the environment', always: true },
];

/** Runtimes whose grants come from the capsule that uses them, unless their own manifest names some. */
const USED_BY_OTHERS: ReadonlySet<string> = new Set(['tool', 'hook', 'driver', 'skill']);
const NAMED = 4;

/**
 * Where a component's imports and the capsule-wide grants of its manifest do not fit: asked for and not granted, or
 * granted and never asked for.
 * @param imports the payload's imported interfaces; null where it is no component, then nothing is compared
 */
export function grantFindings(
  document: ManifestDocument,
  launch: LaunchManifest,
  grants: readonly Grant[],
  imports: readonly string[] | null,
  at: ManifestAt,
): Finding[] {
  if (imports === null) return [];
  const root = untagged(document.root);
  const speaks = mapGet(root, 'capabilities') !== undefined;
  const ownGrants = speaks || !USED_BY_OTHERS.has(scalarText(document, mapGet(root, 'runtime')) ?? '');
  const asked = byGroup(imports);
  const findings: Finding[] = [];
  const say = (id: 'ask-not-granted' | 'grant-not-asked', message: string) =>
    findings.push(modelFinding(id, message, at));
  for (const { group, grants: keys, what, always } of PAIRINGS) {
    const names = asked.get(group) ?? [];
    const given = keys.filter((key) => granted(grants, key));
    if (names.length > 0 && given.length === 0 && (ownGrants || !always)) {
      const keysText = keys.map((key) => `capabilities.${key}`).join(' or ');
      const from = ownGrants
        ? `no ${keysText} grants it`
        : 'its own manifest grants nothing; the capsule that uses it must';
      say('ask-not-granted', `The payload can ask for ${what} (${listed(names)}) and ${from}.`);
    }
    if (names.length === 0 && given.length > 0) {
      const verb = `capabilities.${given[0]} grants ${what}`;
      say('grant-not-asked', `${verb} and the payload imports nothing that could use it.`);
    }
  }
  const tools = (asked.get('tools') ?? []).filter((name) => /^murmur:tool(?:-registry)?\//.test(name));
  const hasTools = launch.artifacts.some(({ runtime }) => runtime === 'tool') || granted(grants, 'install');
  if (tools.length > 0 && !hasTools && speaks)
    say('ask-not-granted', `The payload can call other tools (${listed(tools)}) and the manifest names none.`);
  return findings;
}

function listed(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return names.slice(0, NAMED).map(showName).join(', ') + more;
}
