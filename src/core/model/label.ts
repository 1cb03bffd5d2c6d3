import { basename, dirname, resolve } from 'node:path';
import { err, failure, ok, type Result } from '../../shared/result';

/** What a package is called in resolved paths; what nobody gives is empty. */
export interface Label {
  readonly scope: string;
  readonly name: string;
  readonly version: string;
}

/** `<scope>/<name>@<version>`, as Murmur shows it before `!/`. */
export function labelText({ scope, name, version }: Label): string {
  return `${scope}/${name}@${version}`;
}

/** The scope of a package that was installed from a file (spec 2.1). */
const LOCAL = 'local';

/** Reads `SCOPE/NAME@VERSION`; the version may be empty. */
export function parseLabel(text: string): Result<Label> {
  const match = /^([^/@]+)\/([^/@]+)(?:@(.*))?$/s.exec(text);
  const [, scope, name, version = ''] = match ?? [];
  if (scope === undefined || name === undefined)
    return err(failure(null, `'${text}' names no package`, 'Write SCOPE/NAME@VERSION; the version may be empty.'));
  return ok({ scope, name, version });
}

/**
 * The label that a package's place in a store gives: `<root>/<scope>/<name>/<version>/<name>-<version>….mur.zip`. Null for
 * a file that lies elsewhere.
 */
export function labelFromStore(path: string): Label | null {
  const file = resolve(path);
  const version = dirname(file);
  const name = dirname(version);
  const scope = dirname(name);
  const label = { scope: basename(scope), name: basename(name), version: basename(version) };
  if (label.scope === '' || label.name === '' || label.version === '') return null;
  // Older stores have no scope level: there the folder above the name is the root itself.
  if (label.scope === 'artifacts') return null;
  const stem = `${label.name}-${label.version}`;
  const is = basename(file);
  return is === `${stem}.mur.zip` || (is.startsWith(`${stem}-`) && is.endsWith('.mur.zip')) ? label : null;
}

/** The label of a package: as it was asked for, else by its place in a store, else `local` and what its manifest says. */
export function labelOf(
  path: string,
  as: Label | null,
  identity: { readonly name: string; readonly version: string } | null,
): Label {
  const { name = '', version = '' } = identity ?? {};
  return as ?? labelFromStore(path) ?? { scope: LOCAL, name: short(name), version: short(version) };
}

/** A label stands in every resolved path, and a name of Murmur's has at most 100 characters. */
const LONGEST = 256;

const short = (text: string) => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);
