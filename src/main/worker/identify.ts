import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openFile, readFailure } from '../../core/io/source';
import { err, failure, ok, type Result } from '../../shared/result';
import type { Identified } from '../opening';
import type { OpenedKind } from '../tokens';

const HINT = 'A .mur.zip package can be opened.';
const LOCAL_HEADER = 'PK\u0003\u0004';
const END_RECORD = 'PK\u0005\u0006';
/** An end record and the longest comment after it. */
const TAIL = 22 + 65_535;

/** What a path is, from its name and its first and last bytes. */
export function identify(path: string): Result<Identified> {
  try {
    return statSync(path).isDirectory() ? folder(path) : file(path);
  } catch (error) {
    const { code, message, hint } = readFailure(error);
    return err(failure(code, code === 'ENOENT' ? 'does not exist.' : `cannot be opened: ${message}.`, hint));
  }
}

function file(path: string): Result<Identified> {
  const name = basename(path).toLowerCase();
  if (name === 'runners.toml') return kind('naming');
  const opened = openFile(path);
  if (!opened.ok) return err({ ...opened.error, message: `cannot be opened: it ${opened.error.message}.` });
  const source = opened.value;
  try {
    if (/\.(zip|skill)$/.test(name) || isZip(source)) return kind('package');
    const what = source.size === 0 ? 'is an empty file, not a package.' : 'is not a package: it is no zip archive.';
    return err(failure('not-openable', what, HINT));
  } finally {
    source.close();
  }
}

function isZip(source: { size: number; read(offset: number, length: number): Uint8Array }): boolean {
  const text = (offset: number, length: number) => Buffer.from(source.read(offset, length)).toString('latin1');
  return text(0, 4) === LOCAL_HEADER || text(Math.max(0, source.size - TAIL), TAIL).includes(END_RECORD);
}

function folder(path: string): Result<Identified> {
  const names = readdirSync(path).map((name) => name.toLowerCase());
  const kinds: OpenedKind[] = [];
  if (names.includes('murmur.yaml')) kinds.push('project');
  if (names.includes('skill.md') || names.some((name) => hasSkill(join(path, name)))) kinds.push('skills');
  if (basename(path) === 'artifacts') kinds.push('registry');
  const [first, ...also] = kinds;
  if (first) return ok({ kind: first, also });
  return err(failure('not-openable', 'is a folder, not a package.', HINT));
}

function hasSkill(path: string): boolean {
  return statSync(join(path, 'SKILL.md'), { throwIfNoEntry: false })?.isFile() === true;
}

const kind = (given: OpenedKind): Result<Identified> => ok({ kind: given, also: [] });
