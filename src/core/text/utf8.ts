/** Where bytes stop being UTF-8, as Rust's `Utf8Error` says it: offset, and bytes that are wrong (null: cut short). */
export interface Utf8Fault {
  readonly at: number;
  readonly length: 1 | 2 | 3 | null;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text, a BOM kept; or where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): { ok: true; text: string } | { ok: false; fault: Utf8Fault } {
  try {
    return { ok: true, text: strict.decode(bytes) };
  } catch {
    return { ok: false, fault: utf8Fault(bytes) ?? { at: 0, length: null } };
  }
}

/** A fault in Rust's words. */
export function utf8FaultText(fault: Utf8Fault): string {
  return fault.length === null
    ? `incomplete utf-8 byte sequence from index ${fault.at}`
    : `invalid utf-8 sequence of ${fault.length} bytes from index ${fault.at}`;
}

/** Bytes that follow a lead byte, and the range of the first of them (RFC 3629, section 4). */
function following(lead: number): readonly [count: number, low: number, high: number] | null {
  if (lead >= 0xc2 && lead <= 0xdf) return [1, 0x80, 0xbf];
  if (lead === 0xe0) return [2, 0xa0, 0xbf];
  if (lead === 0xed) return [2, 0x80, 0x9f];
  if (lead >= 0xe1 && lead <= 0xef) return [2, 0x80, 0xbf];
  if (lead === 0xf0) return [3, 0x90, 0xbf];
  if (lead >= 0xf1 && lead <= 0xf3) return [3, 0x80, 0xbf];
  if (lead === 0xf4) return [3, 0x80, 0x8f];
  return null;
}

/** The first fault of bytes, null where they are UTF-8. */
export function utf8Fault(bytes: Uint8Array): Utf8Fault | null {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const rest = following(lead);
    if (rest === null) return { at, length: 1 };
    const [count, low, high] = rest;
    for (let step = 1; step <= count; step++) {
      const byte = bytes[at + step];
      if (byte === undefined) return { at, length: null };
      const fits = step === 1 ? byte >= low && byte <= high : byte >= 0x80 && byte <= 0xbf;
      if (!fits) return { at, length: step as 1 | 2 | 3 };
    }
    at += count + 1;
  }
  return null;
}
