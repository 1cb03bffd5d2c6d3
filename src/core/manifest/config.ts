import { err, ok, type Result } from '../../shared/result';
import { jsonBytes, jsonWithin, shortestFloat, toJson, untagged, type YamlNode } from '../yaml';

/** Largest config block, in bytes of compact JSON, that an artifact may be given (S0). */
export const CONFIG_LIMIT = 65_536;

/** Longest key that a refusal quotes, in bytes of JSON; Murmur quotes any, but then aliases may make it gigabytes. */
const QUOTED_KEY_LIMIT = CONFIG_LIMIT;

export interface LoweredConfig {
  /** The exact text an artifact receives. */
  readonly json: string;
  /** Its length in UTF-8. */
  readonly bytes: number;
}

/**
 * Lowers the value of an artifact's `config:` key to the JSON that the artifact receives (S0). The error is Murmur's
 * whole refusal. Of a block over the limit nothing is built.
 */
export function lowerConfig(artifact: string, config: YamlNode): Result<LoweredConfig, string> {
  const refuse = (message: string) => err(`invalid config for artifact '${artifact}': ${message}`);
  const mapping = untagged(config);
  if (mapping.kind !== 'map') {
    return refuse(`'config:' must be a mapping of keys to values, but this entry declares ${shapeOf(config)}`);
  }
  const odd = mapping.entries.find(({ key }) => untagged(key).kind !== 'string');
  if (odd !== undefined) {
    const key = `${shapeOf(odd.key)} key ${renderKey(odd.key)}`;
    return refuse(`every key in 'config:' must be a string, but this entry declares ${key}`);
  }
  const made = jsonWithin(mapping, CONFIG_LIMIT);
  if (!made.ok) return refuse(`'config:' does not serialize to JSON: ${made.error}`);
  const { bytes, json } = made.value;
  if (json !== null) return ok({ json, bytes });
  const limit = `over the ${CONFIG_LIMIT}-byte limit for MURMUR_ARTIFACT_CONFIG`;
  return refuse(`'config:' serializes to ${bytes} bytes of JSON, ${limit}`);
}

/**
 * The names of the artifacts that declare a `config:` block, in manifest order; one bad block refuses them all, with
 * its own refusal (S0). `config` is undefined where an entry has none.
 */
export function configuredNames(
  artifacts: Iterable<{ readonly name: string; readonly config: YamlNode | undefined }>,
): Result<string[], string> {
  const names: string[] = [];
  for (const { name, config } of artifacts) {
    if (config === undefined) continue;
    const lowered = lowerConfig(name, config);
    if (!lowered.ok) return lowered;
    names.push(name);
  }
  return ok(names);
}

const SHAPES: Readonly<Record<YamlNode['kind'], string>> = {
  null: 'an empty block',
  bool: 'a boolean',
  int: 'a number',
  float: 'a number',
  string: 'a string',
  seq: 'a sequence',
  map: 'a mapping',
  tagged: 'a tagged value',
};

/** What a value is, in Murmur's words. */
export function shapeOf(node: YamlNode): string {
  return SHAPES[node.kind];
}

/** A key as it reads in the manifest; other than scalars as JSON. */
function renderKey(key: YamlNode): string {
  if (key.kind === 'bool' || key.kind === 'int') return String(key.value);
  if (key.kind === 'float') return renderFloat(key.value);
  if (key.kind === 'string') return `'${key.value}'`;
  const bytes = jsonBytes(key);
  if (!bytes.ok) return '<unprintable>';
  const json = toJson(key, QUOTED_KEY_LIMIT);
  return json.ok ? json.value : `<${bytes.value} bytes of JSON>`;
}

function renderFloat(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value < 0 ? '-.inf' : '.inf';
  return shortestFloat(value, '');
}
