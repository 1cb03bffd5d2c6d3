import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const own = resolve(import.meta.dirname, '../data/golden');
/** The answers about third-party files, which stay outside the project. Null on a plain clone. */
export const shared: string | null = (() => {
  const path = resolve(import.meta.dirname, '../../../shared');
  return existsSync(`${path}/golden`) ? path : null;
})();

function lines<T>(file: string): T[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** A golden file of our own inputs, copied into the project: `ownVectors('config')`. */
export function ownVectors<T>(name: string): T[] {
  return lines<T>(`${own}/${name}.jsonl.gz`);
}

/** A golden file under `shared/golden`, or null (said loudly) where there is none. */
export function sharedVectors<T>(path: string): T[] | null {
  if (shared === null) {
    console.warn(`\n*** NOT RUN: golden/${path} is not here (no ../shared). Its vectors were NOT checked. ***\n`);
    return null;
  }
  return lines<T>(`${shared}/golden/${path}`);
}
