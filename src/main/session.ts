import { z } from 'zod';
import { readJson, writeJson } from './files/json-file';
import type { OpenedFile } from './tokens';

const MOST = 100;
const itemSchema = z.object({
  kind: z.enum(['package', 'project', 'skills', 'naming', 'registry']),
  path: z.string().min(1),
});
export type SessionItem = z.infer<typeof itemSchema>;

/** What was open when Murscope was last left, so that it opens again. A broken list is an empty one. */
export function readSession(file: string): SessionItem[] {
  const read = readJson(file);
  const list = read.ok && Array.isArray(read.value) ? read.value : [];
  return list.flatMap((item) => itemSchema.safeParse(item).data ?? []).slice(0, MOST);
}

/** Keeps what is open now, but for what lies inside another file. */
export function writeSession(file: string, open: readonly OpenedFile[]): void {
  const items: SessionItem[] = open.flatMap(({ kind, path, inner }) => (inner.length > 0 ? [] : [{ kind, path }]));
  writeJson(file, items);
}
