import { z } from 'zod';
import { changeCountsSchema } from '../models/compare';
import { findingSchema } from '../models/finding';
import { entrySchema, packageSummarySchema } from '../models/package';
import { treemapQuerySchema, treemapSchema } from '../models/treemap';
import { openedSchema, tokenSchema } from './app';
import { call } from './define';

export const sortColumnSchema = z.enum(['name', 'size', 'packed', 'ratio', 'method', 'modified', 'crc', 'index']);
export type SortColumn = z.infer<typeof sortColumnSchema>;

/** How the table of entries is asked for. Sorting, filtering and folding happen beside the reader, never in the window. */
export const tableQuerySchema = z.object({
  sort: sortColumnSchema,
  direction: z.enum(['up', 'down']),
  /** Case-insensitive part of the shown name; a filter shows matching entries and their folders, all unfolded. */
  filter: z.string().max(4096),
  /** `tree` groups by folder, `flat` is one list. */
  layout: z.enum(['tree', 'flat']),
  /** Folders unfolded by hand, as keys of rows; `all` unfolds everything, `allBut` everything except those. */
  open: z.union([
    z.literal('all'),
    z.array(z.string()).max(200_000),
    z.object({ allBut: z.array(z.string()).max(200_000) }),
  ]),
});
export type TableQuery = Readonly<z.infer<typeof tableQuerySchema>>;

/** One visible row: a folder that entries imply or that stands in the directory, or an entry. */
export const tableRowSchema = z.object({
  /** Stable name of the row within the package: `f:<folder>` or `e:<index>`. */
  key: z.string(),
  depth: z.number().int(),
  /** Last component in a tree, whole name in a flat list; hostile characters made visible. */
  shown: z.string(),
  folder: z.object({ open: z.boolean(), entries: z.number().int() }).nullable(),
  /** Of a folder, sums. Bytes. */
  size: z.number(),
  packed: z.number(),
  /** The directory record behind the row; null for a folder that has none of its own. */
  entry: entrySchema.nullable(),
});
export type TableRow = Readonly<z.infer<typeof tableRowSchema>>;

/** A made table: rows are then asked for by slices of it. A newer table replaces it. */
export const tableSchema = z.object({ table: z.number().int(), rows: z.number().int(), matches: z.number().int() });
export type Table = Readonly<z.infer<typeof tableSchema>>;

export const previewSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    /** Byte offset of this page in the entry, and of the next page, null at the end. */
    offset: z.number(),
    next: z.number().nullable(),
    /** Bytes of the whole entry as read. */
    total: z.number(),
    encoding: z.enum(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be']),
    lineEnds: z.enum(['lf', 'crlf', 'mixed', 'none']),
    /** json, yaml, toml, markdown, rust, javascript, python, plain… from the name. */
    language: z.string(),
    /** 1-based number of the first line of this page. */
    firstLine: z.number().int(),
    findings: z.array(findingSchema),
  }),
  z.object({
    kind: z.literal('hex'),
    /** The page's bytes. */
    bytes: z.instanceof(Uint8Array),
    offset: z.number(),
    next: z.number().nullable(),
    total: z.number(),
    /** What the bytes look like: `WebAssembly component`, `PNG image`, `binary data`… */
    looksLike: z.string(),
    findings: z.array(findingSchema),
  }),
]);
export type Preview = Readonly<z.infer<typeof previewSchema>>;

const entryNumber = z.number().int().nonnegative();

/** A picture that may be decoded: its header was read first. */
export const imageSchema = z.object({
  type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  /** Pixels. */
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.instanceof(Uint8Array),
});
export type Image = Readonly<z.infer<typeof imageSchema>>;

/** What a wasm file is made of. Offsets and sizes in bytes. */
export const wasmSchema = z.object({
  form: z.enum(['module', 'component']),
  sections: z.array(
    z.object({
      kind: z.string(),
      /** A custom section's own name. */
      name: z.string().nullable(),
      offset: z.number(),
      size: z.number(),
    }),
  ),
  /** Sections that are not listed. */
  more: z.number().int(),
  /** Interfaces of a component; a module has none. */
  imports: z.array(z.string()),
  exports: z.array(z.string()),
});
export type Wasm = Readonly<z.infer<typeof wasmSchema>>;

/** Rows that something is done with: by key, or by their numbers in a made table, from the first to the last of each range. */
export const chosenSchema = z.union([
  z.object({ keys: z.array(z.string().max(65_600)).min(1).max(10_000) }),
  z.object({
    table: z.number().int(),
    ranges: z
      .array(z.tuple([entryNumber, entryNumber]))
      .min(1)
      .max(10_000),
  }),
]);
export type Chosen = Readonly<z.infer<typeof chosenSchema>>;

/** What was saved of a package, and what was left out. */
export const savedSchema = z.object({
  to: z.string().nullable(),
  saved: z.number().int(),
  /** The first hundred; names are made visible. */
  skipped: z.array(z.object({ shown: z.string(), why: z.string() })),
  skippedCount: z.number().int(),
});

export type SavedEntries = Readonly<z.infer<typeof savedSchema>>;

