import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import { DEFAULT_CEILING } from '../package/ceiling';
import { artifactNameProblem } from './artifact-name';
import { checkSkill, packedFiles } from './check';
import { folderPlace } from './discover';
import { manifestText } from './pack-manifest';
import type { SkillSubject } from './subject';
import type { SkillTree } from './tree';
import { BUILD_INFO, type PackedFile } from './walk';

export type PackTarget = '0.9' | '0.10';

export interface PackOptions {
  /** Default: the front block's name, else the folder's. */
  readonly name?: string | undefined;
  /** Default 0.1.0. */
  readonly version?: string | undefined;
  /** One line; default none. */
  readonly summary?: string | undefined;
  /** Which Murmur the package is for; default 0.9, which every Murmur reads. */
  readonly target?: PackTarget | undefined;
  /** Bytes that all files together may have; default Murmur's own ceiling. */
  readonly ceiling?: number;
}

/** One entry that a package will have. */
export interface PlannedEntry {
  readonly name: string;
  /** Bytes. */
  readonly bytes: number;
  /** Its content where that is made and not read, else the file it comes from. */
  readonly content: string | PackedFile;
}

/** What packing a folder will write, before anything is read but SKILL.md. */
export interface PackPlan {
  readonly name: string;
  readonly version: string;
  readonly summary: string | null;
  readonly target: PackTarget;
  /** In the order of the archive: manifest, skill, supporting files, build info. */
  readonly entries: readonly PlannedEntry[];
  readonly tree: SkillTree;
}

const DEFAULT_VERSION = '0.1.0';
/** Entries that an archive without zip64 counts. */
const ENTRIES_LIMIT = 65_535;
const BUILD_INFO_TEXT = '{"built_at_level":1}\n';
/** How a skill's file is called within a package, by Murmur (2.1). */
const SKILL_ENTRY: Readonly<Record<PackTarget, string>> = { '0.9': 'skill.md', '0.10': 'SKILL.md' };
/** A version as semver.org has it. */
const VERSION =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;
/** What ends a line or does not show, for one YAML or another. */
const NOT_ONE_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

/**
 * What packing a skill folder will write (3.5), or why it is refused: name, version and summary first, then whatever the
 * rule set of the target refuses. Nothing is written.
 * @param at the folder for the system, `shown` as Murmur prints it
 */
export async function planPack(at: string, shown: string, options: PackOptions = {}): Promise<Result<PackPlan>> {
  const target = options.target ?? '0.9';
  const version = options.version ?? DEFAULT_VERSION;
  const given = options.name === undefined ? null : nameFailure(options.name);
  const early = given ?? versionFailure(version) ?? summaryFailure(options.summary);
  if (early !== null) return err(early);
  const place = folderPlace(at, shown);
  const { subject } = await checkSkill(place, { ruleSets: [] });
  const name = options.name ?? subject.reading?.front?.name ?? subject.folderName ?? '';
  const late =
    (subject.skill === null ? null : nameFailure(name)) ?? targetRefusal(subject, target) ?? nameFailure(name);
  if (late !== null) return err(late);
  const files = packedFiles(subject.walked);
  const tooMuch = sizeFailure(subject, files, options.ceiling ?? DEFAULT_CEILING);
  if (tooMuch !== null) return err(tooMuch);
  const packed = files.map((file, index) => entryOf(file, index === 0 ? SKILL_ENTRY[target] : file.path));
  const twice = repeatedName(packed);
  if (twice !== null)
    return err(failure(null, `two files would pack as the archive entry '${twice}'`, 'Rename one of them.'));
  const summary = options.summary ?? null;
  const manifest = manifestText({ name, version, summary, entries: packed.map((entry) => entry.name) });
  const entries = [madeEntry('murmur.yaml', manifest), ...packed, madeEntry(BUILD_INFO, BUILD_INFO_TEXT)];
  return ok({ name, version, summary, target, entries, tree: place.tree });
}

const entryOf = (file: PackedFile, name: string): PlannedEntry => ({ name, bytes: file.bytes, content: file });
const madeEntry = (name: string, text: string): PlannedEntry => ({
  name,
  bytes: Buffer.byteLength(text),
  content: text,
});

function nameFailure(name: string): Failure | null {
  const problem = artifactNameProblem(name);
  return problem === null ? null : failure(null, problem, 'Give another name.');
}

function versionFailure(version: string): Failure | null {
  if (VERSION.test(version)) return null;
  return failure(null, `invalid version '${version}': must be three numbers like 1.2.3`, 'Give another one.');
}

function summaryFailure(summary: string | undefined): Failure | null {
  if (summary === undefined || !NOT_ONE_LINE.test(summary)) return null;
  return failure(null, 'the summary holds line breaks or control characters', 'Give a summary of one line.');
}

/** What Murmur of the target says against the folder (S2, S1). */
function targetRefusal({ refusal09, refusal10 }: SkillSubject, target: PackTarget): Failure | null {
  if (target === '0.9') return refusal09 === null ? null : failure(null, refusal09.message);
  if (refusal10 === null) return null;
  return failure(refusal10.code, refusal10.message, refusal10.hint);
}

function sizeFailure({ walked, shown }: SkillSubject, files: readonly PackedFile[], ceiling: number): Failure | null {
  if (walked.cut || files.length + 2 > ENTRIES_LIMIT)
    return failure(null, `${shown} holds too many files for a package`, 'Check that this is the folder of one skill.');
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  if (total <= ceiling) return null;
  return failure(
    null,
    `the files come to ${total} bytes, over the ${ceiling}-byte decompression ceiling`,
    'Leave out what the skill does not need.',
  );
}

function repeatedName(entries: readonly PlannedEntry[]): string | null {
  const seen = new Set<string>(['murmur.yaml', BUILD_INFO]);
  for (const { name } of entries) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}
