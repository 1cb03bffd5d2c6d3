import type { Place } from '../../shared/result';
import type { YamlNode } from '../yaml/node';
import { mapGet, startOf, untagged } from '../yaml/node';
import { type ArtifactEntry, configMisplaced, type LaunchManifest, nodeAt } from './launch';
import { type ManifestDocument, scalarText, shapeOf } from './read';

/** Why a launch refuses a manifest, after `murmur.yaml: `, and where that stands. */
export interface LaunchRefusal {
  readonly message: string;
  readonly place: Place;
}

interface Given {
  readonly document: ManifestDocument;
  readonly root: YamlNode;
  readonly launch: LaunchManifest;
}
type Refuse = (message: string, at: YamlNode) => void;

/** The rules of spec 2.6 that this program judges, in the order in which Murmur meets them. */
const RULES: readonly ((given: Given, refuse: Refuse) => void)[] = [
  wrongShapes,
  removedAtTop,
  missingIdentity,
  removedInInference,
  twoPrompts,
  artifactNames,
  artifactRuntimes,
  artifactSources,
  misplacedConfigs,
  numbersOutOfRange,
  closedChoices,
];

/**
 * Every reason this program knows for which a launch refuses a manifest. Murmur prints the first one it meets and has
 * reasons outside this program's subject too: no refusal here is no promise.
 */
export function launchRefusals(document: ManifestDocument, launch: LaunchManifest): LaunchRefusal[] {
  const found: LaunchRefusal[] = [];
  const given: Given = { document, root: untagged(document.root), launch };
  for (const rule of RULES) rule(given, (message, at) => found.push({ message, place: startOf(at) }));
  return found;
}

const INFERENCE = 'invalid inference config for';
const CAPABILITY = 'invalid capability config for';

const isScalar = (node: YamlNode) => untagged(node).kind !== 'seq' && untagged(node).kind !== 'map';

/** Fields that take a text (any scalar as it is spelled), and those that take a mapping. */
const TEXTS = [
  'name',
  'version',
  'inference.transport',
  'inference.model',
  'inference.command',
  'inference.system_prompt',
  'inference.system_prompt_file',
  'inference.system_prompt_artifact',
  'inference.compaction.model',
  'inference.compaction.system_prompt',
  'inference.compaction.system_prompt_file',
  'capabilities.containment',
];
const MAPPINGS = ['inference', 'inference.compaction', 'inference.driver', 'capabilities'];
const ARTIFACT_TEXTS = ['name', 'version', 'runtime', 'source'];

function wrongShapes({ root, launch }: Given, refuse: Refuse): void {
  const wrong = (path: string, expected: string, node: YamlNode) =>
    refuse(`${path}: invalid type: ${shapeOf(untagged(node))}, expected ${expected}`, node);
  if (root.kind === 'seq') refuse('invalid type: sequence, expected a mapping', root);
  for (const path of TEXTS) {
    const node = nodeAt(root, path.split('.'));
    if (node && !isScalar(node)) wrong(path, 'a string', node);
  }
  for (const path of MAPPINGS) {
    const node = nodeAt(root, path.split('.'));
    if (node && untagged(node).kind !== 'map' && untagged(node).kind !== 'null') wrong(path, 'a mapping', node);
  }
  const list = mapGet(root, 'artifacts');
  if (list && untagged(list).kind !== 'seq' && untagged(list).kind !== 'null') wrong('artifacts', 'a sequence', list);
  for (const { index, node } of launch.artifacts) {
    if (node.kind !== 'map') wrong(`artifacts[${index}]`, 'a mapping', node);
    for (const field of ARTIFACT_TEXTS) {
      const value = mapGet(node, field);
      if (value && !isScalar(value)) wrong(`artifacts[${index}].${field}`, 'a string', value);
    }
  }
}

