import { z } from 'zod';
import { tokenSchema } from './app';
import { call } from './define';

/** What is looked for in the contents of a package's text entries. Lines are searched one by one. */
export const searchQuerySchema = z.object({
  text: z.string().min(1).max(1000),
  caseSensitive: z.boolean(),
  /** Whether `text` is a regular expression of JavaScript. */
  regex: z.boolean(),
});
export type SearchQuery = Readonly<z.infer<typeof searchQuerySchema>>;

/** One place that matches. Line and column count from 1, columns in code points; offset and length in bytes. */
export const searchMatchSchema = z.object({
  /** The entry's number in the directory. */
  entry: z.number().int(),
  line: z.number().int(),
  column: z.number().int(),
  /** Where it starts in the entry's content: what a preview is asked for. */
  offset: z.number(),
  length: z.number(),
  /** A part of the line as it is, hostile characters included: whoever shows it makes them visible. */
  excerpt: z.string(),
  /** The match within the excerpt, in UTF-16 units. */
  start: z.number().int(),
  end: z.number().int(),
  /** Whether the line goes on before and after the excerpt. */
  cutBefore: z.boolean(),
  cutAfter: z.boolean(),
});
export type SearchMatch = Readonly<z.infer<typeof searchMatchSchema>>;

/** How a search ended, and what was not searched. */
export const searchEndSchema = z.object({
  matches: z.number().int(),
  /** Entries that were searched, and bytes of them. */
  entries: z.number().int(),
  bytes: z.number(),
  /** Entries that are no text. */
  binary: z.number().int(),
  /** Entries that could not be read: encrypted, of an unknown method, broken from the start. */
  unreadable: z.number().int(),
  /** Entries that were searched as far as they go: their data is damaged, not as declared, or more than may be read. */
  damaged: z.number().int(),
  /** Entries with more matches than are listed of one. */
  cut: z.number().int(),
  /** Entries in which the pattern took too long. */
  slow: z.number().int(),
  /** Why it ended before everything was searched; null where it did not. */
  stopped: z.enum(['cancelled', 'matches', 'bytes', 'pattern']).nullable(),
});
export type SearchEnd = Readonly<z.infer<typeof searchEndSchema>>;

/** The window's number of one search, so that what still comes of an older one can be told apart. */
const searchNumber = z.number().int().nonnegative();

export const searchCalls = {
  /** Searches until the end or until the call is aborted; what is found comes as `search:found` meanwhile. */
  'search:run': call(z.tuple([tokenSchema, searchNumber, searchQuerySchema]), searchEndSchema),
} as const;

export const searchEvents = {
  /** In the order of the directory, gathered so that there are at most some tens of events a second. */
  'search:found': z.object({
    token: tokenSchema,
    search: searchNumber,
    matches: z.array(searchMatchSchema).max(500),
    /** Names of the entries that these matches are in, made visible. */
    names: z.array(z.object({ entry: z.number().int(), shown: z.string() })),
  }),
  /** Bytes unpacked so far, of what all entries declare. */
  'search:progress': z.object({ token: tokenSchema, search: searchNumber, done: z.number(), total: z.number() }),
} as const;
