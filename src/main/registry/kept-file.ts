import { readFileSync, statSync } from 'node:fs';
import { writeWhole } from '../files/json-file';
import type { Kept } from './ports';

/** Bytes such a file may have: tens of thousands of digests. A larger one is not ours. */
const MOST = 32 * 1024 * 1024;

/**
 * Something of the registry in a file of its own, beside the settings and never in a store. A file that cannot be read is
 * as good as none: what it keeps can be found out again.
 */
export function keptFile(path: string): Kept {
  return {
    load: () => {
      try {
        return statSync(path).size > MOST ? null : (JSON.parse(readFileSync(path, 'utf8')) as unknown);
      } catch {
        return null;
      }
    },
    save: (value) => {
      writeWhole(path, `${JSON.stringify(value)}\n`);
    },
  };
}
