import { PLATFORMS } from './names';

/** What the three files of a package end in (spec 2.2). */
export const SUFFIXES = { archive: '.mur.zip', digest: '.sha256', meta: '.meta.json' } as const;
export type FileRole = keyof typeof SUFFIXES;
const ROLES = Object.keys(SUFFIXES) as FileRole[];

/** The three files of one archive, by name; of a native package there is one group for each platform. */
export interface FileGroup {
  /** Null for the archive of every platform. */
  readonly platform: string | null;
  readonly files: ReadonlyMap<FileRole, string>;
}

export interface VersionFiles {
  readonly groups: readonly FileGroup[];
  /** Named like a variant, for a platform that Murmur does not know. */
  readonly unknownPlatform: readonly string[];
  /** What belongs to no package. */
  readonly stray: readonly string[];
  /** Whether `mur list` sees a package here: any archive whose name goes on with `-` or `.` after name and version. */
  readonly listed: boolean;
}

/** Which of the three files a name ends as, or null. */
export function roleOf(name: string): FileRole | null {
  return ROLES.find((role) => name.endsWith(SUFFIXES[role])) ?? null;
}

/** Sorts the names of a version's folder by what they are. `stem` is `<name>-<version>`; names come sorted. */
export function sortFiles(names: readonly string[], stem: string): VersionFiles {
  const groups = new Map<string | null, Map<FileRole, string>>();
  const unknownPlatform: string[] = [];
  const stray: string[] = [];
  let listed = false;
  for (const name of names) {
    const role = name.startsWith(stem) ? roleOf(name) : null;
    const tail = name.slice(stem.length);
    if (role === null || (tail[0] !== '-' && tail[0] !== '.')) {
      stray.push(name);
      continue;
    }
    if (role === 'archive') listed = true;
    const platform = platformOf(tail.slice(0, tail.length - SUFFIXES[role].length));
    if (platform === undefined) unknownPlatform.push(name);
    else {
      const files = groups.get(platform) ?? new Map<FileRole, string>();
      groups.set(platform, files.set(role, name));
    }
  }
  return {
    groups: [...groups].map(([platform, files]) => ({ platform, files })),
    unknownPlatform,
    stray,
    listed,
  };
}

/** The platform of what stands between `<name>-<version>` and the suffix; undefined for one that is unknown. */
function platformOf(middle: string): string | null | undefined {
  if (middle === '') return null;
  return PLATFORMS.find((platform) => middle === `-${platform}`);
}

/** `<name>-<version>` as the archives in a folder spell it, where the folder's own names fit none of them. */
export function otherStem(names: readonly string[]): string | null {
  const archive = names.find((name) => roleOf(name) === 'archive');
  if (archive === undefined) return null;
  const stem = archive.slice(0, -SUFFIXES.archive.length);
  const platform = PLATFORMS.find((known) => stem.endsWith(`-${known}`));
  return platform === undefined ? stem : stem.slice(0, -platform.length - 1);
}

/** Every name that a package's files can have. */
export function possibleNames(stem: string): string[] {
  const stems = [stem, ...PLATFORMS.map((platform) => `${stem}-${platform}`)];
  return stems.flatMap((given) => ROLES.map((role) => `${given}${SUFFIXES[role]}`));
}
