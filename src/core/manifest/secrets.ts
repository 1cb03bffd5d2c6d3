import type { Place } from '../../shared/result';
import type { YamlNode } from '../yaml/node';
import { startOf, untagged } from '../yaml/node';

/** A value that looks like a credential pasted into the manifest. Says where, never what. */
export interface SecretPlace {
  /** The path of keys, which ends at `config` inside a block: its keys belong to no report either. */
  readonly path: string;
  readonly place: Place;
  /** What it looks like: `an API key`, `a private key`… */
  readonly looksLike: string;
}

/** Public formats of credentials. Each is anchored by a prefix that ordinary text does not have. */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
  [/\b(?:sk|pk|rk)[-_](?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{16,}/, 'an API key'],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[A-Za-z0-9_-]{16,}/, 'an access token'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{30,}/, 'a cloud access key'],
  [/\bxox[abeprs]-[A-Za-z0-9-]{10,}|\bnpm_[A-Za-z0-9]{30,}|\bhf_[A-Za-z0-9]{30,}/, 'an access token'],
  [/\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+/, 'a signed token'],
  [/^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@${}<>*]{3,}@/i, 'an address with a password'],
];

/** Keys whose value is a credential, and what such a value looks like when it is none (a name of a variable, a blank). */
const SECRET_KEY = /(?:^|[_.-])(?:api[_-]?key|access[_-]?key|secret|password|passwd|token|credentials?)$/i;
const PLACEHOLDER =
  /^(?:\$\{?\w+\}?|<.*>|\{.*\}|x+|\*+|\.+|changeme|none|null|example|your[-_ ].*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/i;
const LONGEST = 64 * 1024;

/** Every place in a document whose value looks like a credential, in document order, at most `most` of them. */
export function secretPlaces(root: YamlNode, most = 100): SecretPlace[] {
  const found: SecretPlace[] = [];
  const seen = new Set<YamlNode>();
  const walk = (node: YamlNode, path: string, key: string, hidden: boolean): void => {
    const inner = untagged(node);
    if (found.length >= most || seen.has(inner)) return;
    seen.add(inner);
    if (inner.kind === 'string') {
      const looksLike = looksSecret(inner.value, key);
      if (looksLike !== null) found.push({ path, place: startOf(inner), looksLike });
    } else if (inner.kind === 'seq') {
      for (const [index, item] of inner.items.entries()) walk(item, hidden ? path : `${path}[${index}]`, key, hidden);
    } else if (inner.kind === 'map') {
      for (const { key: name, value } of inner.entries) {
        const own = name.kind === 'string' ? name.value : '?';
        const below = hidden ? path : path === '' ? own : `${path}.${own}`;
        walk(value, below, own, hidden || /^artifacts\[\d+\]\.config$|^config$/.test(below));
      }
    }
  };
  walk(root, '', '', false);
  return found;
}

function looksSecret(value: string, key: string): string | null {
  if (value.length < 8 || value.length > LONGEST) return null;
  const format = FORMATS.find(([pattern]) => pattern.test(value));
  if (format) return format[1];
  if (!SECRET_KEY.test(key) || PLACEHOLDER.test(value) || /[\s/]/.test(value)) return null;
  return value.includes('${') ? null : 'a pasted secret';
}