/** A package that was read anew, and how it differs from what was read before; null where that is not known any more. */
export const followedSchema = z.object({
  summary: packageSummarySchema,
  changes: changeCountsSchema.nullable(),
  /** The record that the selected one became, null where it is gone. */
  became: z.number().int().nullable(),
});
export type Followed = Readonly<z.infer<typeof followedSchema>>;

export const packageCalls = {
  'package:open': call(z.tuple([tokenSchema]), packageSummarySchema),
  'package:digest': call(z.tuple([tokenSchema]), z.object({ sha256: z.string() })),
  /** Reads every local header (and with `read` every byte), findings come as `package:checked`. */
  'package:check': call(z.tuple([tokenSchema, z.object({ read: z.boolean() })]), packageSummarySchema),
  'package:table': call(z.tuple([tokenSchema, tableQuerySchema]), tableSchema),
  'package:rows': call(
    z.tuple([tokenSchema, z.number().int(), z.number().int().nonnegative(), z.number().int().min(1).max(500)]),
    z.array(tableRowSchema),
  ),
  /** The row number of a key in a made table, null if it is not shown there. */
  'package:row-of': call(z.tuple([tokenSchema, z.number().int(), z.string()]), z.number().int().nullable()),
  /** The next row at or after one, around the end, whose shown name begins with a word; null for none. */
  'package:find-row': call(
    z.tuple([tokenSchema, z.number().int(), z.string().min(1).max(200), entryNumber]),
    z.number().int().nullable(),
  ),
  /** A row by its key, shown or not, and the keys of the folders above it; null where there is no such row. */
  'package:row': call(
    z.tuple([tokenSchema, z.string().max(65_600)]),
    z.object({ row: tableRowSchema, above: z.array(z.string()) }).nullable(),
  ),
  'package:preview': call(
    z.tuple([
      tokenSchema,
      z.number().int(),
      z.object({ as: z.enum(['auto', 'text', 'hex']), offset: z.number().nonnegative() }),
    ]),
    previewSchema,
  ),
  /** The bytes of a picture, whose dimensions were found to be small enough to decode. */
  'package:image': call(z.tuple([tokenSchema, entryNumber]), imageSchema),
  'package:wasm': call(z.tuple([tokenSchema, entryNumber]), wasmSchema),
  /** Opens an entry that is a package itself. It stays in memory; nothing is unpacked to disk. */
  'package:open-inner': call(z.tuple([tokenSchema, entryNumber]), openedSchema),
  /** The file behind a row of `Manifest files`: an entry's number, or a host file that is read only on this click. */
  'package:manifest-file': call(
    z.tuple([tokenSchema, z.number().int().nonnegative()]),
    z.union([z.object({ entry: z.number().int() }), z.object({ text: z.string() })]),
  ),
  /** The exact JSON bytes of one config row, for the Config pane only. */
  'package:config': call(z.tuple([tokenSchema, z.number().int().nonnegative()]), z.object({ json: z.string() })),
  'package:report': call(z.tuple([tokenSchema, z.enum(['text', 'json', 'markdown'])]), z.string()),
  /** Asks where to save; null if the person changed their mind. */
  'package:save-report': call(
    z.tuple([tokenSchema, z.enum(['text', 'json', 'markdown'])]),
    z.object({ saved: z.string().nullable() }),
  ),
  'package:manifest-files-text': call(z.tuple([tokenSchema]), z.string()),
  /**
   * Asks where to save what rows stand for, the file's name for one entry; never overwrites. `to` null if the person changed
   * their mind. How far it is comes as `package:progress`.
   */
  'package:save-entries': call(z.tuple([tokenSchema, chosenSchema]), savedSchema),
  /** The exact names of rows, one a line. */
  'package:names': call(z.tuple([tokenSchema, chosenSchema]), z.object({ text: z.string(), count: z.number().int() })),
  /**
   * Makes a file of an entry for dragging it out, after a question where the entry is dangerous (`asked`: the hand that
   * dragged has let go for it).
   */
  'package:drag-prepare': call(
    z.tuple([tokenSchema, entryNumber]),
    z.object({ state: z.enum(['ready', 'declined']), asked: z.boolean() }),
  ),
  /** Begins the system's drag of a prepared entry, while the button is still held. */
  'package:drag-start': call(z.tuple([tokenSchema, entryNumber]), z.null()),
  'package:treemap': call(z.tuple([tokenSchema, treemapQuerySchema]), treemapSchema),
  /** Reads the package as it is on disk now. The number is the selected entry's. */
  'package:follow': call(z.tuple([tokenSchema, entryNumber.nullable()]), followedSchema),
  'package:close': call(z.tuple([tokenSchema]), z.null()),
} as const;

export const packageEvents = {
  /** The file changed on disk, vanished or came back. */
  'package:changed': z.object({ token: tokenSchema, there: z.boolean() }),
  'package:progress': z.object({
    token: tokenSchema,
    what: z.enum(['digest', 'check', 'save', 'drag']),
    done: z.number(),
    total: z.number(),
  }),
} as const;
