import { type FindingTable, findingMaker } from '../findings/table';

/** What a project can be told about its artifacts and its lock (spec 1.2, 2.2). */
export const projectFindings = {
  'artifact-missing': {
    severity: 'error',
    title: 'A declared artifact is not installed',
    meaning: 'Neither the project store nor the global one has this version. A launch stops here.',
    action: 'Install it with `mur install`, or declare a version that is installed.',
  },
  'artifact-unsound': {
    severity: 'error',
    title: 'A declared artifact is installed and damaged',
    meaning: 'The store has this version, but Murmur cannot run it as it is.',
    action: 'See what the Registry says about it, and install it again.',
  },
  'artifact-other-platform': {
    severity: 'warning',
    title: 'A declared artifact is installed for other platforms',
    meaning: 'It is native, and nothing of it is for this machine.',
    action: 'Install it on this machine.',
  },
  'lock-refused': {
    severity: 'error',
    title: 'The lock file is refused',
    meaning: 'Murmur reads lock version 3 only, and refuses the whole file for one broken entry.',
    action: 'Delete murmur.lock and run `mur install`, which writes a new one.',
  },
  'lock-entry-broken': {
    severity: 'error',
    title: 'A broken entry in the lock file',
    meaning: 'Murmur refuses the whole lock file for it. The other entries are shown as they are.',
    action: 'Delete murmur.lock and run `mur install`, which writes a new one.',
  },
  'lock-entry-twice': {
    severity: 'warning',
    title: 'An artifact stands twice in the lock file',
    meaning: 'Murmur takes the first of the two.',
    action: 'Remove one of them.',
  },
  'lock-other-version': {
    severity: 'error',
    title: 'The lock file pins another version',
    meaning: 'What murmur.yaml declares is not what the lock file pins.',
    action: 'Run `mur install`, or declare the pinned version.',
  },
  'lock-other-digest': {
    severity: 'error',
    title: 'The installed package is not the pinned one',
    meaning:
      'Name and version agree, the bytes do not: the digest of the store is another one than that of the lock file.',
    action: 'Find out which of the two is right, and install it again.',
  },
  'lock-missing-entry': {
    severity: 'warning',
    title: 'The lock file does not pin an artifact',
    meaning: 'There is a lock file, and it says nothing about this artifact, or nothing for this platform.',
    action: 'Run `mur install`.',
  },
  'lock-undeclared': {
    severity: 'info',
    title: 'The lock file pins what nothing declares',
    meaning: 'murmur.yaml does not name it; it was installed beside, or is no longer used.',
    action: 'Nothing, if it was meant.',
  },
} as const satisfies FindingTable;

export type ProjectFindingId = keyof typeof projectFindings;

/** Makes a finding of the table above. */
export const projectFinding = findingMaker<ProjectFindingId>(projectFindings);
