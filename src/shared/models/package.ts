import { z } from 'zod';
import { findingSchema, verdictSchema } from './finding';

/** `{code, message, hint?, place?}`: the one form of an error in a model. */
export const failureSchema = z.object({
  code: z.string().nullable(),
  message: z.string(),
  hint: z.string().optional(),
  place: z.object({ line: z.number().int(), column: z.number().int() }).optional(),
});

export const entryKindSchema = z.enum(['file', 'directory', 'symlink', 'other']);
export type EntryKind = z.infer<typeof entryKindSchema>;

/** One record of the central directory, as `inspect` answers it. Sizes in bytes. */
export const entrySchema = z.object({
  index: z.number().int(),
  /** Exact, as Murmur decodes it. */
  name: z.string(),
  /** Hex of the raw bytes, where they are not UTF-8. */
  nameBytes: z.string().optional(),
  kind: entryKindSchema,
  method: z.number().int(),
  compressedSize: z.number(),
  size: z.number(),
  /** Eight lower-case hex digits. */
  crc32: z.string(),
  encrypted: z.boolean(),
  /** `YYYY-MM-DDTHH:MM:SS` or null where the DOS fields are no date. */
  modified: z.string().nullable(),
  /** The name under Murmur's rule, null where it refuses the name. */
  safeName: z.string().nullable(),
  /** Which uses reach this record: Murmur's reader (last of equal names), its path resolver (first of equal safe names). */
  readBy: z.array(z.enum(['murmur', 'resolver'])),
  /** Ids of the findings about this record. */
  findings: z.array(z.string()),
  read: z
    .union([
      z.object({ ok: z.literal(true), sha256: z.string() }),
      z.object({ ok: z.literal(false), code: z.string().nullable(), message: z.string() }),
    ])
    .optional(),
});
export type Entry = Readonly<z.infer<typeof entrySchema>>;

/** What a launch would run, and what a component asks for. */
export const payloadSchema = z.union([
  z.object({
    kind: z.enum(['wasm', 'native', 'skill']),
    entry: z.string().nullable(),
    imports: z.array(z.string()).optional(),
    exports: z.array(z.string()).optional(),
    interfaces: z.object({ error: failureSchema }).optional(),
  }),
  z.object({ error: failureSchema }),
]);
export type Payload = Readonly<z.infer<typeof payloadSchema>>;

/** A packed manifest's identity plus what a reader wants at a glance. */
export const manifestSummarySchema = z.object({
  name: z.string(),
  version: z.string(),
  runtime: z.string(),
  implementation: z.string().optional(),
  execution: z.string().optional(),
  description: z.string().optional(),
  requiresFiles: z.array(z.string()).optional(),
});
export type ManifestSummary = Readonly<z.infer<typeof manifestSummarySchema>>;

/** One grant of a `capabilities:` block, capsule-wide (`artifact` null) or of one artifact. */
export const grantSchema = z.object({
  artifact: z.string().nullable(),
  /** network, filesystem, shell, spawn, env, state, install… */
  group: z.string(),
  /** The path under `capabilities:`, as `network.allow`. */
  key: z.string(),
  /** What is allowed, in the manifest's words; never a config value. */
  values: z.array(z.string()),
});
export type Grant = Readonly<z.infer<typeof grantSchema>>;

export const manifestFileRowSchema = z.object({
  key: z.string(),
  declared: z.string(),
  resolved: z.string(),
  base: z.enum(['manifest-folder', 'installed-package', 'host-path']),
  found: z.boolean(),
  reason: z.string().optional(),
});
export type ManifestFileRow = Readonly<z.infer<typeof manifestFileRowSchema>>;

/** Bytes of compact JSON against the limit, or Murmur's refusal. Never the values. */
export const configRowSchema = z.union([
  z.object({ artifact: z.string(), bytes: z.number().int(), limit: z.number().int() }),
  z.object({ artifact: z.string(), refused: z.string() }),
]);
export type ConfigRow = Readonly<z.infer<typeof configRowSchema>>;

export const skillRowSchema = z.object({ path: z.string(), description: z.string().nullable() });
export type SkillRow = Readonly<z.infer<typeof skillRowSchema>>;

/** Everything `inspect` says about a package but its entries, which may be many and cross in slices. */
export const packageSummarySchema = z.object({
  file: z.string(),
  bytes: z.number(),
  /** Null while it was not computed. */
  sha256: z.string().nullable(),
  /** Names Murmur sees, equal names once. */
  entryCount: z.number().int(),
  /** Records of the directory, also those Murmur does not see. */
  recordCount: z.number().int(),
  totals: z.object({ packed: z.number(), unpacked: z.number() }),
  payload: payloadSchema,
  buildInfo: z.union([z.object({ builtAtLevel: z.number() }), z.object({ error: failureSchema }), z.null()]),
  manifest: z.union([manifestSummarySchema, z.object({ error: failureSchema })]),
  /** `<scope>/<name>@<version>` as shown in resolved paths. */
  label: z.string(),
  grants: z.array(grantSchema),
  manifestFiles: z.array(manifestFileRowSchema),
  requiredFiles: z.array(z.object({ declared: z.string(), present: z.boolean() })),
  configs: z.array(configRowSchema),
  skills: z.array(skillRowSchema),
  findings: z.array(findingSchema),
  verdict: verdictSchema,
});
export type PackageSummary = Readonly<z.infer<typeof packageSummarySchema>>;
