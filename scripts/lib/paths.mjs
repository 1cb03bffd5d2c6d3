import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Places of the checkout that the scripts share. */
export const root = resolve(fileURLToPath(import.meta.url), '../../..');
export const electronDir = join(root, 'node_modules/electron');
export const runtimeDir = join(electronDir, 'dist');
export const inRoot = (...parts) => join(root, ...parts);
