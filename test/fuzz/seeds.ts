import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

// Everything starts in the checkout's folder, bundled or not.
const root = process.cwd();

/** Real archives: the program's own samples. */
export function sampleArchives(): Uint8Array[] {
  const folder = join(root, 'resources/samples');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.mur.zip'))
    .sort()
    .map((file) => new Uint8Array(readFileSync(join(folder, file))));
}

/** What golden vectors of our own hold under a key, as bytes; each once, the shorter ones. */
export function goldenBytes(name: string, keys: readonly string[], most = 4000): Uint8Array[] {
  const text = gunzipSync(readFileSync(join(root, `test/data/golden/${name}.jsonl.gz`))).toString('utf8');
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const vector: Record<string, unknown> = JSON.parse(line);
    for (const key of keys) {
      const value = vector[key];
      if (typeof value === 'string' && value.length <= most) found.add(value);
    }
  }
  if (found.size === 0) throw new Error(`no golden vector of ${name} holds ${keys.join(' or ')}`);
  return [...found].map((value) => new Uint8Array(Buffer.from(value)));
}
