/** A count in a sentence: `1,234`. */
export function number(count: number): string {
  return count.toLocaleString('en-US');
}

/** A size in a sentence: `1 byte`, `1,234 bytes`. */
export function bytes(count: number): string {
  return count === 1 ? '1 byte' : `${number(count)} bytes`;
}
