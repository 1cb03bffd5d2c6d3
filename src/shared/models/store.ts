import { z } from 'zod';
import { findingSchema } from './finding';

/** How the bytes of a package stand to the digest beside it. `not-read`: there is one, and nobody has compared them yet. */
export const digestStateSchema = z.enum(['agrees', 'differs', 'missing', 'malformed', 'not-read']);
export type DigestState = z.infer<typeof digestStateSchema>;

/** What a file was when it was looked at: a digest is remembered as long as these three stay. Bytes, ms, inode. */
export const fileIdentitySchema = z.object({ size: z.number(), mtimeMs: z.number(), ino: z.number() });
export type FileIdentity = Readonly<z.infer<typeof fileIdentitySchema>>;

/** One archive of a version with its two sidecars: the generic one, or one of several platforms. */
export const storeVariantSchema = z.object({
  /** `linux-x86_64`…; null for the archive that every platform uses. */
  platform: z.string().nullable(),
  /** Path relative to the store's root; null where only sidecars are left. */
  archive: z.string().nullable(),
  /** Null where the archive is missing or is no file that could be read. */
  identity: fileIdentitySchema.nullable(),
  /** The digest that the sidecar states, 64 lower-case hex digits; of a malformed one what could be made out. */
  stated: z.string().nullable(),
  /** The digest of the archive's bytes, null while nobody computed it. */
  actual: z.string().nullable(),
  /** When `actual` was computed, ms since 1970. */
  at: z.number().nullable(),
  digest: digestStateSchema,
});
export type StoreVariant = Readonly<z.infer<typeof storeVariantSchema>>;

/** One version of one package in one store, sound or not. */
export const storeRowSchema = z.object({
  /** The version's folder relative to the root, `/` between its parts: unique in a store, stable over changes. */
  key: z.string(),
  /** Null in a store of the older layout, which has no scope level. */
  scope: z.string().nullable(),
  /** `scope/name`, or the bare name without a scope. Exact. */
  name: z.string(),
  version: z.string(),
  /** agent, tool, driver, hook, skill, as `mur list` shows it; empty where nothing says it. */
  runtime: z.string(),
  /** wasm, native, static; null where no sidecar says it. */
  implementation: z.string().nullable(),
  /** As the sidecars declare them: `linux-x86_64`. */
  platforms: z.array(z.string()),
  description: z.string().nullable(),
  /** Bytes of all archives of the version. */
  bytes: z.number(),
  /** When the newest archive was last written, ms since 1970. */
  installed: z.number().nullable(),
  /** The worst of the variants'. */
  digest: digestStateSchema,
  /** Whether `mur list` would print it. */
  listed: z.boolean(),
  variants: z.array(storeVariantSchema),
  findings: z.array(findingSchema),
});
export type StoreRow = Readonly<z.infer<typeof storeRowSchema>>;

/** Which store a root is: the person's, the project's, or one added by hand. */
export const storeKindSchema = z.enum(['global', 'project', 'added']);
export type StoreKind = z.infer<typeof storeKindSchema>;

/** `missing`: nothing there (yet), which is no problem of a global or project store. */
export const storeStateSchema = z.enum(['ready', 'missing', 'unreadable']);
export type StoreState = z.infer<typeof storeStateSchema>;