/** Keys at the top that Murmur refuses by name, with what it says. */
export const REFUSED_AT_TOP: ReadonlyMap<string, string> = new Map([
  ['registry', "'registry' is not a manifest key"],
  [
    'mur_version',
    "'mur_version' is not a top-level key — the mur release a deploy installs is pinned as 'deploy.mur_version'",
  ],
  [
    'config',
    `${CAPABILITY} 'config': is declared per artifact, on the 'runtime: hook', 'runtime: tool' or 'runtime: driver' entry that reads it — there is no capsule-wide config block`,
  ],
]);

function removedAtTop({ root }: Given, refuse: Refuse): void {
  for (const [key, message] of REFUSED_AT_TOP) {
    const node = mapGet(root, key);
    if (node) refuse(message, node);
  }
}

function missingIdentity({ document, root }: Given, refuse: Refuse): void {
  if (root.kind !== 'map' && root.kind !== 'null') return;
  for (const field of ['name', 'version']) {
    const node = mapGet(root, field);
    if (node === undefined || (isScalar(node) && !scalarText(document, node)))
      refuse(`missing required field '${field}'`, node ?? root);
  }
}

/** Keys of `inference:` that moved to an artifact's `gateway:`. */
export const REMOVED_IN_INFERENCE = ['endpoint', 'api_key'];

function removedInInference({ document, root }: Given, refuse: Refuse): void {
  const driver = scalarText(document, nodeAt(root, ['inference', 'driver', 'artifact']));
  const entry = driver === null ? 'inference.driver.artifact names' : `'${driver}'`;
  for (const key of REMOVED_IN_INFERENCE) {
    const node = nodeAt(root, ['inference', key]);
    if (!node) continue;
    refuse(
      `${INFERENCE} 'inference.${key}': was removed; set gateway.${key} on the artifacts: entry ${entry} instead`,
      node,
    );
  }
  const reopens = nodeAt(root, ['inference', 'max_task_reopens']);
  if (reopens && untagged(reopens).kind !== 'null') {
    const instead = 'is not a valid inference field; set lifecycle.max_task_reopens instead';
    refuse(`${INFERENCE} 'inference.max_task_reopens': ${instead}`, reopens);
  }
}

/** Prompts of which at most one may be set: block, its keys, and how Murmur lists them. */
const PROMPTS: readonly (readonly [block: readonly string[], keys: readonly string[], listed: string])[] = [
  [
    ['inference'],
    ['system_prompt', 'system_prompt_file', 'system_prompt_artifact'],
    'system_prompt, system_prompt_file, system_prompt_artifact',
  ],
  [
    ['inference', 'compaction'],
    ['system_prompt', 'system_prompt_file'],
    'inference.compaction.system_prompt, inference.compaction.system_prompt_file',
  ],
];

function twoPrompts({ document, root }: Given, refuse: Refuse): void {
  for (const [block, keys, listed] of PROMPTS) {
    const set = keys.map((key) => nodeAt(root, [...block, key])).filter((node) => scalarText(document, node));
    const second = set[1];
    if (second) refuse(`${INFERENCE} '${block.join('.')}.system_prompt': at most one of ${listed} may be set`, second);
  }
}

const PART = /^[a-z0-9-]*$/;

/** Why one part of `<scope>/<name>` is refused; null where it is fine (spec 2.1). */
function partProblem(which: 'scope' | 'name', part: string): string | null {
  if (part === '') return `the ${which} must not be empty`;
  const odd = [...part].find((char) => !PART.test(char));
  if (odd) return `the ${which} may contain only lowercase letters, digits and '-' (found '${odd}')`;
  if (part.startsWith('-') || part.endsWith('-')) return `the ${which} must not start or end with '-'`;
  return part.length > 100 ? `the ${which} must be at most 100 characters` : null;
}

function artifactNames({ launch }: Given, refuse: Refuse): void {
  for (const artifact of launch.artifacts) {
    const { index, name, source, node } = artifact;
    const written = mapGet(node, 'name');
    if (node.kind !== 'map' || (written && !isScalar(written))) continue;
    if (name === '') refuse(`invalid artifact declaration at index ${index}: missing required field 'name'`, node);
    // A local skill goes by its own name.
    else if (source === null) {
      const problem = fullNameProblem(name);
      if (problem !== null) refuse(`invalid artifact name in 'artifacts[${index}].name': ${problem}`, written ?? node);
    }
  }
}

