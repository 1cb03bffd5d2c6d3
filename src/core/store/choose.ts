import { resolve } from 'node:path';
import { err, failure, ok, type Result } from '../../shared/result';
import { globalRoot, nearestProject, projectRoot } from './roots';

/** One store to be read: what it is called, and where it is. */
export interface ChosenStore {
  /** `global`, `project`, or the folder as it was given. */
  readonly label: string;
  readonly root: string;
  /** Whether a person named it: then it must be there. */
  readonly named: boolean;
}

/** What a command line says about stores. */
export interface StoreChoice {
  /** Folders named by hand, as given. */
  readonly roots: readonly string[];
  /** Where the project is looked for, here and above; by default the current folder. */
  readonly project?: string | undefined;
  readonly global?: boolean | undefined;
  readonly all?: boolean | undefined;
}

/**
 * The stores that are meant, in the order in which they are shown. Like `mur list`: the project's if there is one, else
 * the global one; with `global` that one only, with `all` both. Folders named by hand stand for themselves, and the others
 * are added only when asked for. Codes: `no-home`, `no-project`.
 */
export function chooseStores(
  choice: StoreChoice,
  where: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Result<readonly ChosenStore[]> {
  const named = choice.roots.map((root) => ({ label: root, root: resolve(where.cwd, root), named: true }));
  if (named.length > 0 && !choice.global && !choice.all && choice.project === undefined) return ok(named);
  const project = nearestProject(resolve(where.cwd, choice.project ?? '.'));
  if (choice.project !== undefined && project === null) {
    const message = `there is no murmur.yaml in ${choice.project} or above it`;
    return err(failure('no-project', message, 'Name a folder of a project.'));
  }
  const own = project === null ? [] : [{ label: 'project', root: projectRoot(project), named: false }];
  if (own.length > 0 && !choice.global && !choice.all) return ok([...own, ...named]);
  const global = globalRoot(where.env);
  if (!global.ok) return global;
  const shared = { label: 'global', root: global.value, named: false };
  return ok([...(choice.all ? own : []), shared, ...named]);
}
