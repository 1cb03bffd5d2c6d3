import { isUtf8 } from '../text/encoding';
import { characterBorder } from './looks-like';

/** How the bytes of a text are read. */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';

/** Bytes of the byte order mark that each encoding starts with. */
export const BOM_BYTES: Readonly<Record<TextEncoding, number>> = {
  'utf-8': 0,
  'utf-8-bom': 3,
  'utf-16le': 2,
  'utf-16be': 2,
};

/** Bytes that are looked at one by one for control characters. */
const SAMPLE = 8192;

/**
 * The encoding of bytes that are text, by their byte order mark or by what they are: UTF-8 without NUL and nearly without
 * control characters at the start. Null for what is no text.
 * @param isCut whether the bytes go on, so that the last character may be incomplete
 */
export function textEncodingOf(bytes: Uint8Array, isCut: boolean): TextEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8-bom';
  if (bytes.includes(0)) return null;
  const end = Math.min(bytes.length, SAMPLE);
  let controls = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && (byte < 8 || byte > 13) && byte !== 0x1b) controls++;
  }
  if (controls * 10 > end) return null;
  return isUtf8(isCut ? bytes.subarray(0, characterBorder(bytes, bytes.length)) : bytes) ? 'utf-8' : null;
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** A whole content as text without its byte order mark; null for what is no text. Broken characters become U+FFFD. */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } | null {
  const encoding = textEncodingOf(bytes, false);
  if (encoding === null) return null;
  const content = bytes.subarray(BOM_BYTES[encoding]);
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return { text: lenient.decode(content), encoding };
  return { text: decodeUtf16(content, encoding), encoding };
}

/** UTF-16 code units as they stand; a half unit at the end is dropped. */
export function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  const units = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return (encoding === 'utf-16be' ? units.swap16() : units).toString('utf16le');
}
