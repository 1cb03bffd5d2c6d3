import type { Range } from './node';
import type { ScalarToken } from './tokens';

/** What may stand before a node: its anchor and its tag, resolved. */
export interface Properties {
  readonly anchor: string | null;
  readonly tag: string | null;
  readonly anchorRange: Range | null;
  readonly tagRange: Range | null;
}

/** Receives the events of one document, in order. */
export interface EventSink {
  scalar(token: ScalarToken, properties: Properties): void;
  open(kind: 'seq' | 'map', flow: boolean, start: Range, properties: Properties): void;
  /** `end` is null where a block collection just stops. */
  close(end: Range | null): void;
  alias(name: string, range: Range): void;
}

/** A node with neither anchor nor tag. */
export const BARE: Properties = { anchor: null, tag: null, anchorRange: null, tagRange: null };
