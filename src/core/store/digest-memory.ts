import { z } from 'zod';
import { type FileIdentity, fileIdentitySchema } from '../../shared/models/store';

/** A digest that was computed, and of which state of the file. */
const rememberedSchema = z.object({
  identity: fileIdentitySchema,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** When, ms since 1970. */
  at: z.number(),
});
export type RememberedDigest = Readonly<z.infer<typeof rememberedSchema>>;

const savedSchema = z.object({
  version: z.literal(1),
  digests: z.array(z.tuple([z.string(), rememberedSchema])).max(1_000_000),
});

/** Digests kept at most; the oldest go first. */
const MOST = 50_000;

/**
 * Digests by path, good as long as size, time and inode of the file stay what they were. Kept outside the stores; saving
 * and loading is the owner's.
 */
export class DigestMemory {
  readonly #digests: Map<string, RememberedDigest>;
  readonly #most: number;

  constructor(saved: unknown = null, most = MOST) {
    const parsed = savedSchema.safeParse(saved);
    this.#digests = new Map(parsed.success ? parsed.data.digests : []);
    this.#most = most;
    this.#forgetOldest();
  }

  /** The digest of a file that is still what it was, or null. */
  get(path: string, identity: FileIdentity): RememberedDigest | null {
    const known = this.#digests.get(path);
    return known !== undefined && sameFile(known.identity, identity) ? known : null;
  }

  put(path: string, digest: RememberedDigest): void {
    this.#digests.delete(path);
    this.#digests.set(path, digest);
    this.#forgetOldest();
  }

  /** Everything another memory knows. */
  take(other: DigestMemory): void {
    for (const [path, digest] of other.#digests) this.put(path, digest);
  }

  /** What the constructor takes again, as plain data; of some paths only, where that is enough. */
  save(wanted: (path: string) => boolean = () => true): unknown {
    return { version: 1, digests: [...this.#digests].filter(([path]) => wanted(path)) };
  }

  #forgetOldest(): void {
    for (const path of this.#digests.keys()) {
      if (this.#digests.size <= this.#most) return;
      this.#digests.delete(path);
    }
  }
}

/** Whether two looks at a path saw the same file. */
export function sameFile(a: FileIdentity, b: FileIdentity): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino;
}
