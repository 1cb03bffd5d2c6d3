import type { Finding } from '../../shared/models/finding';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import type { Archive } from '../package/archive';
import { readEntry } from '../package/read';
import { decodeUtf8, utf8FaultText } from '../text/utf8';
import { modelFinding } from './findings';

/** The file that `mur build` writes last. */
export const BUILD_INFO_NAME = 'murmur-build.json';
/** Bytes of it that are read; `mur build` writes 21. */
const LIMIT = 1024 * 1024;
const MAX_U64 = 18_446_744_073_709_551_615n;

/** The build info of a package: null without the file, else its level or Murmur's reason (spec 2.1). */
export function readBuildInfo(archive: Archive): Result<{ readonly builtAtLevel: number } | null> {
  const index = archive.byName(BUILD_INFO_NAME);
  if (index === null) return ok(null);
  const bytes = readEntry(archive, index, { limit: LIMIT });
  if (!bytes.ok) return refuse(`cannot be read (${bytes.error.message})`);
  const text = decodeUtf8(bytes.value);
  if (!text.ok) return refuse(`is not JSON (${utf8FaultText(text.fault)})`);
  const level = builtAtLevel(text.text);
  return level.ok ? ok({ builtAtLevel: level.value }) : level;
}

/** The finding of a build info that Murmur cannot read. */
export function buildInfoFinding(archive: Archive, { message }: Failure): Finding {
  const index = archive.byName(BUILD_INFO_NAME);
  const at = { entry: BUILD_INFO_NAME, ...(index === null ? {} : { index }) };
  return modelFinding('build-info-broken', `${message}.`, at);
}

const refuse = (why: string): Result<never, Failure> => err(failure(null, `${BUILD_INFO_NAME} ${why}`));

/** The level in a text: the last of equal keys counts, other keys are ignored. */
export function builtAtLevel(text: string): Result<number> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The engine's message may quote the text; only its kind is kept.
    return refuse(`is not JSON (${error instanceof SyntaxError ? 'syntax error' : 'too deep'})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('is not a JSON object');
  const written = lastMember(text, 'built_at_level');
  if (written === null) return refuse('sets no built_at_level');
  // JavaScript reads 1.0 and 1e0 as 1; Murmur takes neither for an integer.
  if (/^(?:0|[1-9]\d*)$/.test(written) && BigInt(written) <= MAX_U64) return ok(Number(written));
  const shown = written.length > 200 ? `${written.slice(0, 200)}…` : written;
  return refuse(`sets built_at_level to ${shown}, which is not a non-negative integer`);
}

/** The text of the last member of this name in the outermost object of a valid JSON text; null if there is none. */
function lastMember(text: string, name: string): string | null {
  let depth = 0;
  let found: string | null = null;
  let key: string | null = null;
  let start = -1;
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g)) {
    if (depth === 1 && start < 0 && token.startsWith('"')) key = JSON.parse(token);
    if (depth === 1 && token === ':') start = index + 1;
    const ends = depth === 1 && (token === ',' || token === '}');
    if (ends && start >= 0) {
      if (key === name) found = text.slice(start, index).trim();
      start = -1;
    }
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
  }
  return found;
}
