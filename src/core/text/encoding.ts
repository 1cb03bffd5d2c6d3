import * as nodeBuffer from 'node:buffer';

/** Bytes 0x80 to 0xFF of code page 437, what zip names were in before UTF-8. */
const CP437_HIGH =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether every byte is below 0x80. */
export function isAscii(bytes: Uint8Array): boolean {
  // Not in every Node 18.
  if (typeof nodeBuffer.isAscii === 'function') return nodeBuffer.isAscii(bytes);
  for (const byte of bytes) if (byte > 0x7f) return false;
  return true;
}

/** Whether the bytes are UTF-8 as the standard has it: no overlong forms, no surrogates, nothing above U+10FFFF. */
export function isUtf8(bytes: Uint8Array): boolean {
  if (typeof nodeBuffer.isUtf8 === 'function') return nodeBuffer.isUtf8(bytes);
  return decodeUtf8(bytes) !== null;
}

/** The text of UTF-8 bytes with its BOM kept, or null where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  // A test costs far less than an error that is thrown and caught, and there may be 100,000 such names.
  if (typeof nodeBuffer.isUtf8 === 'function' && !nodeBuffer.isUtf8(bytes)) return null;
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** The text of bytes in code page 437; every byte is a character. */
export function decodeCp437(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : (CP437_HIGH[byte - 0x80] ?? '');
  return text;
}
