import fc from 'fast-check';

/** Values that break readers of binary formats more often than chance does. */
const TELLING = [0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff];

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const length = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 24 }) }, { weight: 1, arbitrary: fc.nat({ max: 4000 }) });

/** One damage. Places are parts of the whole, so that they fit bytes of any length. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant('bit'), at: place, value: fc.nat({ max: 7 }) }),
  fc.record({ kind: fc.constant('byte'), at: place, value: fc.nat({ max: 255 }) }),
  fc.record({
    kind: fc.constant('number'),
    at: place,
    value: fc.constantFrom(...TELLING),
    width: fc.constantFrom(2, 4, 8),
  }),
  fc.record({ kind: fc.constant('cut'), at: place, length }),
  fc.record({ kind: fc.constant('twice'), at: place, length, times: fc.constantFrom(1, 1, 2, 60) }),
  fc.record({ kind: fc.constant('move'), at: place, to: place, length }),
  fc.record({ kind: fc.constant('end'), at: place }),
  fc.record({ kind: fc.constant('put'), at: place, bytes: fc.uint8Array({ maxLength: 12 }) }),
);
type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

const join = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

function apply(bytes: Uint8Array, one: Damage): Uint8Array {
  const at = Math.floor(one.at * bytes.length);
  if ('to' in one) {
    const piece = bytes.subarray(at, at + one.length);
    const rest = join(bytes.subarray(0, at), bytes.subarray(at + one.length));
    const to = Math.floor(one.to * rest.length);
    return join(rest.subarray(0, to), piece, rest.subarray(to));
  }
  if ('times' in one) {
    const piece = bytes.subarray(at, at + one.length);
    return join(bytes.subarray(0, at), ...Array.from({ length: one.times }, () => piece), bytes.subarray(at));
  }
  if ('length' in one) return join(bytes.subarray(0, at), bytes.subarray(at + one.length));
  if ('bytes' in one) return join(bytes.subarray(0, at), one.bytes, bytes.subarray(at));
  if (!('value' in one)) return bytes.slice(0, at);
  const changed = bytes.slice();
  if ('width' in one) {
    for (let step = 0; step < one.width && at + step < changed.length; step++)
      changed[at + step] = step < 4 ? (one.value >>> (8 * step)) & 255 : 0;
  } else if (at < changed.length) changed[at] = one.kind === 'bit' ? (changed[at] ?? 0) ^ (1 << one.value) : one.value;
  return changed;
}

/** Bytes of one of the seeds with one to five damages; none in a while. */
export function mutated(seeds: fc.Arbitrary<Uint8Array>, most = 5): fc.Arbitrary<Uint8Array> {
  return fc.tuple(seeds, fc.array(damage, { maxLength: most })).map(([seed, damages]) => damages.reduce(apply, seed));
}

/** Text made of pieces that mean something to its reader, with any characters between them. */
export function pieces(known: readonly string[], most = 60): fc.Arbitrary<string> {
  const any = fc.string({ unit: 'binary', maxLength: 4 });
  const piece = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any });
  return fc.array(piece, { maxLength: most, size: 'max' }).map((parts) => parts.join(''));
}

/** The same stretch of text very often: what makes quadratic time and deep recursion show. */
export function repeated(known: readonly string[], most = 20_000): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...known);
  return fc
    .tuple(piece, piece, piece, fc.integer({ min: 1, max: most }))
    .map(([before, piece, after, times]) => before + piece.repeat(times) + after);
}

/** The bytes of texts, half a surrogate pair becoming U+FFFD as in any file. */
export const utf8 = (texts: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> =>
  texts.map((text) => new Uint8Array(Buffer.from(text)));
