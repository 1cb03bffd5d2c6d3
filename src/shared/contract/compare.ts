import { z } from 'zod';
import { compareQuerySchema, compareRowSchema, compareSummarySchema, textDiffSchema } from '../models/compare';
import { tokenSchema } from './app';
import { call } from './define';

/** The two packages of a comparison: from the first to the second. */
const pair = [tokenSchema, tokenSchema] as const;
const form = z.enum(['text', 'json', 'markdown']);

export const compareCalls = {
  'compare:run': call(z.tuple([...pair]), compareSummarySchema),
  /** How many rows a query has, and a slice of them. */
  'compare:rows': call(
    z.tuple([...pair, compareQuerySchema, z.number().int().nonnegative(), z.number().int().min(1).max(500)]),
    z.object({ count: z.number().int(), rows: z.array(compareRowSchema) }),
  ),
  /** How the entry of a row differs as text. */
  'compare:diff': call(z.tuple([...pair, z.string().max(32)]), textDiffSchema),
  'compare:report': call(z.tuple([...pair, form]), z.string()),
  /** Asks where to save; null if the person changed their mind. */
  'compare:save-report': call(z.tuple([...pair, form]), z.object({ saved: z.string().nullable() })),
} as const;
