// Cases as JSON that a person can read: bytes that are text stay text, and what JSON does not know is tagged.

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const TAG = '$';

/** A value as JSON; `decode` gives back the same. Understands what crosses a process border by structured clone. */
export function encode(value: unknown): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : tagged('number', Object.is(value, -0) ? '-0' : `${value}`);
  if (typeof value === 'bigint') return tagged('bigint', `${value}`);
  if (value instanceof Uint8Array) return bytesOf(value);
  if (value instanceof Date) return tagged('date', encode(value.getTime()));
  if (value instanceof Map)
    return tagged(
      'map',
      [...value].map((pair) => pair.map(encode)),
    );
  if (Array.isArray(value)) return Array.from(value, encode);
  if (typeof value === 'object')
    return tagged(
      'object',
      Object.entries(value).map(([key, one]) => [key, encode(one)]),
    );
  return tagged('undefined', null);
}

const tagged = (kind: string, value: Json): Json => ({ [TAG]: kind, value });

function bytesOf(bytes: Uint8Array): Json {
  const text = Buffer.from(bytes).toString('utf8');
  const same = Buffer.compare(Buffer.from(text), bytes) === 0;
  return same ? tagged('text', text) : tagged('bytes', Buffer.from(bytes).toString('base64'));
}

const DECODERS: Readonly<Record<string, (value: never) => unknown>> = {
  number: (value: string) => Number(value),
  bigint: (value: string) => BigInt(value),
  text: (value: string) => new Uint8Array(Buffer.from(value)),
  bytes: (value: string) => new Uint8Array(Buffer.from(value, 'base64')),
  date: (value: Json) => new Date(Number(decode(value))),
  map: (value: Json[][]) => new Map(value.map(([key, one]) => [decode(key), decode(one)])),
  object: (value: [string, Json][]) => {
    const made = {};
    // A key may be `__proto__`: it is defined, never set.
    for (const [key, one] of value)
      Object.defineProperty(made, key, { value: decode(one), enumerable: true, configurable: true, writable: true });
    return made;
  },
  undefined: () => undefined,
};

export function decode(json: Json | undefined): unknown {
  if (json === undefined) return undefined;
  if (Array.isArray(json)) return json.map(decode);
  if (typeof json !== 'object' || json === null) return json;
  const decoder = DECODERS[String(json[TAG])];
  if (decoder === undefined) throw new Error(`a case holds an unknown tag: ${JSON.stringify(json).slice(0, 80)}`);
  return decoder(json.value as never);
}
