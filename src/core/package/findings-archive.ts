import type { FindingTable } from '../findings/table';

/** What can be said about an archive as a whole: its end record, its directory, the bytes around them. */
export const ARCHIVE_FINDINGS = {
  'murmur-cannot-open': {
    severity: 'error',
    title: 'Murmur cannot open this file',
    meaning:
      'Murmur refuses the archive with the reason given, so nothing in it can be installed or run. What is listed here was read in spite of that.',
    action: 'Build the package again with mur build, or copy it again from where it came.',
  },
  'multi-disk': {
    severity: 'error',
    title: 'Part of a split archive',
    meaning: 'The archive says that it continues on another disk. Murmur opens single files only.',
    action: 'Join the parts with the program that split them, then pack the result as one file.',
  },
  'prefix-data': {
    severity: 'warning',
    title: 'Bytes in front of the archive',
    meaning:
      'The file does not begin with its first entry. Murmur skips what is in front; a program that reads from the start sees something else.',
    action: 'Check what the bytes in front are: a script, an installer, or a second archive. Pack again without them.',
  },
  'trailing-data': {
    severity: 'warning',
    title: 'Bytes after the archive',
    meaning:
      'The file goes on after its end record and comment. Murmur does not mind; the digest covers these bytes, and other programs may refuse the file.',
    action: 'Check what was appended. Pack again without it.',
  },
  'second-end-record': {
    severity: 'warning',
    title: 'More than one end record',
    meaning: 'Two places in the file claim to be its end. Readers that choose differently see different entries.',
    action: 'Do not trust the listing of one program alone. Pack the contents again.',
  },
  'second-directory': {
    severity: 'warning',
    title: 'A second directory in the bytes in front',
    meaning: 'Bytes that no entry owns look like a directory of their own. Another reader may list that one.',
    action: 'Compare with another program, and pack the contents again.',
  },
  'too-many-end-records': {
    severity: 'warning',
    title: 'Far too many end records',
    meaning:
      'The file holds a crowd of end records, which nothing but an attack on readers does. Murmur tries them one by one and can be busy for minutes; this program stops early.',
    action: 'Do not install it. Ask its author for a package that mur build wrote.',
  },
  'directory-size-mismatch': {
    severity: 'warning',
    title: 'The directory is not as long as stated',
    meaning:
      'The end record states another size than the records take. Murmur does not look at it; readers that count back from the end find another place.',
    action: 'Compare with another program, and pack the contents again.',
  },
  'directory-too-large': {
    severity: 'warning',
    title: 'Only part of the directory is listed',
    meaning: 'The directory has more records or longer names than this program keeps, so the list ends early.',
    action: 'Nothing that mur build wrote is this large. Do not install it without knowing why.',
  },
  'archive-comment': {
    severity: 'info',
    title: 'The archive has a comment',
    meaning: 'A text for people stands behind the directory. Murmur ignores it.',
    action: 'Nothing to do, unless it says something you did not expect.',
  },
  'many-entries': {
    severity: 'info',
    title: 'Very many entries',
    meaning: 'More than 10,000 entries. Everything works, but unpacking and reviewing take their time.',
    action: 'Check that no dependency folder or cache was packed by accident.',
  },
} as const satisfies FindingTable;
