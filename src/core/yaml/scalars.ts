import type { ScalarStyle } from './node';

/** What the text of a scalar stands for. */
export type ScalarValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string };

const NULLS = new Set(['~', 'null', 'Null', 'NULL']);
const BOOLS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);
/** Whether a text may be a number at all, judged by its first character. */
const mayBeNumber = (code: number) => (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e;
/** Length of the longest of the words above. */
const LONGEST_WORD = 5;
const INFINITE = /^([+-]?)\.(?:inf|Inf|INF)$/;
const NAN = /^\.(?:nan|NaN|NAN)$/;
const DECIMAL = /^[+-]?(?:0|[1-9][0-9]*)$/;
const PREFIXED = /^([+-]?)0(?:x([0-9a-fA-F]+)|o([0-7]+)|b([01]+))$/;
const FLOAT = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
/** Zeros in front make a text of digits a string. */
const ZERO_LED = /^[+-]?0[0-9]+$/;

const I64_MIN = -(2n ** 63n);
const U64_MAX = 2n ** 64n - 1n;
const I128_MIN = -(2n ** 127n);
const U128_MAX = 2n ** 128n - 1n;
/** No integer of more digits fits 128 bits in any base; longer texts are not even looked at as one. */
const MOST_DIGITS = 140;

export class OutOfRange extends Error {}

/** An integer of up to 128 bits, or null. Throws `OutOfRange` for one that needs more than 64. */
function readInt(text: string): bigint | null {
  const value = integerIn(text);
  if (value === null || value < I128_MIN || value > U128_MAX) return null;
  if (value < I64_MIN || value > U64_MAX) throw new OutOfRange();
  return value;
}

function integerIn(text: string): bigint | null {
  if (DECIMAL.test(text)) {
    if (text.length > MOST_DIGITS) return null;
    return BigInt(text.startsWith('+') ? text.slice(1) : text);
  }
  const match = PREFIXED.exec(text);
  if (match === null) return null;
  const [, sign, hex, octal, binary] = match;
  const digits = (hex ?? octal ?? binary ?? '').replace(/^0+(?=.)/, '');
  if (digits.length > MOST_DIGITS) return null;
  const value = BigInt((hex !== undefined ? '0x' : octal !== undefined ? '0o' : '0b') + digits);
  return sign === '-' ? -value : value;
}

/** A finite number, an infinity or NaN, or null. */
function readFloat(text: string): number | null {
  const infinite = INFINITE.exec(text);
  if (infinite !== null) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (NAN.test(text)) return Number.NaN;
  if (!FLOAT.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** A plain scalar without a tag that steers it. */
function readPlain(text: string): ScalarValue {
  if (text.length <= LONGEST_WORD) {
    if (text === '' || NULLS.has(text)) return { kind: 'null' };
    const bool = BOOLS.get(text);
    if (bool !== undefined) return { kind: 'bool', value: bool };
  }
  if (!mayBeNumber(text.charCodeAt(0))) return { kind: 'string', value: text };
  const int = readInt(text);
  if (int !== null) return { kind: 'int', value: int };
  const float = ZERO_LED.test(text) ? null : readFloat(text);
  return float === null ? { kind: 'string', value: text } : { kind: 'float', value: float };
}

type Steered = { readonly what: string; readonly read: (text: string) => ScalarValue | null };

/** The tags that say how a text is read, whatever its style. */
const STEERING: ReadonlyMap<string, Steered> = new Map<string, Steered>([
  ['tag:yaml.org,2002:null', { what: 'null', read: (text) => (NULLS.has(text) ? { kind: 'null' } : null) }],
  [
    'tag:yaml.org,2002:bool',
    {
      what: 'a boolean',
      read: (text) => {
        const value = BOOLS.get(text);
        return value === undefined ? null : { kind: 'bool', value };
      },
    },
  ],
  [
    'tag:yaml.org,2002:int',
    {
      what: 'an integer',
      read: (text) => {
        const value = readInt(text);
        return value === null ? null : { kind: 'int', value };
      },
    },
  ],
  [
    'tag:yaml.org,2002:float',
    {
      what: 'a float',
      read: (text) => {
        const value = readFloat(text);
        return value === null ? null : { kind: 'float', value };
      },
    },
  ],
]);

/** The name of a local tag (`!x` gives `x`, and a lone `!` itself), null for every other tag. */
export function localTag(tag: string | null): string | null {
  if (tag === null || !tag.startsWith('!')) return null;
  return withoutBang(withoutBang(tag));
}

const withoutBang = (tag: string) => (tag.length > 1 && tag.startsWith('!') ? tag.slice(1) : tag);

/**
 * The value of a scalar, local tags left out (2.3 "Scalars", "Tags"): or, as a text, why it is none.
 * `tag` is resolved.
 */
export function resolveScalar(text: string, style: ScalarStyle, tag: string | null): ScalarValue | string {
  try {
    if (tag === null || localTag(tag) !== null) {
      return style === 'plain' ? readPlain(text) : { kind: 'string', value: text };
    }
    const steered = STEERING.get(tag);
    if (steered === undefined) return { kind: 'string', value: text };
    return steered.read(text) ?? `this text is not ${steered.what}, as its tag says`;
  } catch (error) {
    if (error instanceof OutOfRange) return 'an integer that does not fit 64 bits; quote it';
    throw error;
  }
}
