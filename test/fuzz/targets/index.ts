import { archives } from './archives';
import { argv } from './argv';
import { front } from './front';
import { ipc } from './ipc';
import { lines } from './lines';
import { toml } from './toml';
import { yaml } from './yaml';

/** Everything from outside that is fuzzed. A new kind is one file and one word here. */
export const TARGETS = [archives, yaml, front, toml, lines, ipc, argv] as const;

export function targetNamed(name: string) {
  const found = TARGETS.find((target) => target.name === name);
  if (found === undefined)
    throw new Error(`there is no target '${name}': ${TARGETS.map((one) => one.name).join(', ')}`);
  return found;
}
