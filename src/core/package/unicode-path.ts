import { decodeUtf8 } from '../text/encoding';
import { crc32 } from './crc32';

/** What a Unicode path field said about a record's name. */
export interface UnicodePath {
  /** The name in the record itself. */
  readonly headerName: Uint8Array;
  /** The name that counts. */
  readonly name: Uint8Array;
  /** The field's name; null where it is not UTF-8. */
  readonly fieldName: string | null;
  /** Whether Murmur takes the field's name. */
  readonly used: boolean;
}

/**
 * A field holds a version, the CRC-32 of the record's own name, then the name in UTF-8 (4.6.9). Murmur takes the fields one
 * after another, each against the name so far.
 */
export function judgeUnicodePaths(fields: readonly Uint8Array[], headerName: Uint8Array): UnicodePath {
  let name = headerName;
  let fieldName: string | null = null;
  let used = false;
  for (const field of fields) {
    const view = new DataView(field.buffer, field.byteOffset, field.length);
    const text = decodeUtf8(field.subarray(5));
    if (!used) fieldName = text;
    if (text === null || view.getUint32(1, true) !== crc32(name)) continue;
    name = field.slice(5);
    fieldName = text;
    used = true;
  }
  return { headerName: headerName.slice(), name: used ? name : headerName, fieldName, used };
}
