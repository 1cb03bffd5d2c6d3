import { type Utf8Fault, utf8FaultText } from '../text/utf8';

/** What bytes that are not (or hardly) UTF-8 look like. */
export interface Guess {
  readonly name: string;
  /** Byte offset of what gives it away. */
  readonly offset: number;
  readonly message: string;
  /** The text under this guess, for showing. */
  readonly text: string;
  /** A BOM said so and the bytes agree. */
  readonly certain: boolean;
}

const SIGNATURES: ReadonlyArray<readonly [name: string, bytes: readonly number[]]> = [
  ['a zip archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['gzip data', [0x1f, 0x8b]],
];

/** Bytes 0x80 to 0x9F in Windows-1252, U+FFFD for those that it does not use. The rest is Latin-1. */
const HIGH_1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';
const UNUSED_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** How much of a file is looked at for a guess. */
const SAMPLE = 64 * 1024;

/**
 * Guesses an encoding from its BOM, its NULs and its high bytes. `fault` is where UTF-8 ends; null for bytes that are
 * UTF-8 by the letter, which only UTF-16 without a BOM can give away. Null where nothing is wrong.
 */
export function looksLike(bytes: Uint8Array, fault: Utf8Fault | null): Guess | null {
  const wide = wideByBom(bytes) ?? wideByNuls(bytes);
  if (wide !== null) return wide;
  if (fault === null) return null;
  const why = utf8FaultText(fault);
  const plain = (name: string, encoding: string): Guess => ({
    name,
    offset: fault.at,
    message: `not UTF-8 at byte ${fault.at} (${why}); it looks like ${name}`,
    text: decodeAs(encoding, bytes) ?? '',
    certain: false,
  });
  const signature = SIGNATURES.find(([, head]) => head.every((byte, at) => bytes[at] === byte));
  if (signature) return { ...plain(signature[0], 'utf-8'), text: '' };
  const seen = census(bytes);
  if (seen.controls > seen.total / 50) return { ...plain('binary data', 'utf-8'), text: '' };
  if (fault.length === null) return plain('UTF-8 that was cut in the middle of a character', 'utf-8');
  if (seen.wellFormed > seen.broken * 3) return plain('UTF-8 with some bytes damaged', 'utf-8');
  if (seen.runs < seen.high / 3 || seen.unused > 0) return plain('a legacy multi-byte encoding', 'gb18030');
  // Not every build of Node decodes it as the standard has it.
  return { ...plain('Windows-1252', 'latin1'), text: decode1252(bytes) };
}

function decode1252(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin.replace(/[\x80-\x9f]/g, (char) => HIGH_1252[char.charCodeAt(0) - 0x80] ?? char);
}

const WIDE: ReadonlyArray<readonly [name: string, encoding: string | null, bom: readonly number[]]> = [
  ['UTF-32 (little-endian)', null, [0xff, 0xfe, 0, 0]],
  ['UTF-32 (big-endian)', null, [0, 0, 0xfe, 0xff]],
  ['UTF-16 (little-endian)', 'utf-16le', [0xff, 0xfe]],
  ['UTF-16 (big-endian)', 'utf-16be', [0xfe, 0xff]],
];

function wideByBom(bytes: Uint8Array): Guess | null {
  for (const [name, encoding, bom] of WIDE) {
    if (!bom.every((byte, at) => bytes[at] === byte)) continue;
    const text = encoding === null ? null : decodeAs(encoding, bytes.subarray(bom.length), true);
    return {
      name,
      offset: 0,
      message: `not UTF-8 at byte 0; its byte order mark says ${name}`,
      text: text ?? '',
      certain: text !== null && !text.startsWith('\ufeff'),
    };
  }
  return null;
}

/** UTF-16 without a BOM: every other byte of Latin text is NUL. */
function wideByNuls(bytes: Uint8Array): Guess | null {
  const length = Math.min(bytes.length, SAMPLE) & ~1;
  // Nearly every text ends here: looking for the first NUL is quick, counting them is not.
  if (length < 8 || bytes.indexOf(0) < 0) return null;
  const nuls = [0, 0];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) nuls[at & 1] = (nuls[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  const [many, few] = [Math.max(even, odd), Math.min(even, odd)];
  if (many < length / 5 || few > many / 8) return null;
  const little = odd > even;
  const name = `UTF-16 (${little ? 'little' : 'big'}-endian) without a byte order mark`;
  return {
    name,
    offset: bytes.indexOf(0),
    message: `a NUL at byte ${bytes.indexOf(0)}; it looks like ${name}`,
    text: decodeAs(little ? 'utf-16le' : 'utf-16be', bytes) ?? '',
    certain: false,
  };
}

interface Census {
  total: number;
  controls: number;
  /** Bytes of 0x80 and above, how many runs they come in, and how many of them Windows-1252 does not use. */
  high: number;
  runs: number;
  unused: number;
  /** Characters beyond ASCII that are good UTF-8, and lead or tail bytes that are not. */
  wellFormed: number;
  broken: number;
}

function census(bytes: Uint8Array): Census {
  const seen: Census = { total: 0, controls: 0, high: 0, runs: 0, unused: 0, wellFormed: 0, broken: 0 };
  const sample = bytes.subarray(0, SAMPLE);
  seen.total = sample.length;
  let before = 0;
  for (const byte of sample) {
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) seen.controls++;
    if (byte >= 0x80) {
      seen.high++;
      if (before < 0x80) seen.runs++;
      if (UNUSED_1252.has(byte)) seen.unused++;
    }
    before = byte;
  }
  for (const char of decodeAs('utf-8', sample) ?? '') {
    if (char === '\ufffd') seen.broken++;
    else if (char > '\x7f') seen.wellFormed++;
  }
  return seen;
}

function decodeAs(encoding: string, bytes: Uint8Array, fatal = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not this encoding, or a build of Node without it.
    return null;
  }
}
