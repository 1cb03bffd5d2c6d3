import { z } from 'zod';
import { findingSchema } from '../models/finding';
import { digestStateSchema, storeKindSchema, storeRowSchema, storeStateSchema } from '../models/store';
import { openedSchema, tokenSchema } from './app';
import { call } from './define';

/** Names a store in the window: its root stays in main. */
export const storeIdSchema = z.string().regex(/^store-[0-9a-f]{16}$/);
export type StoreId = z.infer<typeof storeIdSchema>;

/** One store of the table. */
export const storeSummarySchema = z.object({
  id: storeIdSchema,
  kind: storeKindSchema,
  /** `global`, `project`, or the last part of a folder added by hand; made visible. */
  label: z.string(),
  /** The folder, made visible. For showing only. */
  root: z.string(),
  /** `reading` until it was read for the first time. */
  state: z.union([storeStateSchema, z.literal('reading')]),
  packages: z.number().int(),
  /** Bytes of all archives. */
  bytes: z.number(),
  /** Packages whose digest was compared and agrees, or differs. */
  agree: z.number().int(),
  differ: z.number().int(),
  /** Rows with an error, and with a warning but no error. */
  errors: z.number().int(),
  warnings: z.number().int(),
  /** What belongs to no row: stray files, folders that cannot be read. At most a few hundred. */
  findings: z.array(findingSchema),
});
export type StoreSummary = Readonly<z.infer<typeof storeSummarySchema>>;

export const registrySortSchema = z.enum([
  'name',
  'version',
  'store',
  'runtime',
  'platforms',
  'size',
  'installed',
  'digest',
  'problems',
]);
export type RegistrySort = z.infer<typeof registrySortSchema>;

/** How the table is asked for. Sorting, filtering and grouping happen in main, never in the window. */
export const registryQuerySchema = z.object({
  sort: registrySortSchema,
  direction: z.enum(['up', 'down']),
  /** Case-insensitive part of `scope/name@version`, runtime, platform or description. */
  filter: z.string().max(4096),
  /** Show only rows with problems of this weight or more. */
  problems: z.enum(['any', 'warning', 'error']),
  digests: z.array(digestStateSchema).max(5),
  /** Stores that are shown; empty for all. */
  stores: z.array(storeIdSchema).max(1000),
  group: z.enum(['none', 'name', 'store']),
  /** Groups folded by hand, as keys of rows. */
  folded: z.array(z.string()).max(200_000),
});
export type RegistryQuery = Readonly<z.infer<typeof registryQuerySchema>>;

/** One visible row: a group, or one version of one package in one store. */
export const registryRowSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('group'),
    /** Stable: `g:<name>` or `g:<store>`. */
    key: z.string(),
    /** Made visible. */
    label: z.string(),
    open: z.boolean(),
    packages: z.number().int(),
    /** Bytes. */
    bytes: z.number(),
    errors: z.number().int(),
    warnings: z.number().int(),
  }),
  z.object({
    kind: z.literal('package'),
    /** Stable as long as the version's folder is there: selection and scroll hold on to it. */
    key: z.string(),
    /** In a group, one step in. */
    depth: z.number().int(),
    store: storeIdSchema,
    storeLabel: z.string(),
    /** `scope/name@version`, exact: what is copied. */
    reference: z.string(),
    row: storeRowSchema,
    /** Names of open projects that declare this version, made visible. */
    declaredBy: z.array(z.string()),
  }),
]);
export type RegistryRow = Readonly<z.infer<typeof registryRowSchema>>;

/** A made table: rows are then asked for by slices of it. A table of an older state of the stores stays usable for a while. */
export const registryTableSchema = z.object({
  table: z.number().int(),
  rows: z.number().int(),
  /** Packages that pass the filter, and all. */
  matches: z.number().int(),
  packages: z.number().int(),
  /** Bytes of those that pass. */
  bytes: z.number(),
});
export type RegistryTable = Readonly<z.infer<typeof registryTableSchema>>;

export const registrySchema = z.object({ stores: z.array(storeSummarySchema) });
export type RegistrySummary = Readonly<z.infer<typeof registrySchema>>;

/** What is known of a package tab's place in a store. */
export const installedSchema = z.object({
  store: storeIdSchema,
  storeLabel: z.string(),
  key: z.string(),
  reference: z.string(),
  digest: digestStateSchema,
  /** When the digest was computed, ms since 1970. */
  at: z.number().nullable(),
  declaredBy: z.array(z.string()),
});
export type Installed = Readonly<z.infer<typeof installedSchema>>;

const keySchema = z.string().max(4096);

export const registryCalls = {
  /** Reads the stores and follows them from then on. Answers at once: stores still being read say so. */
  'registry:open': call(z.tuple([]), registrySchema),
  /** Asks which folder; null if the person changed their mind. */
  'registry:add-root': call(z.tuple([]), registrySchema.nullable()),
  /** The folder behind a token that was opened as a store. */
  'registry:add-opened': call(z.tuple([tokenSchema]), registrySchema),
  /** Only stores added by hand can be removed; nothing on disk changes. */
  'registry:remove-root': call(z.tuple([storeIdSchema]), registrySchema),
  /** Reads everything again. */
  'registry:refresh': call(z.tuple([]), registrySchema),
  'registry:table': call(z.tuple([registryQuerySchema]), registryTableSchema),
  'registry:rows': call(
    z.tuple([z.number().int(), z.number().int().nonnegative(), z.number().int().min(1).max(500)]),
    z.array(registryRowSchema),
  ),
  /** The row number of a key in a made table, null if it is not shown there. */
  'registry:row-of': call(z.tuple([z.number().int(), keySchema]), z.number().int().nullable()),
  /**
   * Computes digests, of these rows or of all, and looks into each package; with `fresh` also of what is remembered.
   * Progress comes as `registry:progress`, results as `registry:changed`. Aborting stops it and keeps what is done.
   */
  'registry:verify': call(
    z.tuple([z.object({ keys: z.union([z.literal('all'), z.array(keySchema).max(200_000)]), fresh: z.boolean() })]),
    z.object({
      packages: z.number().int(),
      agree: z.number().int(),
      differ: z.number().int(),
      unread: z.number().int(),
    }),
  ),
  /** Opens a version's archive in a package tab; of several platforms the one named, else this machine's. */
  'registry:open-package': call(z.tuple([keySchema, z.string().max(100).nullable()]), openedSchema),
  'registry:reveal': call(z.tuple([keySchema]), z.null()),
  /** What is known of an open package's place in a store; null for one that lies elsewhere. */
  'registry:about': call(z.tuple([tokenSchema]), installedSchema.nullable()),
} as const;

export const registryEvents = {
  /** Stores were read, changed on disk, came or went, or digests became known: ask for the table again. */
  'registry:changed': z.object({
    stores: z.array(storeSummarySchema),
    /** Keys of rows, at most a few hundred of each. */
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
  }),
  'registry:progress': z.object({
    packages: z.number().int(),
    ofPackages: z.number().int(),
    /** Bytes. */
    done: z.number(),
    total: z.number(),
  }),
} as const;
