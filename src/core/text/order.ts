/**
 * Order of two texts by their UTF-8 bytes, which is the order by code points: Murmur's order of names. UTF-16 order
 * differs where a surrogate pair meets U+E000 or above.
 */
export function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left === right) continue;
    return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Puts the halves of pairs behind every character that needs none. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
