import type { z } from 'zod';
import type { StoreChange } from '../../core/store/watch';
import type { Opened, Token } from '../../shared/contract/app';
import type { registryEvents } from '../../shared/contract/registry';
import type { Result } from '../../shared/result';
import type { RowAnswer, RowsInput, ScanAnswer, ScanInput } from './jobs';

/** How the registry has stores read: beside main, by the jobs of `jobs.ts`. */
export interface StoreReading {
  scan(input: ScanInput): Promise<Result<ScanAnswer>>;
  verify(
    input: RowsInput,
    options: { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void },
  ): Promise<Result<readonly RowAnswer[]>>;
  look(input: RowsInput): Promise<Result<readonly RowAnswer[]>>;
  forget(root: string): void;
}

/** Something kept over a restart, outside every store. Loading gives null where there is nothing usable. */
export interface Kept {
  load(): unknown;
  save(value: unknown): void;
}

type Events = typeof registryEvents;
export type RegistryEvents = { readonly [E in keyof Events]: z.output<Events[E]> };

/** Everything the registry needs of the program around it; nothing of it is Electron's. */
export interface RegistryPorts {
  readonly reading: StoreReading;
  readonly watch: (root: string, onChange: StoreChange) => { dispose(): void };
  /** HOME and USERPROFILE. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders added by hand, and digests. */
  readonly roots: Kept;
  readonly digests: Kept;
  readonly send: <E extends keyof RegistryEvents>(event: E, payload: RegistryEvents[E]) => void;
  /** Asks the person for a folder; null if they changed their mind. */
  readonly chooseFolder: () => Promise<string | null>;
  /** The store that a chosen folder is or holds; the folder itself where that cannot be told. */
  readonly storeAt: (folder: string) => Promise<string>;
  /** Opens an archive in a package tab. */
  readonly openPackage: (path: string) => Promise<Opened>;
  readonly reveal: (path: string) => void;
  /** The path behind a token. */
  readonly pathOf: (token: Token) => string | null;
  /** Names of open projects that declare `scope/name@version`. */
  readonly declaredBy: (reference: string) => readonly string[];
}
