import { z } from 'zod';
import { failureSchema } from './package';

/** What became of an entry between two packages. A renamed entry (same content) is nothing else. */
export const entryChangeSchema = z.enum(['changed', 'renamed', 'added', 'removed']);
export type EntryChange = z.infer<typeof entryChangeSchema>;

/** How many entries of each kind; `same` are those that stand in both packages unchanged. */
export const changeCountsSchema = z.object({
  added: z.number().int(),
  removed: z.number().int(),
  renamed: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
});
export type ChangeCounts = Readonly<z.infer<typeof changeCountsSchema>>;

/**
 * Where two documents differ, as paths of keys (`artifacts[murmur/x].version`); never a value. A whole block that came or
 * went is one path. `more`: there are further ones that are not listed.
 */
export const keyChangesSchema = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
  more: z.boolean(),
});
export type KeyChanges = Readonly<z.infer<typeof keyChangesSchema>>;

/** One of the two packages. Sizes in bytes. */
export const compareSideSchema = z.object({
  /** Its path as shown. */
  file: z.string(),
  label: z.string(),
  name: z.string().nullable(),
  version: z.string().nullable(),
  bytes: z.number(),
  /** Null while it was not computed. */
  sha256: z.string().nullable(),
  recordCount: z.number().int(),
  packed: z.number(),
  unpacked: z.number(),
});
export type CompareSide = Readonly<z.infer<typeof compareSideSchema>>;

const unreadable = z.object({ from: failureSchema.nullable(), to: failureSchema.nullable() });

/** Grants of one key of one artifact (null: of the capsule): the values that came and went. */
export const grantChangeSchema = z.object({
  artifact: z.string().nullable(),
  key: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  added: z.array(z.string()),
  removed: z.array(z.string()),
});
export type GrantChange = Readonly<z.infer<typeof grantChangeSchema>>;

const namesSchema = z.object({ added: z.array(z.string()), removed: z.array(z.string()) });

/** Imported and exported interfaces that came and went; `unreadable` where a side's could not be read. */
export const interfaceChangesSchema = z.object({ imports: namesSchema, exports: namesSchema, unreadable });
export type InterfaceChanges = Readonly<z.infer<typeof interfaceChangesSchema>>;

/** Bytes of JSON that an artifact receives, or Murmur's refusal. */
export const configStateSchema = z.union([z.object({ bytes: z.number().int() }), z.object({ refused: z.string() })]);
export type ConfigState = Readonly<z.infer<typeof configStateSchema>>;

/** One artifact's `config:` block that differs: sizes and paths of keys, never a value. Null where there is no block. */
export const configChangeSchema = z.object({
  artifact: z.string(),
  from: configStateSchema.nullable(),
  to: configStateSchema.nullable(),
  keys: keyChangesSchema,
});
export type ConfigChange = Readonly<z.infer<typeof configChangeSchema>>;

/** What a launch would run, on each side; only where that differs. */
export const payloadChangeSchema = z.object({ from: z.string(), to: z.string() });
export type PayloadChange = Readonly<z.infer<typeof payloadChangeSchema>>;

/** A comparison but for its entries, which may be many and cross in slices. */
export const compareSummarySchema = z.object({
  from: compareSideSchema,
  to: compareSideSchema,
  /** Whether nothing differs: no entry, and nothing of what the packages say. */
  same: z.boolean(),
  counts: changeCountsSchema,
  /** Entries taken as equal by size and checksum alone, because their bytes were not read. */
  unverified: z.number().int(),
  manifest: keyChangesSchema.extend({ unreadable }),
  payload: payloadChangeSchema.nullable(),
  grants: z.array(grantChangeSchema),
  interfaces: interfaceChangesSchema,
  configs: z.array(configChangeSchema),
});
export type CompareSummary = Readonly<z.infer<typeof compareSummarySchema>>;

