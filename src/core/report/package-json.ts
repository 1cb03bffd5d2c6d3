import type { Entry, PackageSummary } from '../../shared/models/package';

/** The answer of `inspect` to one file (spec 1.4) in pieces, so that 100,000 entries never become one string. */
export function* packageJson(summary: PackageSummary, entries: Iterable<Entry>): Generator<string> {
  const { file, bytes, sha256, entryCount } = summary;
  const head = JSON.stringify({ file, ok: true, bytes, sha256, entryCount });
  yield `${head.slice(0, -1)},"entries":[`;
  let before = '';
  for (const entry of entries) {
    yield before + JSON.stringify(entry);
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
