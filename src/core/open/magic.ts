/** Bytes at the beginning of a file and what they say it is, ending a sentence that begins with its name. */
const MAGIC: ReadonlyArray<readonly [readonly number[], string]> = [
  [[0x00, 0x61, 0x73, 0x6d], 'is a WebAssembly file: the payload of a package, not the package'],
  [[0x1f, 0x8b], 'is a gzip archive, not a zip'],
  [[0x42, 0x5a, 0x68], 'is a bzip2 archive, not a zip'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'is an xz archive, not a zip'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'is a zstd archive, not a zip'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'is a 7z archive, not a zip'],
  [[0x52, 0x61, 0x72, 0x21], 'is a rar archive, not a zip'],
  [[0x7f, 0x45, 0x4c, 0x46], 'is a program for Linux'],
  [[0xcf, 0xfa, 0xed, 0xfe], 'is a program for macOS'],
  [[0xca, 0xfe, 0xba, 0xbe], 'is a program for macOS'],
  [[0x4d, 0x5a], 'is a program for Windows'],
  [[0x89, 0x50, 0x4e, 0x47], 'is an image'],
  [[0xff, 0xd8, 0xff], 'is an image'],
  [[0x47, 0x49, 0x46, 0x38], 'is an image'],
  [[0x25, 0x50, 0x44, 0x46], 'is a PDF'],
];

const TEXTS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\.meta\.json$/i, 'is a sidecar of a package in a store, not the package'],
  [/\.sha256$/i, 'is the digest of a package, not the package'],
  [/\.ya?ml$/i, 'is a YAML file, but no murmur.yaml'],
  [/\.md$/i, 'is a Markdown file, but no SKILL.md'],
  [/\.toml$/i, 'is a TOML file, but pins no runners'],
  [/\.jsonl?$/i, 'is a JSON file, but holds no blocks for naming'],
];

/** What a file is that no view shows: by its first bytes, then by its name. */
export function whatFileIs(name: string, head: Uint8Array): string {
  if (head.length === 0) return 'is an empty file';
  const magic = MAGIC.find(([bytes]) => bytes.every((byte, index) => head[index] === byte));
  if (magic) return magic[1];
  if (Buffer.from(head.buffer, head.byteOffset, Math.min(262, head.length)).toString('latin1', 257) === 'ustar')
    return 'is a tar archive, not a zip';
  const text = TEXTS.find(([pattern]) => pattern.test(name));
  if (text) return text[1];
  return head.includes(0) ? 'is a file of a kind that Murscope does not know' : 'is a text file';
}
