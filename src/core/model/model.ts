import type { Finding } from '../../shared/models/finding';
import type {
  ConfigRow,
  Entry,
  Grant,
  ManifestFileRow,
  PackageSummary,
  Payload,
  SkillRow,
} from '../../shared/models/package';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import { verdictOf } from '../findings/table';
import { type DigestOptions, sha256Of } from '../io/digest';
import { lowerEntry } from '../manifest/launch';
import { locate, type ManifestBase, readDeclared } from '../manifest/paths';
import { summaryOf } from '../manifest/summary';
import type { Archive } from '../package/archive';
import { type CheckOptions, checkEntries, type EntryCheck } from '../package/check';
import type { RequiredFile } from './declared';
import type { PackageManifest } from './manifest';

/** What a package says about itself, as `openPackage` found it. */
export interface PackageParts {
  readonly path: string;
  readonly archive: Archive;
  readonly base: ManifestBase;
  /** Bytes that one read may give. */
  readonly ceiling: number;
  readonly label: string;
  readonly manifest: PackageManifest;
  readonly payload: Payload;
  readonly buildInfo: Result<{ readonly builtAtLevel: number } | null>;
  readonly grants: readonly Grant[];
  readonly manifestFiles: readonly ManifestFileRow[];
  readonly requiredFiles: readonly RequiredFile[];
  readonly configs: readonly ConfigRow[];
  readonly skills: readonly SkillRow[];
  /** What the model found; the directory's own findings stand in the archive. */
  readonly findings: readonly Finding[];
  /** Records that nothing declares. */
  readonly undeclared: readonly number[];
}

const errorOf = ({ message, hint, place }: Failure) => ({
  error: { code: null, message, ...(hint === undefined ? {} : { hint }), ...(place === undefined ? {} : { place }) },
});

/** An open package: everything `inspect` says, entries on demand, and the file behind it until it is closed. */
export class PackageModel {
  readonly parts: PackageParts;
  readonly archive: Archive;
  /** By record: ids that the model adds to the directory's. */
  readonly #ids = new Map<number, string[]>();
  readonly #undeclared: Uint8Array;
  #checked: EntryCheck | null = null;
  #sha256: string | null = null;

  constructor(parts: PackageParts) {
    this.parts = parts;
    this.archive = parts.archive;
    this.#undeclared = new Uint8Array(parts.archive.recordCount);
    for (const index of parts.undeclared) this.#undeclared[index] = 1;
    for (const { id, index } of parts.findings) {
      if (index === undefined || id === 'undeclared-entry') continue;
      const ids = this.#ids.get(index) ?? [];
      if (!ids.includes(id)) this.#ids.set(index, [...ids, id]);
    }
  }

  /** All findings so far: of the directory, of what the package says, and once checked of headers and data. */
  get findings(): readonly Finding[] {
    return [...this.archive.findings, ...this.parts.findings, ...(this.#checked?.findings ?? [])];
  }

  /** One record as `inspect` answers it, with the ids of all its findings so far. */
  entry(index: number): Entry {
    const entry = this.archive.entry(index);
    if (!this.#hasMore(index)) return entry;
    const more = [
      ...(this.#ids.get(index) ?? []),
      ...(this.#undeclared[index] === 1 ? ['undeclared-entry'] : []),
      ...(this.#checked?.findingIdsOf(index) ?? []),
    ];
    const read = this.#checked?.reads.get(index);
    return { ...entry, findings: [...entry.findings, ...more], ...(read ? { read } : {}) };
  }

  #hasMore(index: number): boolean {
    return this.#checked !== null || this.#undeclared[index] === 1 || this.#ids.has(index);
  }

  /** All records in the order of the directory, made one by one. */
  *entries(): Generator<Entry> {
    for (let index = 0; index < this.archive.recordCount; index++) yield this.entry(index);
  }

  /** Everything but the entries. */
  summary(): PackageSummary {
    const { parts, archive, findings } = this;
    const [packed, unpacked] = this.#totals();
    return {
      file: parts.path,
      bytes: archive.size,
      sha256: this.#sha256,
      entryCount: archive.seen.length,
      recordCount: archive.recordCount,
      totals: { packed, unpacked },
      payload: parts.payload,
      buildInfo: parts.buildInfo.ok ? parts.buildInfo.value : errorOf(parts.buildInfo.error),
      manifest: parts.manifest.packed.ok
        ? summaryOf(parts.manifest.packed.value)
        : errorOf(parts.manifest.packed.error),
      label: parts.label,
      grants: [...parts.grants],
      manifestFiles: [...parts.manifestFiles],
      requiredFiles: [...parts.requiredFiles],
      configs: [...parts.configs],
      skills: [...parts.skills],
      findings: [...findings],
      verdict: verdictOf(findings),
    };
  }

  #totals(): readonly [packed: number, unpacked: number] {
    let [packed, unpacked] = [0, 0];
    for (let index = 0; index < this.archive.recordCount; index++) {
      packed += this.archive.packedOf(index);
      unpacked += this.archive.sizeOf(index);
    }
    return [packed, unpacked];
  }

  /** The file's sha256; remembered for the summary. */
  async digest(options: DigestOptions = {}): Promise<Result<string>> {
    if (this.#sha256 !== null) return ok(this.#sha256);
    const digest = await sha256Of(this.archive.source, options);
    if (digest.ok) this.#sha256 = digest.value;
    return digest;
  }

  /** Checks local headers, with `read` every byte too; what is found joins the findings and the entries. */
  async check(options: Omit<CheckOptions, 'limit'>): Promise<Result<null>> {
    const checked = await checkEntries(this.archive, { ...options, limit: this.parts.ceiling });
    if (!checked.ok) return checked;
    // A check that reads every byte says all that a check of the headers says.
    if (options.read || this.#checked === null || this.#checked.reads.size === 0) this.#checked = checked.value;
    return ok(null);
  }

  /** The exact JSON that the artifact of a config row receives; null for a refused one. */
  configJson(row: number): string | null {
    const artifacts = this.parts.manifest.launch?.artifacts ?? [];
    const artifact = artifacts.filter(({ config }) => config !== undefined)[row];
    const lowered = artifact && lowerEntry(artifact);
    return lowered && 'json' in lowered ? lowered.json : null;
  }

  /** The file behind a manifest-file row: its record, or the text of a host file, which is read only here. */
  manifestFile(row: number): Result<{ readonly entry: number } | { readonly text: string }> {
    const given = this.parts.manifestFiles[row];
    if (!given) return err(failure('no-such-row', 'There is no such row.'));
    const { location } = locate(this.parts.base, given.declared);
    const entry = location.at === 'entry' ? this.archive.find(location.name) : null;
    if (entry !== null) return ok({ entry });
    const read = readDeclared(this.parts.base, given.declared, this.parts.ceiling);
    return read.ok ? ok({ text: read.value }) : err(failure(read.error.kind, read.error.message));
  }

  close(): void {
    this.archive.source.close();
  }
}
