import { z } from 'zod';
import { readJson, writeJson } from '../files/json-file';

const keptSchema = z.object({
  runners: z.string().nullable(),
  /** The id of the runner that was picked by hand. */
  runnerId: z.string().nullable(),
  blocks: z.string().nullable(),
  cwd: z.string().nullable(),
});
/** What was chosen, so that the next start has it again. */
export type KeptChoices = z.infer<typeof keptSchema>;

/** The choices of the last time; null where there are none, or their file is not ours. */
export function readChoices(path: string): KeptChoices | null {
  const read = readJson(path);
  return (read.ok && keptSchema.safeParse(read.value).data) || null;
}

/** Keeps the choices. Where that fails, the next start begins without them. */
export function keepChoices(path: string, choices: KeptChoices): void {
  writeJson(path, choices);
}
