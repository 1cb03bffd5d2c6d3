import { err, ok, type Result } from '../../shared/result';
import { cancelled } from '../io/digest';
import type { Turns } from '../io/turns';
import type { Archive } from '../package/archive';
import type { ContentComparer } from './content';
import type { Pairs } from './pairs';

/** A record whose content stands in the other package under another name. */
export interface Renamed {
  readonly a: number;
  readonly b: number;
  /** Whether the bytes were compared; else size and CRC-32 are equal. */
  readonly verified: boolean;
}

/**
 * Finds the records without a partner whose content is the other side's under another name: by size and CRC-32 first, of
 * several the one with the same last component, then by the bytes where there is a comparer. A folder was renamed where a
 * file in it was and kept the rest of its path. Fails only with `cancelled`.
 */
export async function findRenames(
  a: Archive,
  b: Archive,
  pairs: Pairs,
  comparer: ContentComparer | null,
  turns: Turns,
): Promise<Result<Renamed[]>> {
  const found: Renamed[] = [];
  for (const candidates of groups(a, pairs.aloneInA(), b, pairs.aloneInB())) {
    const matched = await matchGroup(a, b, candidates, comparer, turns);
    if (!matched.ok) return matched;
    for (const renamed of matched.value) found.push(renamed);
  }
  return ok([...found, ...renamedFolders(a, b, pairs, found)]);
}

/** Records that claim one content, on both sides. */
interface Group {
  readonly inA: number[];
  readonly inB: number[];
}

function contentKey(archive: Archive, index: number): string | null {
  const kind = archive.kindOf(index);
  // A folder has no content that it could share.
  if (kind === 'directory') return null;
  return `${archive.sizeOf(index)} ${archive.crcOf(index)} ${kind === 'symlink' ? 'link' : ''}`;
}

function groups(a: Archive, inA: readonly number[], b: Archive, inB: readonly number[]): Group[] {
  if (inA.length === 0 || inB.length === 0) return [];
  const byKey = new Map<string, Group>();
  for (const index of inA) {
    const key = contentKey(a, index);
    if (key === null) continue;
    const group = byKey.get(key);
    if (group) group.inA.push(index);
    else byKey.set(key, { inA: [index], inB: [] });
  }
  for (const index of inB) {
    const key = contentKey(b, index);
    if (key !== null) byKey.get(key)?.inB.push(index);
  }
  return [...byKey.values()].filter((group) => group.inB.length > 0);
}

async function matchGroup(
  a: Archive,
  b: Archive,
  group: Group,
  comparer: ContentComparer | null,
  turns: Turns,
): Promise<Result<Renamed[]>> {
  const found: Renamed[] = [];
  let isMixed = false;
  for (const [from, to] of likelyPairs(a, b, group)) {
    if (turns.due && (await turns.take())) return err(cancelled());
    const answer = comparer === null ? ok('not-read' as const) : await comparer.compare(from, to);
    if (!answer.ok) return answer;
    if (answer.value === 'same' || answer.value === 'not-read')
      found.push({ a: from, b: to, verified: answer.value === 'same' });
    else isMixed = true;
  }
  if (comparer === null || !isMixed) return ok(found);
  // Different contents under one checksum were paired crosswise; their digests tell them apart.
  const [doneA, doneB] = [new Set(found.map((one) => one.a)), new Set(found.map((one) => one.b))];
  const rest = {
    inA: group.inA.filter((index) => !doneA.has(index)),
    inB: group.inB.filter((index) => !doneB.has(index)),
  };
  const more = await matchByDigest(rest, comparer, turns);
  return more.ok ? ok([...found, ...more.value]) : more;
}

/** Pairs of one group: equal last components first, then in directory order. */
function likelyPairs(a: Archive, b: Archive, { inA, inB }: Group): (readonly [number, number])[] {
  if (inA.length === 1 && inB.length === 1) return [[inA[0] ?? 0, inB[0] ?? 0]];
  const made: (readonly [number, number])[] = [];
  const byLeaf = new Map<string, number[]>();
  // From the end, so that the first one is taken first.
  for (let position = inB.length - 1; position >= 0; position--) {
    const index = inB[position] ?? 0;
    const leaf = lastComponent(b.nameOf(index));
    const held = byLeaf.get(leaf);
    if (held) held.push(index);
    else byLeaf.set(leaf, [index]);
  }
  const taken = new Set<number>();
  const left: number[] = [];
  for (const from of inA) {
    const to = byLeaf.get(lastComponent(a.nameOf(from)))?.pop();
    if (to === undefined) left.push(from);
    else {
      taken.add(to);
      made.push([from, to]);
    }
  }
  const free = inB.filter((index) => !taken.has(index));
  for (const [position, from] of left.slice(0, free.length).entries()) made.push([from, free[position] ?? 0]);
  return made;
}

async function matchByDigest({ inA, inB }: Group, comparer: ContentComparer, turns: Turns): Promise<Result<Renamed[]>> {
  const byDigest = new Map<string, number[]>();
  // From the end, so that the first one is taken first.
  for (let position = inA.length - 1; position >= 0; position--) {
    const index = inA[position] ?? 0;
    if (turns.due && (await turns.take())) return err(cancelled());
    const digest = await comparer.digest('a', index);
    if (!digest.ok) return digest;
    if (digest.value === null) continue;
    const held = byDigest.get(digest.value);
    if (held) held.push(index);
    else byDigest.set(digest.value, [index]);
  }
  const found: Renamed[] = [];
  for (const index of inB) {
    if (turns.due && (await turns.take())) return err(cancelled());
    const digest = await comparer.digest('b', index);
    if (!digest.ok) return digest;
    const from = digest.value === null ? undefined : byDigest.get(digest.value)?.pop();
    if (from !== undefined) found.push({ a: from, b: index, verified: true });
  }
  return ok(found);
}

function lastComponent(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Folders above a file that are looked at; nobody nests deeper. */
const DEEPEST = 64;

/** `docs/` became `notes/` where `docs/a.md` became `notes/a.md`. */
function renamedFolders(a: Archive, b: Archive, pairs: Pairs, files: readonly Renamed[]): Renamed[] {
  const foldersA = aloneFolders(a, pairs.aloneInA());
  const foldersB = aloneFolders(b, pairs.aloneInB());
  const found: Renamed[] = [];
  if (foldersA.size === 0 || foldersB.size === 0) return found;
  for (const file of files) {
    let [from, to] = [a.nameOf(file.a), b.nameOf(file.b)];
    for (let depth = 0; depth < DEEPEST; depth++) {
      if (lastComponent(from) !== lastComponent(to)) break;
      [from, to] = [above(from), above(to)];
      if (from === '' || to === '') break;
      const [folderA, folderB] = [foldersA.get(from), foldersB.get(to)];
      if (folderA === undefined || folderB === undefined) continue;
      foldersA.delete(from);
      foldersB.delete(to);
      found.push({ a: folderA, b: folderB, verified: file.verified });
    }
  }
  return found;
}

function above(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

/** Folders' own records by their names without the slash at the end. */
function aloneFolders(archive: Archive, indexes: readonly number[]): Map<string, number> {
  const folders = new Map<string, number>();
  for (const index of indexes) {
    if (archive.kindOf(index) === 'directory') folders.set(archive.nameOf(index).replace(/[/\\]$/, ''), index);
  }
  return folders;
}
