import type { FindingTable } from '../findings/table';

/** What can be said about one entry: its name, its record, its local header, its data. */
export const ENTRY_FINDINGS = {
  truncated: {
    severity: 'error',
    title: 'Cut off',
    meaning: 'The file ends before what it announces. What is missing cannot be read by anyone.',
    action: 'Copy or download the file again, and compare its digest.',
  },
  'name-parent': {
    severity: 'error',
    title: "A name with '..'",
    meaning:
      'Murmur refuses the name, so no path reaches the entry. A careless program that unpacks it writes outside its folder.',
    action: 'Do not unpack this archive with other tools. Pack it again without such names.',
  },
  'name-not-utf8': {
    severity: 'error',
    title: 'A name that is not UTF-8',
    meaning: 'Murmur lists the entry under a guessed name and cannot read it by that name.',
    action: 'Rename the file with plain letters or UTF-8, and pack again.',
  },
  encrypted: {
    severity: 'error',
    title: 'Encrypted',
    meaning: 'Murmur has no password and refuses to read the entry. An encrypted murmur.yaml counts as missing.',
    action: 'Pack again without a password.',
  },
  'method-unsupported': {
    severity: 'error',
    title: 'Compressed in a way Murmur does not read',
    meaning: 'Murmur reads stored and deflated entries only, and refuses this one.',
    action: 'Pack again with deflate, which every zip program offers.',
  },
  'crc-mismatch': {
    severity: 'error',
    title: 'Content does not match its checksum',
    meaning: 'The bytes are not those that were packed. Murmur refuses to read the entry.',
    action: 'Copy or download the package again; if it stays, build it again.',
  },
  'data-broken': {
    severity: 'error',
    title: 'Compressed data is broken',
    meaning: 'The data ends early or makes no sense to the decompressor. Murmur refuses to read the entry.',
    action: 'Copy or download the package again; if it stays, build it again.',
  },
  'size-mismatch': {
    severity: 'error',
    title: 'More content than declared',
    meaning: 'The entry unpacks to more than its directory record says. Murmur stops and refuses it.',
    action: 'Treat the package with care: a small claim before large data is how zip bombs look. Build it again.',
  },
  'over-ceiling': {
    severity: 'error',
    title: 'More than one read may give',
    meaning: 'The entry unpacks to more than the decompression ceiling, so Murmur refuses to read it.',
    action:
      'Make the file smaller, or raise MURMUR_MAX_ARTIFACT_DECOMPRESSED_BYTES where it is meant to be this large.',
  },
  'local-header-missing': {
    severity: 'error',
    title: 'No entry where the directory points',
    meaning: 'At the place the directory names there is no local header. Murmur cannot read the entry.',
    action: 'The archive was cut, joined or edited. Build it again.',
  },
  'zip64-inconsistent': {
    severity: 'error',
    title: 'Large-file fields contradict each other',
    meaning: 'A size or offset is left to a zip64 field that is missing or wrong, or it points beyond any file.',
    action: 'Build the package again; no package of ordinary size needs these fields.',
  },
  'extra-field-broken': {
    severity: 'error',
    title: 'A broken extra field',
    meaning: 'An extra field of the record does not keep its format. Murmur refuses the whole archive for it.',
    action: 'Pack again, with another program if it comes back.',
  },
  'name-absolute': {
    severity: 'warning',
    title: 'A name that starts at the root',
    meaning: 'Murmur drops leading slashes. Other programs may write to that place of the disk.',
    action: 'Pack again with relative names.',
  },
  'name-drive': {
    severity: 'warning',
    title: 'A name with a drive letter',
    meaning: 'For Murmur an ordinary name. On Windows it may be written to that drive.',
    action: 'Pack again with relative names.',
  },
  'name-backslash': {
    severity: 'warning',
    title: 'A backslash in a name',
    meaning:
      'Murmur takes it as part of the name, so a declared path with slashes never finds the entry. Windows takes it as a folder.',
    action: 'Pack with a program that writes forward slashes.',
  },
  'name-control': {
    severity: 'warning',
    title: 'A control character in a name',
    meaning: 'It can confuse a terminal or hide part of the name.',
    action: 'Rename the file and pack again.',
  },
  'name-bidi': {
    severity: 'warning',
    title: 'A name that changes reading direction',
    meaning: 'It can be shown so that it looks like another name or another file type.',
    action: 'Read the escaped spelling shown here. Rename the file and pack again.',
  },
  'name-invisible': {
    severity: 'warning',
    title: 'Invisible characters in a name',
    meaning: 'Two names that look the same can be different entries, and a typed path will not find this one.',
    action: 'Rename the file and pack again.',
  },
  'name-device': {
    severity: 'warning',
    title: 'A name that Windows keeps for a device',
    meaning: 'Murmur reads it. On Windows it cannot be unpacked, or goes to a device.',
    action: 'Rename the file if the package is also for Windows.',
  },
  'name-trailing-dot-space': {
    severity: 'warning',
    title: 'A name that ends in a dot or a space',
    meaning: 'Windows drops the last character, so the entry may land on another one.',
    action: 'Rename the file and pack again.',
  },
  'name-empty': {
    severity: 'warning',
    title: 'An empty name',
    meaning: 'Nothing is left of the name under Murmur’s rule, so no declared path can reach the entry.',
    action: 'Pack again without it.',
  },
  'name-dot-component': {
    severity: 'info',
    title: "A name spelled with './' or '//'",
    meaning: 'Murmur’s paths find it under the shorter spelling; looked up by exact name it is another entry.',
    action: 'Nothing to do, unless an entry with the shorter spelling is there too.',
  },
  'name-deep': {
    severity: 'warning',
    title: 'Very many folders in one name',
    meaning: 'More than 64 folders deep. Murmur does not mind; other programs may fail to unpack it.',
    action: 'Check why the name is so deep.',
  },
  'name-duplicate': {
    severity: 'warning',
    title: 'The same name more than once',
    meaning: 'Murmur sees only the last of them, at the first one’s place. Other readers may take the first.',
    action: 'Compare their contents, and pack again with one of them.',
  },
  'name-case-collision': {
    severity: 'warning',
    title: 'Names that differ only in case',
    meaning: 'Two entries for Murmur; on macOS and Windows one overwrites the other.',
    action: 'Give one of them another name.',
  },
  'name-normal-form-collision': {
    severity: 'warning',
    title: 'Names that differ only in how letters are composed',
    meaning: 'Two entries for Murmur that look the same; macOS takes them for one file.',
    action: 'Use composed letters (NFC) in names.',
  },
  'safe-name-collision': {
    severity: 'warning',
    title: 'Different names for one path',
    meaning: 'Made safe, both names are the same path. Murmur’s resolver takes the first file in the archive.',
    action: 'Compare their contents, and pack again with one of them.',
  },
  'path-file-and-folder': {
    severity: 'warning',
    title: 'A path that is a file and a folder',
    meaning: 'One entry is a file where another needs a folder. Murmur reads both; no disk can hold both.',
    action: 'Give one of them another name.',
  },
  symlink: {
    severity: 'warning',
    title: 'A symbolic link',
    meaning:
      'Murmur does not follow it: read as a file it gives the path it points to, and a skill folder with one is refused.',
    action: 'Pack the file itself in place of the link.',
  },
  'special-file': {
    severity: 'warning',
    title: 'Not a regular file',
    meaning:
      'The attributes say pipe, socket, device or folder, though the name is a file’s. Murmur reads it as a file.',
    action: 'Pack regular files only.',
  },
  setuid: {
    severity: 'warning',
    title: 'Runs with another user’s rights',
    meaning: 'The set-user or set-group bit is on. Murmur ignores it; unpacked as root it would matter.',
    action: 'Take the bit away and pack again.',
  },
  'ratio-extreme': {
    severity: 'warning',
    title: 'Unpacks to far more than it takes',
    meaning: 'Over 200 to 1, and over 1 MiB: what zip bombs look like, though logs and zeros do it too.',
    action: 'Check that the size is meant. Murmur stops at its decompression ceiling.',
  },
  overlap: {
    severity: 'warning',
    title: 'Entries share bytes of the file',
    meaning: 'The data of this entry reaches into another entry or the directory. No packer does that by accident.',
    action: 'Do not unpack it with other tools; build the package again.',
  },
  'local-central-mismatch': {
    severity: 'warning',
    title: 'Local header and directory disagree',
    meaning: 'Murmur goes by the directory. A program that reads from the start goes by the local header.',
    action: 'Compare the two; pack the contents again.',
  },
  'size-short': {
    severity: 'warning',
    title: 'Less content than declared',
    meaning: 'The checksum is right, so Murmur takes it; stricter readers refuse the entry.',
    action: 'Pack the contents again.',
  },
  'unused-compressed-bytes': {
    severity: 'warning',
    title: 'Bytes behind the compressed data',
    meaning: 'The data ends before its stated compressed size. Murmur ignores the rest; it can hide anything.',
    action: 'Pack the contents again.',
  },
  'unlisted-bytes': {
    severity: 'warning',
    title: 'Bytes that no entry owns',
    meaning: 'Between entries there are bytes that the directory does not mention, such as a deleted entry.',
    action: 'Pack the contents again if nothing should be left in there.',
  },
  'count-mismatch': {
    severity: 'warning',
    title: 'The number of entries is wrong',
    meaning:
      'The end record counts differently from what the directory holds. Murmur reads exactly as many records as "entries on this disk" says; those beyond are not there for it.',
    action: 'Look at which entries Murmur does not see, and pack the contents again.',
  },
  'entry-disk': {
    severity: 'warning',
    title: 'On another disk, it says',
    meaning:
      'The record says that its data starts on another disk. Murmur does not look at that; others refuse the entry.',
    action: 'Pack the contents again.',
  },
  'unicode-path-differs': {
    severity: 'warning',
    title: 'A second name in an extra field',
    meaning:
      'A Unicode path field gives the entry another name. Murmur takes it where its checksum fits; others do not.',
    action: 'Check which name is meant, and pack again.',
  },
  'directory-with-data': {
    severity: 'warning',
    title: 'A folder with content',
    meaning: 'The name ends like a folder’s but the entry has data. Murmur’s resolver never reads it.',
    action: 'Pack again; a folder has no content.',
  },
  'utf8-flag-missing': {
    severity: 'warning',
    title: 'UTF-8 name without the flag',
    meaning: 'Murmur reads the name as UTF-8. Other programs may show it in an old code page.',
    action: 'Pack with a program that sets the flag, or keep names to plain letters.',
  },
  'data-descriptor': {
    severity: 'info',
    title: 'Sizes stand behind the data',
    meaning: 'Written in one pass: the local header has no sizes. Murmur goes by the directory.',
    action: 'Nothing needs doing: programs that pack in one pass write it so.',
  },
  'hidden-mac-files': {
    severity: 'info',
    title: 'Helper files of macOS',
    meaning: '__MACOSX, ._ and .DS_Store files carry Finder data that Murmur has no use for.',
    action: 'Zip with the command line (zip -X) to leave them out.',
  },
  'large-entry': {
    severity: 'info',
    title: 'A large entry',
    meaning: 'Over 100 MiB unpacked. Murmur reads entries whole, up to its decompression ceiling.',
    action: 'Check that it belongs in the package.',
  },
} as const satisfies FindingTable;
