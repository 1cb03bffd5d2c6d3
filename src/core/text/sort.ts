import { compareBytes } from './order';

const SURROGATE = /[\ud800-\udfff]/;

/** Positions of names in the order of their UTF-8 bytes; equal names keep their order. */
export function positionsByBytes(names: readonly string[]): number[] {
  const positions = names.map((_, position) => position);
  if (names.some((name) => SURROGATE.test(name)))
    return positions.sort((a, b) => compareBytes(names[a] ?? '', names[b] ?? ''));
  // Without surrogate pairs, which nearly no archive has, the order of UTF-16 is that of UTF-8, and much quicker.
  return positions.sort((a, b) => {
    const [left, right] = [names[a] ?? '', names[b] ?? ''];
    return left < right ? -1 : left > right ? 1 : 0;
  });
}
