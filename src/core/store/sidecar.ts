import { z } from 'zod';
import { err, failure, ok, type Result } from '../../shared/result';
import { decodeUtf8 } from '../text/utf8';
import { repeatedKey } from './repeated-key';

/** How a package is run, as the sidecar says it (spec 2.2). */
export const IMPLEMENTATIONS = ['wasm', 'native', 'static'] as const;
/** What an artifact is for. */
export const KINDS = ['agent', 'tool', 'driver', 'hook', 'skill'] as const;

/** Bytes of a `.meta.json` that are read at most. */
export const META_LIMIT = 1024 * 1024;

const metaSchema = z.object({
  meta: z.object({
    name: z.string(),
    version: z.string(),
    runtime: z.string(),
    artifact_runtime: z.string(),
    platforms: z.array(z.tuple([z.string(), z.string()])).default([]),
    description: z.string().nullish(),
    tags: z.array(z.string()).default([]),
    built_at_level: z.number().int().nonnegative().nullish(),
  }),
});
const META_KEYS: ReadonlySet<string> = new Set(Object.keys(metaSchema.shape.meta.shape));

/** A `.meta.json`, read. */
export interface Meta {
  readonly name: string;
  readonly version: string;
  /** wasm, native, static, or what Murmur does not know. */
  readonly runtime: string;
  /** agent, tool, driver, hook, skill, or what Murmur does not know. */
  readonly artifactRuntime: string;
  /** `linux-x86_64`, as declared. */
  readonly platforms: readonly string[];
  readonly description: string | null;
}

/**
 * Reads the bytes of a `.meta.json` as strictly as Murmur does: UTF-8 without a byte order mark, one JSON object, every
 * field of its type, none twice. An unknown `runtime` is no failure here: the caller says it by an id of its own.
 * @returns the failure's message ends a sentence that begins with the file's name
 */
export function readMeta(bytes: Uint8Array): Result<Meta> {
  if (bytes.length > META_LIMIT) return broken(`is larger than ${META_LIMIT} bytes`);
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return broken('is not UTF-8');
  const { text } = decoded;
  if (text.trim() === '') return broken('is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return broken('is not JSON');
  }
  const parsed = metaSchema.safeParse(value);
  if (!parsed.success) return broken(whatIsWrong(value, parsed.error));
  const twice = repeatedKey(text, 'meta', META_KEYS);
  if (twice !== null) return broken(`has the field '${twice}' twice`);
  const { meta } = parsed.data;
  return ok({
    name: meta.name,
    version: meta.version,
    runtime: meta.runtime,
    artifactRuntime: meta.artifact_runtime,
    platforms: meta.platforms.map(([os, arch]) => `${os}-${arch}`),
    description: meta.description ?? null,
  });
}

const broken = (message: string): Result<never> => err(failure('meta-broken', message));

/** The first problem in words; a flat file, as other tools write it, is worth its own. */
function whatIsWrong(value: unknown, error: z.ZodError): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not a JSON object';
  if (!('meta' in value)) {
    return 'name' in value ? "has its fields at the top; Murmur wants them below 'meta'" : "has no field 'meta'";
  }
  const issue = error.issues[0];
  const path = issue?.path.join('.') ?? 'meta';
  if (issue?.code === 'invalid_type' && issue.input === undefined && !has(value, issue.path)) {
    return `has no field '${path}'`;
  }
  return `has a field '${path}' that is not what Murmur expects`;
}

function has(value: unknown, path: readonly PropertyKey[]): boolean {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return true;
}

const DIGEST = /^[0-9a-f]{64}$/;

/** Bytes of a `.sha256` that are looked at; the right one has 64. */
export const DIGEST_LIMIT = 4096;

/** A `.sha256`, read. */
export interface StatedDigest {
  /** 64 lower-case hex digits; of a malformed one what could be made out, else null. */
  readonly stated: string | null;
  /** What is wrong with how it is written, ending a sentence that begins with the file's name; null when nothing is. */
  readonly malformed: string | null;
}

/** Reads the bytes of a `.sha256`: 64 lower-case hex digits, no newline (spec 2.2). */
export function readDigest(bytes: Uint8Array): StatedDigest {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (DIGEST.test(text)) return { stated: text, malformed: null };
  const first = /^\s*([0-9a-fA-F]{64})(?![0-9a-fA-F])/.exec(text)?.[1];
  return { stated: first?.toLowerCase() ?? null, malformed: howMalformed(text, first) };
}

function howMalformed(text: string, digits: string | undefined): string {
  if (text === '') return 'is empty';
  if (digits === undefined) return 'holds no SHA-256';
  const rest = text.trim().slice(64);
  if (rest !== '') return 'holds more than the digest, as `sha256sum` writes it';
  if (text.length !== 64)
    return /[\r\n]/.test(text) ? 'has a newline around the digest' : 'has blanks around the digest';
  return 'is in upper case';
}
