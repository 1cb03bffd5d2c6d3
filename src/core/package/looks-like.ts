import { isUtf8 } from '../text/encoding';

/** Bytes that `looksLike` needs at most; more are not looked at. */
export const LOOK_BYTES = 4096;

interface Magic {
  readonly at: number;
  /** Hexadecimal; `..` is any byte. */
  readonly hex: string;
  readonly name: string;
}

const PDF: Magic = { at: 0, hex: '25504446', name: 'PDF document' };

/** First match wins, so the longer and surer ones come first. */
const MAGIC: readonly Magic[] = [
  { at: 0, hex: '0061736d01000000', name: 'WebAssembly core module' },
  { at: 0, hex: '0061736d0d000100', name: 'WebAssembly component' },
  { at: 0, hex: '0061736d', name: 'WebAssembly of an unknown version' },
  { at: 0, hex: '89504e470d0a1a0a', name: 'PNG image' },
  { at: 0, hex: 'ffd8ff', name: 'JPEG image' },
  { at: 0, hex: '47494638..61', name: 'GIF image' },
  { at: 0, hex: '52494646........57454250', name: 'WebP image' },
  { at: 0, hex: '52494646........57415645', name: 'WAV sound' },
  { at: 0, hex: '52494646........41564920', name: 'AVI video' },
  { at: 4, hex: '6674797061766966', name: 'AVIF image' },
  { at: 4, hex: '6674797068656963', name: 'HEIC image' },
  { at: 4, hex: '66747970', name: 'MP4 media' },
  { at: 0, hex: '49492a00', name: 'TIFF image' },
  { at: 0, hex: '4d4d002a', name: 'TIFF image' },
  { at: 0, hex: '00000100', name: 'Windows icon' },
  { at: 0, hex: '504b0304', name: 'zip archive' },
  { at: 0, hex: '504b0506', name: 'empty zip archive' },
  { at: 0, hex: '1f8b08', name: 'gzip data' },
  { at: 0, hex: '425a68', name: 'bzip2 data' },
  { at: 0, hex: 'fd377a585a00', name: 'xz data' },
  { at: 0, hex: '28b52ffd', name: 'Zstandard data' },
  { at: 0, hex: '377abcaf271c', name: '7-Zip archive' },
  { at: 0, hex: '526172211a07', name: 'RAR archive' },
  { at: 257, hex: '7573746172', name: 'tar archive' },
  { at: 0, hex: '213c617263683e0a', name: 'ar archive' },
  PDF,
  { at: 0, hex: '53514c69746520666f726d6174203300', name: 'SQLite database' },
  { at: 0, hex: 'd0cf11e0a1b11ae1', name: 'OLE document' },
  { at: 0, hex: '774f4646', name: 'WOFF font' },
  { at: 0, hex: '774f4632', name: 'WOFF2 font' },
  { at: 0, hex: '4f54544f', name: 'OpenType font' },
  { at: 0, hex: '0001000000', name: 'TrueType font' },
  { at: 0, hex: '4f676753', name: 'Ogg media' },
  { at: 0, hex: '664c6143', name: 'FLAC sound' },
  { at: 0, hex: '494433', name: 'MP3 sound' },
  { at: 0, hex: '1a45dfa3', name: 'Matroska media' },
  { at: 0, hex: '50415231', name: 'Parquet table' },
  { at: 0, hex: '47475546', name: 'GGUF model' },
  { at: 0, hex: 'feedface', name: 'Mach-O program (32-bit)' },
  { at: 0, hex: 'cefaedfe', name: 'Mach-O program (32-bit)' },
  { at: 0, hex: 'feedfacf', name: 'Mach-O program (64-bit)' },
  { at: 0, hex: 'cffaedfe', name: 'Mach-O program (64-bit)' },
  { at: 0, hex: '4243c0de', name: 'LLVM bitcode' },
];

/** What a program of ELF's e_type is. */
const ELF_TYPES = ['ELF file', 'ELF object file', 'ELF program', 'ELF shared object or program', 'ELF core dump'];

/** What magic bytes say; null where they say nothing. */
function magicOf(head: Uint8Array): string | null {
  const found = MAGIC.find((magic) => matches(head, magic));
  return found?.name ?? elf(head) ?? windowsProgram(head) ?? fatOrJava(head) ?? bitmap(head);
}

