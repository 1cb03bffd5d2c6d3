import { basename, dirname } from 'node:path';
import { err, failure, ok, type Result } from '../../shared/result';
import { type ByteSource, guardReads, openFile } from '../io/source';
import { openArchive } from '../package/archive';
import { MANIFEST_NAME } from '../store/roots';
import type { OpenChoice } from './choice';
import { whatFileIs } from './magic';

/** Files that stand for the project's folder. */
const PROJECT_FILES: ReadonlySet<string> = new Set([MANIFEST_NAME, 'murmur.lock']);
const LOCAL_HEADER = 'PK\u0003\u0004';
const END_RECORD = 'PK\u0005\u0006';
/** An end record and the longest comment after it. Bytes. */
const TAIL = 22 + 65_535;
/** Bytes at the beginning that are looked at. */
const HEAD = 64 * 1024;

/** The views of a regular file; none is the failure `not-openable` with what it is. */
export function viewsOfFile(path: string): Result<readonly OpenChoice[]> {
  const name = basename(path).toLowerCase();
  if (PROJECT_FILES.has(basename(path))) return ok([{ kind: 'project', path: dirname(path) }]);
  if (name === 'runners.toml') return ok([{ kind: 'naming', path }]);
  if (name === 'skill.md') return ok([{ kind: 'skills', path }]);
  const opened = openFile(path);
  if (!opened.ok)
    return err(failure(opened.error.code, `cannot be opened: it ${opened.error.message}`, opened.error.hint));
  const source = opened.value;
  try {
    return guardReads(() => {
      if (isZip(source) || /\.mur\.zip$/.test(name)) return ok(viewsOfArchive(path, name, source));
      const head = source.read(0, HEAD);
      if (holdsBlocks(name, head) || pinsRunners(name, head)) return ok([{ kind: 'naming', path }]);
      return err(failure('not-openable', whatFileIs(name, head)));
    });
  } finally {
    source.close();
  }
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/** A local header at the beginning, or an end record where one may stand: an archive may have something in front. */
function isZip(source: ByteSource): boolean {
  if (latin1(source.read(0, 4)) === LOCAL_HEADER) return true;
  return latin1(source.read(Math.max(0, source.size - TAIL), TAIL)).includes(END_RECORD);
}

/** A `.skill` or `.zip` with a SKILL.md and no murmur.yaml holds skills; it can be looked at as an archive too. */
function viewsOfArchive(path: string, name: string, source: ByteSource): OpenChoice[] {
  const asPackage: OpenChoice = { kind: 'package', path };
  if (!/\.(skill|zip)$/.test(name) || name.endsWith('.mur.zip')) return [asPackage];
  const archive = openArchive(source);
  if (!archive.ok) return [asPackage];
  const { seen, nameOf, byName } = archive.value;
  if (byName.call(archive.value, 'murmur.yaml') !== null) return [asPackage];
  const hasSkill = seen.some((index) => /(?:^|\/)skill\.md$/i.test(nameOf.call(archive.value, index)));
  return hasSkill ? [{ kind: 'skills', path }, asPackage] : [asPackage];
}

/** Blocks for naming: a JSON list or JSON lines whose first element has a `block_id` and a `packet`. */
function holdsBlocks(name: string, head: Uint8Array): boolean {
  if (!/\.(jsonl?|ndjson)$/.test(name)) return false;
  const text = Buffer.from(head.buffer, head.byteOffset, head.length)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  if (!/^\s*(?:\[\s*)?\{/.test(text)) return false;
  return /"block_id"\s*:/.test(text) && /"packet"\s*:/.test(text);
}

const pinsRunners = (name: string, head: Uint8Array) =>
  name.endsWith('.toml') && /^\s*\[\[\s*runner\s*\]\]/m.test(latin1(head));
