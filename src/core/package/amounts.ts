/** A count in a sentence: `1,234`. */
export function number(count: number): string {
  // By hand: the first use of a locale costs more than opening a package.
  return String(count).replace(/\B(?=(?:[0-9]{3})+$)/g, ',');
}

/** A size in a sentence: `1 byte`, `1,234 bytes`. */
export function bytes(count: number): string {
  return count === 1 ? '1 byte' : `${number(count)} bytes`;
}
