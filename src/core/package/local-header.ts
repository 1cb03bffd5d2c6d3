import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import type { ByteSource } from '../io/source';
import { LOCAL_HEADER, LOCAL_HEADER_SIZE, viewOf } from './format';

/** A local header as it stands (4.3.7). Murmur uses of it only the signature and the two lengths. */
export interface LocalHeader {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly nameLength: number;
  readonly extraLength: number;
  /** Where the data starts. */
  readonly dataStart: number;
}

const HINT = 'The archive was cut, joined or edited. Build the package again.';

export const LOCAL_HEADER_CUT = 'invalid Zip archive: Unexpected end of zip::format::blocks::ZipLocalEntryBlock';
export const LOCAL_HEADER_INVALID = 'invalid Zip archive: Invalid local file header';

/** Reads the local header at an offset; fails with Murmur's words where none stands there. */
export function readLocalHeader(source: ByteSource, offset: number): Result<LocalHeader> {
  const bytes = source.read(offset, LOCAL_HEADER_SIZE);
  if (bytes.length < LOCAL_HEADER_SIZE) return err(localFailure(LOCAL_HEADER_CUT));
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== LOCAL_HEADER) return err(localFailure(LOCAL_HEADER_INVALID));
  const nameLength = view.getUint16(26, true);
  const extraLength = view.getUint16(28, true);
  return ok({
    flags: view.getUint16(6, true),
    method: view.getUint16(8, true),
    crc: view.getUint32(14, true),
    packed: view.getUint32(18, true),
    size: view.getUint32(22, true),
    nameLength,
    extraLength,
    dataStart: offset + LOCAL_HEADER_SIZE + nameLength + extraLength,
  });
}

function localFailure(reason: string): Failure {
  return failure('local-header-missing', `zip archive error: ${reason}`, HINT);
}
