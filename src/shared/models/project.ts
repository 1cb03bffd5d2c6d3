import { z } from 'zod';
import { findingSchema, verdictSchema } from './finding';
import { configRowSchema, failureSchema, grantSchema, manifestFileRowSchema, manifestSummarySchema } from './package';
import { digestStateSchema, storeStateSchema } from './store';

/** Where a declared artifact is: the store a launch takes it from, nowhere, or the project's own files. */
export const artifactPlaceSchema = z.enum(['project', 'global', 'missing', 'local-source']);
export type ArtifactPlace = z.infer<typeof artifactPlaceSchema>;

/**
 * How a declared artifact stands to the lock file. `not-checked`: pinned in this version, with nothing here whose digest
 * could be compared. `not-needed`: a local source is never pinned.
 */
export const lockStateSchema = z.enum([
  'agrees',
  'other-version',
  'other-digest',
  'not-locked',
  'not-checked',
  'no-lock',
  'not-needed',
]);
export type LockState = z.infer<typeof lockStateSchema>;

/** One entry of `artifacts:` against the stores and the lock file. */
export const projectArtifactSchema = z.object({
  /** From 0, in the order of the manifest. */
  index: z.number().int(),
  /** As declared; empty where it has none. */
  name: z.string(),
  version: z.string().nullable(),
  runtime: z.string().nullable(),
  source: z.string().nullable(),
  place: artifactPlaceSchema,
  /** Of an installed one, the version's folder below the store's root. */
  key: z.string().nullable(),
  digest: digestStateSchema.nullable(),
  /** Every version that is installed in either store, in the order of semver. */
  installed: z.array(z.string()),
  lock: lockStateSchema,
  /** What the lock file pins. */
  locked: z.string().nullable(),
  findings: z.array(findingSchema),
});
export type ProjectArtifact = Readonly<z.infer<typeof projectArtifactSchema>>;

/** A project: its `murmur.yaml` beside what it means here. No value of a config, nothing that looks like a secret. */
export const projectSchema = z.object({
  /** The folder, made visible. */
  folder: z.string(),
  manifest: z.union([manifestSummarySchema, z.object({ error: failureSchema })]),
  artifacts: z.array(projectArtifactSchema),
  manifestFiles: z.array(manifestFileRowSchema),
  configs: z.array(configRowSchema),
  /** The names of the configured artifacts as a launch lists them, or why it refuses the list. */
  configured: z.union([z.array(z.string()), z.object({ refused: z.string() })]),
  grants: z.array(grantSchema),
  lock: z.object({
    state: z.enum(['none', 'read', 'refused']),
    /** As written. */
    version: z.string().nullable(),
    entries: z.number().int(),
  }),
  /** What the lock file pins and nothing declares. */
  undeclared: z.array(z.object({ name: z.string(), version: z.string() })),
  stores: z.array(z.object({ kind: z.enum(['project', 'global']), root: z.string(), state: storeStateSchema })),
  /** Of everything, the artifacts' too. */
  findings: z.array(findingSchema),
  verdict: verdictSchema,
});
export type Project = Readonly<z.infer<typeof projectSchema>>;
