import { isUtf8 } from '../text/encoding';

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

/** Whether bytes may be text of some kind: no NUL, and nearly no control characters at the start. */
export function isTextual(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  const end = Math.min(bytes.length, SAMPLE);
  let controls = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && (byte < 8 || byte > 13) && byte !== 0x1b) controls++;
  }
  return controls * 10 <= end;
}

/** The encoding that a byte order mark says; null without one. */
export function encodingOfMark(bytes: Uint8Array): Exclude<TextEncoding, 'utf-8'> | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8-bom' : null;
}

/** A whole content's encoding by its byte order mark or by what it is; null for what is no text. */
export function textEncodingOf(bytes: Uint8Array): TextEncoding | null {
  return encodingOfMark(bytes) ?? (isTextual(bytes) && isUtf8(bytes) ? 'utf-8' : null);
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** A whole content as text without its byte order mark; null for what is no text. Broken characters become U+FFFD. */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } | null {
  const encoding = textEncodingOf(bytes);
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
