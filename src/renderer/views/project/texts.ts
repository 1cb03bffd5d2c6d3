import type { ArtifactPlace, LockState, Project } from '../../../shared/models/project';
import { integer, plural } from '../../kit/format';

/** The words of the Project view. */
export const texts = {
  label: 'Project',
  welcome: {
    title: 'See what a project would launch',
    text: 'Drop a folder that holds a murmur.yaml anywhere on this window. Its artifacts, files and configs are checked where they lie; nothing runs.',
    open: 'Open a project…',
  },
  failed: 'This project cannot be shown',
  noManifest: 'murmur.yaml cannot be used',
  tabs: { artifacts: 'Artifacts', files: 'Manifest files', config: 'Config', grants: 'Grants', findings: 'Findings' },
  header: {
    noProblems: 'no problems',
    noManifest: 'no usable murmur.yaml',
    lock: {
      none: 'no murmur.lock',
      read: (entries: number) => `murmur.lock pins ${plural(entries, 'artifact')}`,
      refused: 'murmur.lock is refused',
    },
    stores: (project: Project) =>
      project.stores
        .map(
          ({ kind, state }) =>
            `${kind} store ${{ ready: 'there', missing: 'not there', unreadable: 'unreadable' }[state]}`,
        )
        .join(', '),
    reveal: 'Show in the file manager',
  },
  secrets: {
    text: (count: number) =>
      count === 1
        ? 'A value in murmur.yaml looks like a pasted secret. Take it from the environment instead.'
        : `${integer(count)} values in murmur.yaml look like pasted secrets. Take them from the environment instead.`,
    show: 'Show where',
  },
  places: {
    project: 'project store',
    global: 'global store',
    missing: 'not installed',
    'local-source': 'local source',
  } satisfies Record<ArtifactPlace, string>,
  placeTips: {
    project: 'A launch takes it from the store of this project',
    global: 'A launch takes it from the global store',
    missing: 'Neither the project store nor the global one has this version',
    'local-source': 'It comes from the files of the project itself',
  } satisfies Record<ArtifactPlace, string>,
  locks: {
    agrees: 'agrees',
    'other-version': 'other version',
    'other-digest': 'other digest',
    'not-locked': 'not pinned',
    'not-checked': 'pinned',
    'no-lock': 'no lock file',
    'not-needed': 'not needed',
  } satisfies Record<LockState, string>,
  lockTips: {
    agrees: 'Version and digest are those that murmur.lock pins',
    'other-version': 'murmur.lock pins another version than is declared',
    'other-digest': 'The bytes are not those that murmur.lock pins',
    'not-locked': 'murmur.lock says nothing about it',
    'not-checked': 'Pinned in this version; there is no digest here to compare with',
    'no-lock': 'There is no murmur.lock beside murmur.yaml',
    'not-needed': 'A local source is never pinned',
  } satisfies Record<LockState, string>,
  artifacts: {
    label: 'Artifacts',
    columns: {
      name: 'Name',
      version: 'Declared',
      runtime: 'Runtime',
      place: 'Found in',
      digest: 'Digest',
      lock: 'Lock',
    },
    none: 'This project declares no artifacts',
    noneText: 'Entries of artifacts: in murmur.yaml are compared here with the stores and with murmur.lock.',
    verify: 'Verify digests',
    verifyTip: 'Reads the declared packages and compares their digests',
    verifying: 'Verifying…',
    cancel: 'Cancel',
    verified: 'The declared packages were read and compared',
    detail: 'About the artifact',
    inFull: 'Facts and problems',
    hint: 'Select an artifact',
    noName: 'without a name',
    open: 'Open package',
    facts: {
      version: 'Declared',
      place: 'Found in',
      source: 'Source',
      installed: 'Installed versions',
      lock: 'Lock file',
      pins: (version: string) => `pins ${version}`,
      digest: 'Digest',
    },
    findings: 'Problems',
    noFindings: 'Nothing to complain about',
  },
  files: {
    label: 'Manifest files',
    columns: { key: 'Key', declared: 'Declared', resolved: 'Resolved', state: 'State' },
    none: 'murmur.yaml names no files',
    noneText: 'Prompt files and local sources that it names are looked for here.',
    found: 'found',
    missing: 'missing',
    copy: 'Copy as text',
    copied: 'manifest files',
    detail: 'The file',
    hint: 'Select a file',
    read: 'Show its text',
    host: 'This file lies outside the project. It is read only when you ask for it.',
    folder: 'A folder',
    failed: 'This file cannot be shown',
  },
  grants: {
    label: 'Grants',
    none: 'Nothing is granted',
    noneText: 'Without a capabilities: block a capsule gets no network, no files and no shell.',
    columns: { for: 'For', key: 'Capability', values: 'Allowed' },
    capsule: 'whole capsule',
    noValues: 'yes',
  },
  findings: {
    label: 'Findings',
    none: 'Nothing to complain about',
    noneText: 'murmur.yaml, its files, its artifacts and the lock file agree.',
    more: (count: number) => `and ${integer(count)} more`,
  },
  status: { following: 'following changes' },
  commands: {
    group: 'Project',
    choose: 'Open a project…',
    tab: (title: string) => `Show ${title}`,
    verify: 'Verify the declared packages',
    copyFiles: 'Copy the manifest files as text',
  },
} as const;
