import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { folderBase, isPackageFile, type OpenBase, packageBase } from '../core/model/base';
import { parseLabel } from '../core/model/label';
import { decompressionCeiling } from '../core/package/ceiling';
import { err, type Failure, failure, ok, type Result } from '../shared/result';
import { type CliIo, UsageError } from './command';
import { fromCwd } from './inputs';

export interface AsOption {
  readonly as?: string | undefined;
}

/** `--as`, for commands that show paths of a package. */
export function withAs(command: Command): Command {
  return command.option('--as <SCOPE/NAME@VERSION>', 'what the package is called; its version may be empty');
}

/** A word that can only be meant as an installed package. */
const REFERENCE = /^[a-z0-9-]+\/[a-z0-9-]+@[^/]+$/;

/**
 * Where a package is: a path stays a path; `scope/name@version`, where no such file or folder exists, is looked up in the
 * project's and then the global store.
 */
export async function packagePath(io: CliIo, given: string): Promise<Result<string>> {
  const path = fromCwd(io, given);
  if (!REFERENCE.test(given) || existsSync(path)) return ok(path);
  const { resolvePackageRef } = await import('../core/store/resolve');
  const found = resolvePackageRef(given, { cwd: io.cwd, env: io.env });
  return found.ok ? ok(found.value.path) : found;
}

/**
 * Opens BASE: a package if it is a regular file or a reference, else a folder, taken as spelled. Code `missing` where it
 * cannot be read.
 */
export async function openBase(io: CliIo, spelled: string, { as }: AsOption): Promise<Result<OpenBase>> {
  const path = await packagePath(io, spelled);
  if (!path.ok) return missing(path.error);
  const label = as === undefined ? null : parseLabel(as);
  if (label !== null && !label.ok) throw new UsageError(label.error);
  if (!isPackageFile(path.value)) {
    if (label !== null)
      throw new UsageError(failure(null, `--as belongs to packages, and ${spelled} is none`, 'Leave it out'));
    return ok(folderBase(spelled, path.value, io.cwd));
  }
  const opened = packageBase(path.value, {
    cwd: io.cwd,
    ceiling: decompressionCeiling(io.env),
    as: label === null ? null : label.value,
  });
  return opened.ok ? opened : missing(opened.error);
}

const missing = ({ message, hint }: Failure) => err(failure('missing', message, hint));
