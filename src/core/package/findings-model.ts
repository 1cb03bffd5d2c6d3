import type { FindingTable } from '../findings/table';

/** What can be said about what a package means: manifest, payload, files it names, grants, configs. Raised by `model/`. */
export const MODEL_FINDINGS = {
  'manifest-missing': {
    severity: 'error',
    title: 'No murmur.yaml',
    meaning: 'Murmur finds no murmur.yaml at the root, so this is no package for it.',
    action: 'Build the package with mur build from the folder that holds murmur.yaml.',
  },
  'manifest-unreadable': {
    severity: 'error',
    title: 'murmur.yaml cannot be read',
    meaning:
      'The manifest is there but broken, not UTF-8, too large or no YAML mapping. Murmur cannot load the package.',
    action: 'Fix the manifest at the place given, then build again.',
  },
  'manifest-refused': {
    severity: 'error',
    title: 'Murmur refuses the manifest',
    meaning: 'The manifest reads, but says something that Murmur does not launch.',
    action: 'Change what the message names, then build again.',
  },
  'payload-missing': {
    severity: 'error',
    title: 'No payload',
    meaning: 'What this kind of package runs or installs is not in it, so a launch fails.',
    action: 'Add the payload: capsule.wasm, bin/<name> or the skill’s file, as the message says. Then build again.',
  },
  'payload-ambiguous': {
    severity: 'error',
    title: 'Several possible payloads',
    meaning: 'More than one .wasm file stands at the root and none is capsule.wasm, so Murmur refuses to choose.',
    action: 'Name the one to run capsule.wasm, or move the others into a folder.',
  },
  'payload-unreadable': {
    severity: 'error',
    title: 'The payload cannot be read',
    meaning: 'The payload is there, but its bytes are broken or are no WebAssembly, so what it asks for is unknown.',
    action: 'Build the payload again, then the package.',
  },
  'build-info-broken': {
    severity: 'error',
    title: 'murmur-build.json is broken',
    meaning: 'Murmur cannot tell for which level the package was built, and refuses it.',
    action: 'Build the package again with mur build, which writes this file.',
  },
  'config-refused': {
    severity: 'error',
    title: 'A config block is refused',
    meaning: 'Murmur cannot hand this config to its artifact, and refuses the launch.',
    action: 'Change the config block as the message says.',
  },
  'manifest-file-missing': {
    severity: 'error',
    title: 'A file that the manifest names is not there',
    meaning: 'A launch that needs the file fails with this reason.',
    action: 'List the file under requires_files: in murmur.yaml and build again, or correct the path.',
  },
  'skill-refused': {
    severity: 'error',
    title: 'A skill is refused',
    meaning: 'The skill would not be installed, for the reason given.',
    action: 'Open the Skills tab for the place and, where there is one, the fix.',
  },
  'exec-bit-missing': {
    severity: 'warning',
    title: 'The program is not marked as executable',
    meaning: 'The native payload has no execute bit, so unpacked as it stands it cannot be started.',
    action: 'Set the bit (chmod +x) before packing.',
  },
  'required-file-missing': {
    severity: 'warning',
    title: 'A required file is not in the package',
    meaning: 'requires_files: lists a file that the package does not hold.',
    action: 'Add the file and build again, or take it off the list.',
  },
  'grant-not-asked': {
    severity: 'warning',
    title: 'Granted, but never asked for',
    meaning: 'The manifest allows something that the payload has no interface to use. It is more than it needs.',
    action: 'Take the grant away, unless another artifact of the capsule needs it.',
  },
  'ask-not-granted': {
    severity: 'warning',
    title: 'Asked for, but not granted',
    meaning: 'The payload imports an interface for something the manifest does not allow. Such calls will fail.',
    action: 'Grant it under capabilities: if it is meant, or build the payload without it.',
  },
  'secret-like-value': {
    severity: 'warning',
    title: 'A value that looks like a secret',
    meaning:
      'A key, token or password seems to be written into the manifest, where everyone with the package reads it.',
    action: 'Take it out, revoke it, and pass it through the environment.',
  },
  'undeclared-entry': {
    severity: 'info',
    title: 'An entry that nothing declares',
    meaning: 'Neither the manifest nor a rule of Murmur names this file. It is carried along, and no launch reads it.',
    action: 'Leave it out, or list it under requires_files: if something reads it.',
  },
  'unknown-key': {
    severity: 'info',
    title: 'A key Murscope does not know',
    meaning: 'The key may be misspelled, in which case Murmur ignores it, or come from a newer Murmur.',
    action: 'Compare it with the key that is suggested.',
  },
} as const satisfies FindingTable;
