import type { FindingRule } from '../../../src/shared/models/finding';

const rule = (
  id: string,
  severity: FindingRule['severity'],
  title: string,
  meaning: string,
  action: string,
): FindingRule => ({
  id,
  severity,
  title,
  meaning,
  action,
});

/** A handful of rules, worded for tests; the real table comes from core. */
export const catalog: readonly FindingRule[] = [
  rule(
    'name-parent',
    'error',
    'Name climbs out of its folder',
    'Murmur refuses the name: nothing can read this entry by it.',
    'Rebuild the package without it.',
  ),
  rule(
    'crc-mismatch',
    'error',
    'Content does not match its checksum',
    'Murmur stops reading here, and what uses the entry fails.',
    'Get the package again from where it came.',
  ),
  rule(
    'config-refused',
    'error',
    'A config block is refused',
    'Murmur refuses to launch the capsule.',
    'Correct the block in murmur.yaml and rebuild.',
  ),
  rule(
    'manifest-file-missing',
    'error',
    'A declared file is not in the package',
    'A launch from the installed package fails on this path.',
    'List it under requires_files: and rebuild.',
  ),
  rule(
    'name-bidi',
    'warning',
    'Name holds direction marks',
    'The name reads differently from what it is; Murmur keeps it as it stands.',
    'Do not trust the ending that a file manager shows.',
  ),
  rule(
    'name-case-collision',
    'warning',
    'Names differ only in case',
    'On macOS and Windows one hides the other. Murmur keeps both.',
    'Rename one of them.',
  ),
  rule(
    'name-duplicate',
    'warning',
    'Two entries have one name',
    "Murmur's reader takes the last, its path resolver the first.",
    'Rebuild the package; ask who made it.',
  ),
  rule(
    'symlink',
    'warning',
    'Entry is a symbolic link',
    'Murmur refuses it in a skill; other readers may follow it.',
    'Replace it by the file it points to.',
  ),
  rule(
    'ratio-extreme',
    'warning',
    'Entry unpacks to far more than it packs',
    'Reading it costs memory out of proportion to the package.',
    'Look at it before anything reads it.',
  ),
  rule(
    'grant-not-asked',
    'warning',
    'Granted, but the payload cannot ask for it',
    'The manifest allows more than the payload imports.',
    'Remove the grant, or find out who needs it.',
  ),
  rule(
    'ask-not-granted',
    'warning',
    'Asked for, but not granted',
    'The payload imports what the manifest does not allow: the call will be refused.',
    'Grant it under capabilities: or expect the refusal.',
  ),
  rule(
    'trailing-data',
    'warning',
    'Bytes after the archive',
    'Murmur ignores them; other readers may not.',
    'Ask what they are for.',
  ),
  rule(
    'undeclared-entry',
    'info',
    'Entry that nothing declares',
    'It is packed but no path of the manifest names it.',
    'Remove it, or list it under requires_files:.',
  ),
  rule('archive-comment', 'info', 'The archive has a comment', 'Murmur does not read it.', 'Nothing to do.'),
  rule('large-entry', 'info', 'Large entry', 'Reading it takes a moment.', 'Nothing to do.'),
];