/** What the first bytes of a file look like, in a few words: by magic bytes, else a script, text, or binary data. */
export function looksLike(head: Uint8Array): string {
  if (head.length === 0) return 'empty file';
  // Several magics are letters, and a text may start with them.
  if (isTextUtf8(head, true)) return script(head) ?? (matches(head, PDF) ? PDF.name : 'UTF-8 text');
  return magicOf(head) ?? otherText(head) ?? 'binary data';
}

function matches(head: Uint8Array, { at, hex }: Magic): boolean {
  if (head.length < at + hex.length / 2) return false;
  for (let digit = 0; digit < hex.length; digit += 2) {
    const pair = hex.slice(digit, digit + 2);
    if (pair !== '..' && head[at + digit / 2] !== Number.parseInt(pair, 16)) return false;
  }
  return true;
}

function elf(head: Uint8Array): string | null {
  if (!matches(head, { at: 0, hex: '7f454c46', name: '' })) return null;
  const isBigEndian = head[5] === 2;
  const type = (head[isBigEndian ? 17 : 16] ?? 0) + 256 * (head[isBigEndian ? 16 : 17] ?? 0);
  const bits = head[4] === 1 ? ' (32-bit)' : head[4] === 2 ? ' (64-bit)' : '';
  return (ELF_TYPES[type] ?? 'ELF file') + bits;
}

/** `MZ`, and where its header points, `PE`. */
function windowsProgram(head: Uint8Array): string | null {
  if (head[0] !== 0x4d || head[1] !== 0x5a || head.length < 64) return null;
  const at = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(60, true);
  return head[at] === 0x50 && head[at + 1] === 0x45 ? 'Windows program (PE)' : 'DOS program';
}

/** Universal Mach-O and Java classes share their magic; the next number is a count in one and a version in the other. */
function fatOrJava(head: Uint8Array): string | null {
  if (!matches(head, { at: 0, hex: 'cafebabe', name: '' }) || head.length < 8) return null;
  const number = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4);
  return number < 40 ? 'Mach-O universal program' : 'Java class';
}

/** `BM` alone is two letters of text; the zeros that follow in a real one make the difference. */
function bitmap(head: Uint8Array): string | null {
  return matches(head, { at: 0, hex: '424d........00000000', name: '' }) ? 'BMP image' : null;
}

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);

/** The program that a `#!` line names; null where there is none. */
export function scriptProgram(head: Uint8Array): string | null {
  if (head[0] !== 0x23 || head[1] !== 0x21) return null;
  const line =
    Buffer.from(head.subarray(2, 256))
      .toString('latin1')
      .split(/[\r\n]/, 1)[0] ?? '';
  const words = line.trim().split(/[ \t]+/);
  const named = words[0]?.endsWith('/env') ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0];
  return named?.slice(named.lastIndexOf('/') + 1) || null;
}

function script(head: Uint8Array): string | null {
  const program = scriptProgram(head);
  if (program === null) return null;
  if (SHELLS.has(program)) return 'shell script';
  return /^[\w.+-]{1,32}$/.test(program) ? `script for ${program}` : 'script';
}

function otherText(head: Uint8Array): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16 text (little-endian)';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16 text (big-endian)';
  const printable = head.reduce((sum, byte) => sum + (byte >= 0x20 || (byte >= 9 && byte <= 13) ? 1 : 0), 0);
  const ascii = head.reduce((sum, byte) => sum + (byte >= 0x20 && byte < 0x7f ? 1 : 0), 0);
  const isEightBit = printable === head.length && ascii > head.length * 0.7;
  return isEightBit ? 'text that is not UTF-8' : null;
}

/**
 * Whether bytes are text: UTF-8 without NUL and nearly without control characters.
 * @param isCut whether the bytes go on, so that the last character may be incomplete
 */
export function isTextUtf8(bytes: Uint8Array, isCut: boolean): boolean {
  let controls = 0;
  for (const byte of bytes) {
    if (byte === 0) return false;
    if (byte < 0x20 && (byte < 8 || byte > 13) && byte !== 0x1b) controls++;
  }
  if (controls * 10 > bytes.length) return false;
  return isUtf8(isCut ? bytes.subarray(0, characterBorder(bytes, bytes.length)) : bytes);
}

/** The nearest start of a UTF-8 character at or before `at`; `at` itself where the bytes there are not UTF-8. */
export function characterBorder(bytes: Uint8Array, at: number): number {
  for (let back = 1; back <= 3 && back <= at; back++) {
    const byte = bytes[at - back] ?? 0;
    if (byte < 0x80) return at;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? at - back : at;
  }
  return at;
}