/** A record of one side, as far as a comparison shows it. Sizes in bytes. */
export const compareEntrySchema = z.object({
  index: z.number().int(),
  /** Exact. */
  name: z.string(),
  size: z.number(),
  packed: z.number(),
  /** Eight lower-case hex digits. */
  crc32: z.string(),
});
export type CompareEntry = Readonly<z.infer<typeof compareEntrySchema>>;

/**
 * Why an entry counts as changed: another size or checksum, other bytes under the same checksum, a link that was none (or
 * the reverse), or other packed data of which one side at least cannot be read.
 */
export const changeReasonSchema = z.enum(['content', 'same-checksum', 'link', 'unreadable']);
export type ChangeReason = z.infer<typeof changeReasonSchema>;

/** One entry that differs. */
export const compareRowSchema = z.object({
  /** Stable within the comparison: `a:<index in the first>` or `b:<index in the second>` for an added one. */
  key: z.string(),
  change: entryChangeSchema,
  from: compareEntrySchema.nullable(),
  to: compareEntrySchema.nullable(),
  reason: changeReasonSchema.nullable(),
  /** Of a renamed one: whether its bytes were compared, not only size and checksum. */
  verified: z.boolean(),
});
export type CompareRow = Readonly<z.infer<typeof compareRowSchema>>;

/** Which rows of a comparison are asked for. */
export const compareQuerySchema = z.object({
  changes: z.array(entryChangeSchema),
  /** Case-insensitive part of a name. */
  filter: z.string().max(4096),
});
export type CompareQuery = Readonly<z.infer<typeof compareQuerySchema>>;

/** One line of a text diff, without its line feed; a carriage return before it stays, so that it can be shown. */
export const diffLineSchema = z.object({
  kind: z.enum(['same', 'removed', 'added']),
  text: z.string(),
  /** Characters at its end that are not shown, 0 for most lines. */
  cut: z.number().int(),
  /** Whether the text ends here without a line end. */
  last: z.boolean(),
});
export type DiffLine = Readonly<z.infer<typeof diffLineSchema>>;

/** Changed lines that stand together, with what surrounds them. Lines count from 1; a side without lines starts at 0. */
export const diffHunkSchema = z.object({
  fromLine: z.number().int(),
  fromCount: z.number().int(),
  toLine: z.number().int(),
  toCount: z.number().int(),
  lines: z.array(diffLineSchema),
});
export type DiffHunk = Readonly<z.infer<typeof diffHunkSchema>>;

const contentSchema = z.object({
  /** Bytes. */
  size: z.number(),
  /** What the bytes look like: `PNG image`, `UTF-8 text`… */
  looksLike: z.string(),
});

/** How two contents differ as text, or why that cannot be said. A side that has no such entry is null. */
export const textDiffSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    hunks: z.array(diffHunkSchema),
    /** Lines in all, also those that are not listed. */
    added: z.number().int(),
    removed: z.number().int(),
    /** Lines of hunks that are not listed. */
    leftOut: z.number().int(),
    /** How lines end, where that differs. */
    lineEnds: z.object({ from: z.string(), to: z.string() }).nullable(),
    encoding: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  z.object({ kind: z.literal('same') }),
  z.object({ kind: z.literal('binary'), from: contentSchema.nullable(), to: contentSchema.nullable() }),
  /** Over `limit` bytes or lines. */
  z.object({
    kind: z.literal('too-large'),
    from: z.number().nullable(),
    to: z.number().nullable(),
    limit: z.number(),
    unit: z.enum(['bytes', 'lines']),
  }),
  /** Text on both sides, and so different that lines were not matched in time. Lines. */
  z.object({ kind: z.literal('too-different'), from: z.number(), to: z.number() }),
  z.object({ kind: z.literal('unreadable'), from: failureSchema.nullable(), to: failureSchema.nullable() }),
]);
export type TextDiff = Readonly<z.infer<typeof textDiffSchema>>;