function fullNameProblem(name: string): string | null {
  const slash = name.indexOf('/');
  if (slash < 0) return `'${name}' is not a full artifact name: an artifact is named <scope>/<name>`;
  const problem = partProblem('scope', name.slice(0, slash)) ?? partProblem('name', name.slice(slash + 1));
  return problem === null ? null : `'${name}' is not a valid artifact name: ${problem}`;
}

const RUNTIMES: ReadonlySet<string> = new Set(['tool', 'driver', 'hook', 'skill']);
/** Runtimes an artifact's own manifest may name and an entry may not. */
const IMPLEMENTATIONS: ReadonlySet<string> = new Set(['wasm', 'native']);

function artifactRuntimes({ launch }: Given, refuse: Refuse): void {
  for (const { index, runtime, node } of launch.artifacts) {
    if (runtime === null || RUNTIMES.has(runtime)) continue;
    const why = IMPLEMENTATIONS.has(runtime)
      ? `use 'runtime: tool'; implementation is declared in the artifact's own manifest (got '${runtime}')`
      : `unknown runtime '${runtime}'; expected one of: tool, driver, hook, skill`;
    refuse(`invalid artifact declaration at index ${index}: ${why}`, mapGet(node, 'runtime') ?? node);
  }
}

function artifactSources({ document, launch }: Given, refuse: Refuse): void {
  for (const { index, name, runtime, source, node } of launch.artifacts) {
    if (source === null) continue;
    const local = scalarText(document, mapGet(node, 'local_source'));
    if (local === 'true' || (local === null && runtime === 'skill')) continue;
    const why = `artifact '${name}' declares 'source:' but does not declare 'local_source: true' (runtime: ${runtime})`;
    refuse(`invalid artifact declaration at index ${index}: ${why}`, mapGet(node, 'source') ?? node);
  }
}

function misplacedConfigs({ launch }: Given, refuse: Refuse): void {
  for (const artifact of launch.artifacts) {
    const message = configMisplaced(artifact);
    if (message !== null) refuse(message, placeOf(artifact));
  }
}

const placeOf = (artifact: ArtifactEntry) => artifact.config ?? artifact.node;

function numbersOutOfRange({ root }: Given, refuse: Refuse): void {
  const threshold = nodeAt(root, ['inference', 'compaction', 'threshold']);
  const share = numberOf(threshold);
  if (threshold && share !== null && !(share > 0 && share <= 1))
    refuse(`${INFERENCE} 'inference.compaction.threshold': must be in (0.0, 1.0] but got ${share}`, threshold);
  const turns = nodeAt(root, ['inference', 'max_turns']);
  if (turns && numberOf(turns) === 0) refuse(`${INFERENCE} 'inference.max_turns': must be greater than 0`, turns);
}

function numberOf(node: YamlNode | undefined): number | null {
  const inner = node && untagged(node);
  return inner?.kind === 'int' || inner?.kind === 'float' ? Number(inner.value) : null;
}

const CONTAINMENTS: ReadonlySet<string> = new Set(['advisory', 'scoped', 'sealed']);

function closedChoices({ document, root }: Given, refuse: Refuse): void {
  const node = nodeAt(root, ['capabilities', 'containment']);
  const containment = scalarText(document, node);
  if (node && containment !== null && !CONTAINMENTS.has(containment)) {
    const choice = `must be one of: advisory, scoped, sealed; got '${containment}'`;
    refuse(`${CAPABILITY} 'capabilities.containment': ${choice}`, node);
  }
  const shell = nodeAt(root, ['capabilities', 'shell', 'allow']);
  const inner = shell && untagged(shell);
  if (inner?.kind === 'seq' && inner.items.length === 0)
    refuse(`${CAPABILITY} 'capabilities.shell.allow': must contain at least one binary`, inner);
}
