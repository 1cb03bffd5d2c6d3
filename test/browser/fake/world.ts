import type { Opened } from '../../../src/shared/contract/app';
import type { Settings } from '../../../src/shared/models/settings';
import { err, failure, type Result } from '../../../src/shared/result';
import { empty, type FakePackage, hostile, house, large, manyFindings, skill } from './packages';
import { type MadeTable, treeOf } from './table';

/** How the host behaves, and what it has open at the start. */
export interface Options {
  readonly open: readonly string[];
  /** Calls that fail, and calls that never answer. */
  readonly fail: ReadonlySet<string>;
  readonly never: ReadonlySet<string>;
  /** Milliseconds that every answer takes. */
  readonly slow: number;
  readonly recent: boolean;
  readonly settingsProblem: string | null;
}

export interface Open {
  readonly pkg: FakePackage;
  readonly root: ReturnType<typeof treeOf>;
  made: MadeTable | null;
}

/** What the made-up main process knows. */
export interface World {
  readonly options: Options;
  readonly opens: Map<string, Open>;
  settings: Settings;
  /** What was copied and saved. */
  readonly saved: Record<string, unknown>;
  emit(event: string, payload: unknown): void;
}

export type Answer = (args: readonly unknown[]) => Result<unknown>;
export type Answers = Readonly<Record<string, Answer>>;

const makers: Readonly<Record<string, () => FakePackage>> = { house, hostile, large, empty, skill, manyFindings };

/** Opens a made-up package by its name; any other name is refused. */
export function openIn({ opens }: World, name: string): Opened {
  const make = makers[name];
  if (!make)
    return {
      kind: 'refused',
      path: `/tmp/${name}`,
      message: `${name} is not a zip archive.`,
      hint: 'A .mur.zip, a project folder or a skill folder can be opened.',
    };
  const pkg = make();
  const token = `package-${(opens.size + 1).toString(16).padStart(16, '0')}`;
  opens.set(token, { pkg, root: treeOf(pkg.entries), made: null });
  const path = pkg.summary.file;
  return { kind: 'package', token, name: path.slice(path.lastIndexOf('/') + 1), path, also: [] };
}

/** Does something with an open package, or says that it is not open. */
export function withOpen({ opens }: World, token: unknown, then: (at: Open) => Result<unknown>): Result<unknown> {
  const at = opens.get(String(token));
  return at ? then(at) : err(failure('closed', 'This package is not open any more.', 'Open it again.'));
}
