import { z } from 'zod';

/** Shorthand for the schemas of answers: strict objects, every field with a sentence. */
export const text = (says: string) => z.string().describe(says);
export const flag = (says: string) => z.boolean().describe(says);
export const count = (says: string) => z.number().int().min(0).describe(says);
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T, says: string) =>
  z.enum(words).describe(says);
export const list = <T extends z.ZodType>(item: T, says: string) => z.array(item).describe(says);
export const orNull = <T extends z.ZodType>(schema: T, says: string) => schema.nullable().describe(says);
export const form = z.strictObject;

const SHA = /^[0-9a-f]{64}$/;
export const sha256 = (says: string) => z.string().regex(SHA).describe(says);

/** An error as every answer has it. */
export const error = form({
  code: orNull(z.string(), "Murmur's own code, as E-BLD-009; null where it has none"),
  message: text('What is wrong, one sentence'),
  hint: text('What to do next').optional(),
}).describe('Why there is no answer');

/** A place in a text. */
const place = form({ line: count('From 1'), column: count('From 1, in code points') });

/** An error inside of an answer, which may name a place. */
export const placedError = error.extend({ place: place.describe('Where it is in the text').optional() });

export const severity = oneOf(['error', 'warning', 'info'], 'How bad it is');

/** What stands instead of an answer: not readable (exit 2), or read and not usable (exit 1). */
export const noAnswer = (key: string) =>
  form({
    [key]: text('The input as given'),
    ok: z.literal(false).describe('Stands only where the input is missing or cannot be read').optional(),
    error,
  }).describe('An input without an answer');

export const finding = form({
  id: text('Stable id; docs/findings says what it means'),
  severity,
  message: text('One sentence; names in it are made visible'),
  entry: text("The entry's name, exact").optional(),
  index: count("The entry's number in the directory, from 0").optional(),
  offset: count('Byte offset in the file').optional(),
  place: place.describe('Where it is in the text of the entry').optional(),
  hint: text('What to do').optional(),
});

export const manifestFile = form({
  key: text('The key that declares the path, as artifacts[<name>].source'),
  declared: text('As spelled in the manifest'),
  resolved: text('Where it leads'),
  base: oneOf(['manifest-folder', 'installed-package', 'host-path'], 'What it is taken from'),
  found: flag('Whether a file is there'),
  reason: text('Why it is not found').optional(),
});

export const refusedConfig = form({
  artifact: text("The artifact's name"),
  refused: text("Murmur's refusal"),
});

export const sizedConfig = form({
  artifact: text("The artifact's name"),
  bytes: count('Bytes of the compact JSON it receives'),
  limit: count('The most Murmur passes on, in bytes'),
});
