import { err, ok, type Result } from '../../shared/result';
import { cancelled } from '../io/digest';
import type { Turns } from '../io/turns';
import type { Archive } from '../package/archive';

/** Which records of two archives are the same entry. */
export class Pairs {
  /** Of each record of the first archive its partner in the second, -1 for none; and the reverse. */
  readonly toB: Int32Array;
  readonly toA: Int32Array;

  constructor(a: Archive, b: Archive) {
    this.toB = new Int32Array(a.recordCount).fill(-1);
    this.toA = new Int32Array(b.recordCount).fill(-1);
  }

  join(a: number, b: number): void {
    this.toB[a] = b;
    this.toA[b] = a;
  }

  /** Records of the first archive without a partner, in its order. */
  aloneInA(): number[] {
    return alone(this.toB);
  }

  aloneInB(): number[] {
    return alone(this.toA);
  }
}

function alone(partners: Int32Array): number[] {
  const found: number[] = [];
  for (let index = 0; index < partners.length; index++) if (partners[index] === -1) found.push(index);
  return found;
}

/**
 * Pairs records by name: by the name's bytes first, then, of those that are left, by Murmur's safe name (`./a` and `a` are
 * one file to its resolver). Of records with equal names the last ones belong together, since the last is the one that
 * Murmur sees. Fails only with `cancelled`.
 */
export async function pairByName(a: Archive, b: Archive, turns: Turns): Promise<Result<Pairs>> {
  const pairs = new Pairs(a, b);
  const all = (archive: Archive) => Array.from({ length: archive.recordCount }, (_, index) => index);
  if (await join(pairs, [a, all(a)], [b, all(b)], rawKey, turns)) return err(cancelled());
  if (await join(pairs, [a, pairs.aloneInA()], [b, pairs.aloneInB()], safeKey, turns)) return err(cancelled());
  return ok(pairs);
}

/** Bytes as text: one character a byte. */
function rawKey(archive: Archive, index: number): string {
  const { buffer, byteOffset, length } = archive.rawNameOf(index);
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

/** A folder is never the same entry as a file. */
function safeKey(archive: Archive, index: number): string | null {
  const name = archive.safeNameOf(index);
  if (name === null || name === '') return null;
  return archive.kindOf(index) === 'directory' ? `${name}/` : name;
}

type Records = readonly [archive: Archive, indexes: readonly number[]];

/** Joins the records whose keys are equal, last with last; answers whether it was stopped. */
async function join(
  pairs: Pairs,
  [a, inA]: Records,
  [b, inB]: Records,
  keyOf: (archive: Archive, index: number) => string | null,
  turns: Turns,
): Promise<boolean> {
  if (inA.length === 0 || inB.length === 0) return false;
  // The map holds the last record of each key, and each record the one before it.
  const last = new Map<string, number>();
  const before = new Int32Array(b.recordCount).fill(-1);
  for (const index of inB) {
    const key = keyOf(b, index);
    if (key !== null) {
      before[index] = last.get(key) ?? -1;
      last.set(key, index);
    }
    if (turns.due && (await turns.take())) return true;
  }
  for (let position = inA.length - 1; position >= 0; position--) {
    const index = inA[position] ?? 0;
    const key = keyOf(a, index);
    const partner = key === null ? undefined : last.get(key);
    if (key !== null && partner !== undefined && partner >= 0) {
      pairs.join(index, partner);
      last.set(key, before[partner] ?? -1);
    }
    if (turns.due && (await turns.take())) return true;
  }
  return false;
}
