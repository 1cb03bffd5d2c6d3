import { z } from 'zod';

/** error: Murmur refuses or misreads it. warning: readers disagree or a person would be surprised. info: worth knowing. */
export const severitySchema = z.enum(['error', 'warning', 'info']);
export type Severity = z.infer<typeof severitySchema>;

/** Something worth saying about a package, an entry, a manifest, a store. */
export const findingSchema = z.object({
  id: z.string(),
  severity: severitySchema,
  /** One sentence in plain words; names in it are already made visible. */
  message: z.string(),
  /** The entry's name, exact. */
  entry: z.string().optional(),
  /** The entry's number in the central directory, from 0. */
  index: z.number().int().optional(),
  /** Byte offset in the file. */
  offset: z.number().optional(),
  /** In the text of the entry (of a project: of the file), from 1; columns in code points. */
  place: z.object({ line: z.number().int(), column: z.number().int() }).optional(),
  hint: z.string().optional(),
});
export type Finding = Readonly<z.infer<typeof findingSchema>>;

/** One row of a table of findings: what an id stands for. */
export const findingRuleSchema = z.object({
  id: z.string(),
  severity: severitySchema,
  title: z.string(),
  /** What it means for Murmur and for the reader. */
  meaning: z.string(),
  /** What to do about it. */
  action: z.string(),
});
export type FindingRule = Readonly<z.infer<typeof findingRuleSchema>>;

export const verdictSchema = z.enum(['ok', 'warnings', 'errors']);
export type Verdict = z.infer<typeof verdictSchema>;
