import type { Place } from '../../shared/result';
import { nearest } from '../text/nearest';
import type { YamlNode } from '../yaml/node';
import { startOf, untagged } from '../yaml/node';

/** The keys a mapping may have; `null` below a key: whatever stands there is not judged. */
interface KeyTree {
  readonly [key: string]: KeyTree | null;
}

const leaves = (names: string): KeyTree => Object.fromEntries(names.split(' ').map((name) => [name, null]));

const CAPABILITIES: KeyTree = {
  ...leaves('limits resources task_io plan containment'),
  network: leaves('allow unix_sockets'),
  peer_fetch: leaves('allow'),
  filesystem: leaves('scope workdir_exec read_only records'),
  shell: leaves('allow strip_env baseline_env interpreter_runtime staged_runtime'),
  spawn: leaves('allow'),
  env: leaves('allow'),
  state: leaves('store'),
  conversation: leaves('read'),
  install: leaves('skill tool from'),
};

const INFERENCE: KeyTree = {
  ...leaves('transport model command instruction_files system_prompt system_prompt_file system_prompt_artifact driver'),
  ...leaves('max_turns max_task_reopens max_tokens max_session_tokens tool_refresh alternates retry'),
  compaction: leaves('threshold model system_prompt system_prompt_file dump_summaries max_tokens driver_config'),
};

const ARTIFACT: KeyTree = {
  ...leaves('name version runtime source local_source prompt_payload on_overflow config'),
  capabilities: CAPABILITIES,
  gateway: leaves('endpoint api_key keyless'),
};

/** The keys of a capsule's manifest (spec 2.6). */
const MANIFEST: KeyTree = {
  ...leaves('name version runtime implementation execution description requires_files context observability trace'),
  ...leaves('network lifecycle exports control deploy binding execution_mode commit_policy input_schema output_schema'),
  ...leaves('models allowed_flags denied_flags metadata instructions'),
  artifacts: ARTIFACT,
  capabilities: CAPABILITIES,
  inference: INFERENCE,
};

/** A key that this program does not know, and the known one that was perhaps meant. */
export interface UnknownKey {
  /** Where it stands: `capabilities.network`, `artifacts[0]`, empty at the top. */
  readonly block: string;
  readonly key: string;
  readonly nearest: string | null;
  readonly place: Place;
}

/** For so many keys the meant one is looked for; each costs a comparison with every known key. */
const COMPARED = 1000;

/**
 * Every key outside the known ones, in document order; it may come from a newer Murmur. Of the first thousand the nearest
 * known one is told. Keys that are no strings are left
 * to the reading that refuses them. `except` names keys (as paths) that another rule already speaks about.
 */
export function unknownKeys(root: YamlNode, except: ReadonlySet<string>): UnknownKey[] {
  const found: UnknownKey[] = [];
  // Aliases share nodes: each is looked at once, however often it is named.
  const seen = new Set<YamlNode>();
  const collect = (node: YamlNode, tree: KeyTree, block: string): void => {
    const inner = untagged(node);
    if (seen.has(inner)) return;
    seen.add(inner);
    // Only a list of artifacts has a list in this tree.
    if (inner.kind === 'seq' && tree === ARTIFACT) {
      for (const [index, item] of inner.items.entries()) collect(item, tree, `${block}[${index}]`);
    }
    if (inner.kind !== 'map') return;
    for (const { key, value } of inner.entries) {
      if (key.kind !== 'string') continue;
      const path = block === '' ? key.value : `${block}.${key.value}`;
      const below = Object.hasOwn(tree, key.value) ? tree[key.value] : undefined;
      if (below) collect(value, below, path);
      else if (below === undefined && !except.has(path)) {
        const meant = found.length < COMPARED ? nearest(key.value, Object.keys(tree)) : null;
        found.push({ block, key: key.value, nearest: meant, place: startOf(key) });
      }
    }
  };
  collect(root, MANIFEST, '');
  return found;
}
