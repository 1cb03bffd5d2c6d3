import { z } from 'zod';

/** The settings file, one readable JSON; every field has a default, so an older or partial file loads. */
export const settingsSchema = z.object({
  version: z.literal(1).default(1),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  zoom: z.number().min(0.5).max(3).default(1),
  /** Bytes one entry may give when it is read; Murmur's own default is 500 MiB. */
  entryLimit: z
    .number()
    .int()
    .min(1)
    .max(2 ** 40)
    .default(524_288_000),
  /** Milliseconds after which reading a package is given up. */
  readTimeLimit: z.number().int().min(1_000).max(600_000).default(60_000),
});
export type Settings = Readonly<z.infer<typeof settingsSchema>>;
export const defaultSettings: Settings = settingsSchema.parse({});
