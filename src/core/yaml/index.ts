export { jsonBytes, jsonWithin, toJson } from './json';
export {
  asString,
  mapGet,
  pairOf,
  type Range,
  type ScalarStyle,
  type SyntaxNote,
  untagged,
  type YamlDocument,
  type YamlError,
  type YamlMapping,
  type YamlNode,
  type YamlPair,
  type YamlSequence,
} from './node';
export { shortestFloat } from './numbers';
export { parseYaml, parseYamlDocument } from './parse';
