import type { BlockRow, WireResult } from '../../shared/models/naming';

/** A block's answer on the wire of `/name` (4.5): fields that are none are left out. */
export function wireResult(row: BlockRow): WireResult {
  return {
    block_id: row.blockId,
    ok: row.state === 'ok',
    ...(row.name === null ? {} : { name: row.name }),
    ...(row.purpose === null ? {} : { purpose: row.purpose }),
    ...(row.error === null ? {} : { error: row.error }),
  };
}
