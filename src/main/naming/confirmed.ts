import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readJson, writeJson } from '../files/json-file';

/** Commands that are remembered; older ones are asked about again. */
const MOST = 1000;
const fileSchema = z.array(z.string().regex(/^[0-9a-f]{64}$/));

/** What a person confirmed may run: a runner of one exact runners.toml, working in one folder. */
export interface Confirmable {
  /** The file's bytes. */
  readonly content: Uint8Array;
  readonly runnerId: string;
  readonly cwd: string;
}

/** The commands that were confirmed, in a file of digests: it holds no path and no command. */
export class ConfirmedCommands {
  readonly #path: string;
  #keys: readonly string[];
  constructor(path: string) {
    this.#path = path;
    const read = readJson(path);
    this.#keys = (read.ok && fileSchema.safeParse(read.value).data) || [];
  }

  has(what: Confirmable): boolean {
    return this.#keys.includes(keyOf(what));
  }

  add(what: Confirmable): void {
    const key = keyOf(what);
    this.#keys = [key, ...this.#keys.filter((other) => other !== key)].slice(0, MOST);
    writeJson(this.#path, this.#keys); // Where it cannot be written, it is asked again after the next start.
  }
}

function keyOf({ content, runnerId, cwd }: Confirmable): string {
  const hash = createHash('sha256');
  for (const part of [content, Buffer.from(runnerId), Buffer.from(cwd)]) {
    hash.update(`${part.length}\n`).update(part);
  }
  return hash.digest('hex');
}
