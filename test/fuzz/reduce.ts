/**
 * The smallest bytes found that still fail, by cutting out ever smaller stretches (Zeller's ddmin, greedy). `fails` is
 * asked at most `most` times.
 */
export async function reduceBytes(
  bytes: Uint8Array,
  fails: (bytes: Uint8Array) => Promise<boolean>,
  most: number,
): Promise<Uint8Array> {
  let kept = bytes;
  let asked = 0;
  for (let size = Math.ceil(bytes.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length && asked < most; ) {
      const without = new Uint8Array(Buffer.concat([kept.subarray(0, at), kept.subarray(at + size)]));
      asked++;
      if (await fails(without)) kept = without;
      else at += size;
    }
  }
  return kept;
}
