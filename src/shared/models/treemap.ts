import { z } from 'zod';

/** What a rectangle of the treemap is, for its colour. `rest` stands for everything too small to have one. */
export const treemapKindSchema = z.enum([
  'folder',
  'manifest',
  'program',
  'skill',
  'text',
  'code',
  'data',
  'image',
  'archive',
  'other',
  'rest',
]);
export type TreemapKind = z.infer<typeof treemapKindSchema>;

/**
 * One rectangle, and one row of the same treemap as a list. Nodes come depth first, the largest of each folder first, so
 * that drawing them in order puts what is inside on top, and reading them in order is the list.
 */
export const treemapNodeSchema = z.object({
  /** `f:<folder>` and `e:<index>`, as in the table of entries; `rest:<folder>/` for what is left of a folder, `rest:` for what is left of the whole. */
  key: z.string(),
  depth: z.number().int(),
  /** Made visible. A folder with nothing but one folder in it is told with it: `a/b`. */
  shown: z.string(),
  kind: treemapKindSchema,
  /** Bytes, packed or unpacked as asked. */
  bytes: z.number(),
  /** Part of the whole package, 0 to 1. */
  share: z.number(),
  /** Entries it stands for: 1, of a folder all inside, of a rest those that are left. */
  entries: z.number().int(),
  /** In the units of the asked size; a folder's has room for its name at the top. */
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type TreemapNode = Readonly<z.infer<typeof treemapNodeSchema>>;

/** How a treemap is asked for. */
export const treemapQuerySchema = z.object({
  by: z.enum(['packed', 'unpacked']),
  /** The folder that fills the area, as the path in its key; null for the whole package. */
  folder: z.string().max(65_535).nullable(),
  width: z.number().min(1).max(20_000),
  height: z.number().min(1).max(20_000),
  /** Entries that get a rectangle of their own. */
  most: z.number().int().min(1).max(2000),
});
export type TreemapQuery = Readonly<z.infer<typeof treemapQuerySchema>>;

export const treemapSchema = z.object({
  /** Bytes of all entries that are drawn, and of the whole package. */
  total: z.number(),
  whole: z.number(),
  /** Entries that are drawn, those of 0 bytes with them. */
  entries: z.number().int(),
  nodes: z.array(treemapNodeSchema),
});
export type Treemap = Readonly<z.infer<typeof treemapSchema>>;
