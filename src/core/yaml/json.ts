import { err, ok, type Result } from '../../shared/result';
import { utf8Width } from './characters';
import type { YamlNode } from './node';
import { shortestFloat } from './numbers';

const KEY_NOT_STRING = 'key must be a string';
const KEY_NOT_FINITE = 'float key must be finite (got NaN or +/-inf)';

/** Most bytes of JSON that `toJson` builds unless told otherwise: far over every use, far under what hurts. */
const JSON_LIMIT = 8 * 2 ** 20;

/** Texts below this many units are counted again rather than remembered. */
const SHORT_TEXT = 64;

/** Carries a serialisation error up; `jsonBytes` turns it into a value. */
class NotJson extends Error {}

/**
 * How many bytes of compact UTF-8 JSON a value makes, or why it makes none (Murmur's words). Nothing is built, and
 * what aliases share is counted once and added often, so a bomb's size costs no more than its text.
 */
export function jsonBytes(node: YamlNode): Result<number, string> {
  const known = new Map<YamlNode, number>();
  const count = (value: YamlNode): number => {
    const text = scalarJson(value);
    if (typeof text === 'string') return text.length;
    if (text !== null && text.string.length < SHORT_TEXT) return stringBytes(text.string);
    const before = known.get(value);
    if (before !== undefined) return before;
    const bytes = text === null ? countCollection(value, count) : stringBytes(text.string);
    known.set(value, bytes);
    return bytes;
  };
  try {
    return ok(count(node));
  } catch (error) {
    if (error instanceof NotJson) return err(error.message);
    throw error;
  }
}

function countCollection(node: YamlNode, count: (value: YamlNode) => number): number {
  if (node.kind === 'seq') {
    return node.items.reduce((sum, item) => sum + count(item) + 1, node.items.length === 0 ? 2 : 1);
  }
  if (node.kind === 'tagged') return 3 + stringBytes(node.tag) + count(node.value);
  if (node.kind !== 'map') return 0;
  let bytes = node.entries.length === 0 ? 2 : 1;
  for (const { key, value } of node.entries) bytes += stringBytes(keyText(key)) + 1 + count(value) + 1;
  return bytes;
}

/**
 * The exact compact JSON that Murmur writes for a value (2.3 "Numbers out", "Keys", "Tags"), or why there is none.
 * Over `limit` bytes nothing is built, and the error says how many there would be.
 */
export function toJson(node: YamlNode, limit = JSON_LIMIT): Result<string, string> {
  const made = jsonWithin(node, limit);
  if (!made.ok) return made;
  const { json, bytes } = made.value;
  return json === null ? err(`the JSON would take ${bytes} bytes, over the limit of ${limit}`) : ok(json);
}

/** The JSON with its bytes; null in its place where they are over `limit`, and then nothing is built. */
export function jsonWithin(
  node: YamlNode,
  limit: number,
): Result<{ readonly bytes: number; readonly json: string | null }, string> {
  const bytes = jsonBytes(node);
  if (!bytes.ok) return bytes;
  if (bytes.value > limit) return ok({ bytes: bytes.value, json: null });
  const parts: string[] = [];
  write(node, parts);
  return ok({ bytes: bytes.value, json: parts.join('') });
}

function write(node: YamlNode, parts: string[]): void {
  const scalar = scalarJson(node);
  if (scalar !== null) parts.push(typeof scalar === 'string' ? scalar : JSON.stringify(scalar.string));
  else if (node.kind === 'seq') {
    parts.push('[');
    node.items.forEach((item, index) => {
      if (index > 0) parts.push(',');
      write(item, parts);
    });
    parts.push(']');
  } else if (node.kind === 'map') {
    parts.push('{');
    node.entries.forEach(({ key, value }, index) => {
      if (index > 0) parts.push(',');
      parts.push(JSON.stringify(keyText(key)), ':');
      write(value, parts);
    });
    parts.push('}');
  } else if (node.kind === 'tagged') {
    parts.push('{', JSON.stringify(node.tag), ':');
    write(node.value, parts);
    parts.push('}');
  }
}

/** The JSON of a scalar (ASCII), or the string it is, or null for what is no scalar. */
function scalarJson(node: YamlNode): string | { readonly string: string } | null {
  switch (node.kind) {
    case 'null':
      return 'null';
    case 'bool':
    case 'int':
      return String(node.value);
    case 'float':
      return Number.isFinite(node.value) ? shortestFloat(node.value, '+') : 'null';
    case 'string':
      return { string: node.value };
    default:
      return null;
  }
}

/** What a key of a mapping becomes. Throws `NotJson`. */
function keyText(key: YamlNode): string {
  if (key.kind === 'string') return key.value;
  if (key.kind === 'bool' || key.kind === 'int') return String(key.value);
  if (key.kind !== 'float') throw new NotJson(KEY_NOT_STRING);
  if (!Number.isFinite(key.value)) throw new NotJson(KEY_NOT_FINITE);
  return shortestFloat(key.value, '+');
}

const SHORT_ESCAPES = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x22, 0x5c]);
const NOT_ONE_BYTE = /[^ !#-[\]-\u007f]/;

/** Bytes of a text as a JSON string, quotes and escapes counted. */
function stringBytes(text: string): number {
  const from = text.search(NOT_ONE_BYTE);
  if (from < 0) return text.length + 2;
  let bytes = 2 + from;
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x5c) bytes += utf8Width(code);
    else if (SHORT_ESCAPES.has(code)) bytes += 2;
    else bytes += code < 0x20 ? 6 : 1;
  }
  return bytes;
}
