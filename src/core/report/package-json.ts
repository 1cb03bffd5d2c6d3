import type { Entry, PackageSummary } from '../../shared/models/package';

/** The answer of `inspect` to one file (spec 1.4) in pieces, so that 100,000 entries never become one string. */
export function* packageJson(summary: PackageSummary, entries: Iterable<Entry>): Generator<string> {
  const { file, bytes, sha256, entryCount } = summary;
  const head = JSON.stringify({ file, ok: true, bytes, sha256, entryCount });
  yield `${head.slice(0, -1)},"entries":[`;
  let before = '';
  for (const entry of entries) {
    yield before + entryJson(entry);
    before = ',';
  }
  const { payload, buildInfo, manifest, grants, manifestFiles, configs, skills, findings, verdict } = summary;
  const tail = { payload, buildInfo, manifest, grants, manifestFiles, configs, skills };
  yield `],${JSON.stringify(tail).slice(1, -1)},"findings":[`;
  before = '';
  for (const finding of findings) {
    yield before + JSON.stringify(finding);
    before = ',';
  }
  yield `],"verdict":${JSON.stringify(verdict)}}`;
}

/** Text that JSON takes as it is, between quotes. */
const AS_IT_IS = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

function text(value: string): string {
  return AS_IT_IS.test(value) ? `"${value}"` : JSON.stringify(value);
}

const BOTH_READERS = '["murmur","resolver"]';

/** As `JSON.stringify`, in the order of the answer, and several times faster for the entries there are most of. */
export function entryJson(entry: Entry): string {
  const { index, name, nameBytes, kind, method, compressedSize, size, crc32, encrypted, modified, safeName } = entry;
  const { readBy, findings, read } = entry;
  const bytes = nameBytes === undefined ? '' : `,"nameBytes":"${nameBytes}"`;
  const named = text(name);
  const safe = safeName === name ? named : safeName === null ? 'null' : text(safeName);
  const readers = readBy.length === 2 ? BOTH_READERS : JSON.stringify(readBy);
  // Ids are words of letters and hyphens.
  const found = findings.length === 0 ? '[]' : `["${findings.join('","')}"]`;
  const content = read === undefined ? '' : `,"read":${JSON.stringify(read)}`;
  return `{"index":${index},"name":${named}${bytes},"kind":"${kind}","method":${method},"compressedSize":${compressedSize},"size":${size},"crc32":"${crc32}","encrypted":${encrypted},"modified":${modified === null ? 'null' : `"${modified}"`},"safeName":${safe},"readBy":${readers},"findings":${found}${content}}`;
}
