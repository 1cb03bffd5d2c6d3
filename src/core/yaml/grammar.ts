import { endOf, startOf } from './cursor';
import { BARE } from './events';
import type { Parser } from './parser';
import type { TokenKind } from './tokens';

/** One production of the grammar; it tells of one event, and which productions come after it. */
export type State = (parser: Parser) => void;

/** Tokens that show that the node before them is not there, by what they follow. */
export const kinds = (...list: TokenKind[]): ReadonlySet<TokenKind> => new Set(list);
const AFTER_ITEM = kinds('block-entry', 'block-end');
const AFTER_INDENTLESS_ITEM = kinds('block-entry', 'key', 'value', 'block-end');
const AFTER_BLOCK_PAIR = kinds('key', 'value', 'block-end');
const AFTER_PAIR_KEY = kinds('value', 'flow-entry', 'flow-sequence-end');
const AFTER_PAIR = kinds('flow-entry', 'flow-sequence-end');
const AFTER_FLOW_KEY = kinds('value', 'flow-entry', 'flow-mapping-end');
const AFTER_FLOW_PAIR = kinds('flow-entry', 'flow-mapping-end');

// -- block collections --

function blockEntry(parser: Parser): void {
  if (parser.is('block-entry')) {
    const end = endOf(parser.take().range);
    parser.later(blockEntry);
    parser.nodeUnless(AFTER_ITEM, end, 'block');
  } else endBlock(parser, "a '- ' item at the column of the others");
}

export function indentlessEntry(parser: Parser): void {
  if (parser.is('block-entry')) {
    const end = endOf(parser.take().range);
    parser.later(indentlessEntry);
    parser.nodeUnless(AFTER_INDENTLESS_ITEM, end, 'block');
  } else parser.sink.close(null);
}

function blockKey(parser: Parser): void {
  if (parser.is('key')) {
    const end = endOf(parser.take().range);
    parser.later(blockValue);
    parser.nodeUnless(AFTER_BLOCK_PAIR, end, 'block', true);
  } else endBlock(parser, 'a key at the column of the others');
}

function blockValue(parser: Parser): void {
  parser.later(blockKey);
  if (parser.is('value')) {
    const end = endOf(parser.take().range);
    parser.nodeUnless(AFTER_BLOCK_PAIR, end, 'block', true);
  } else parser.emptyNode(startOf(parser.scanner.peek().range));
}

function endBlock(parser: Parser, expected: string): void {
  if (!parser.is('block-end')) throw parser.fault(expected);
  parser.take();
  parser.sink.close(null);
}

// -- flow collections --

function firstFlowItem(parser: Parser): void {
  if (parser.is('flow-sequence-end')) parser.sink.close(parser.take().range);
  else {
    parser.later(nextFlowItem);
    if (parser.is('key')) {
      parser.sink.open('map', true, startOf(parser.take().range), BARE);
      parser.later(pairKey);
    } else parser.node('flow');
  }
}

function nextFlowItem(parser: Parser): void {
  if (parser.is('flow-entry')) {
    parser.take();
    firstFlowItem(parser);
  } else if (parser.is('flow-sequence-end')) parser.sink.close(parser.take().range);
  else throw parser.fault("',' or ']'");
}

/** `[key: value]` is a mapping of one pair. */
function pairKey(parser: Parser): void {
  parser.later(pairValue);
  // As the original does: the token after a missing key is passed over, whatever it is.
  if (parser.isOneOf(AFTER_PAIR_KEY)) parser.emptyNode(endOf(parser.take().range));
  else parser.node('flow');
}

function pairValue(parser: Parser): void {
  parser.later(pairEnd);
  flowValueNode(parser, AFTER_PAIR);
}

function pairEnd(parser: Parser): void {
  parser.sink.close(null);
}

function firstFlowKey(parser: Parser): void {
  if (parser.is('flow-mapping-end')) parser.sink.close(parser.take().range);
  else if (parser.is('key')) {
    const end = endOf(parser.take().range);
    parser.later(flowValue);
    parser.nodeUnless(AFTER_FLOW_KEY, end, 'flow');
  } else {
    parser.later(missingValue);
    parser.node('flow');
  }
}

function nextFlowKey(parser: Parser): void {
  if (parser.is('flow-entry')) {
    parser.take();
    firstFlowKey(parser);
  } else if (parser.is('flow-mapping-end')) parser.sink.close(parser.take().range);
  else throw parser.fault("',' or '}'");
}

function flowValue(parser: Parser): void {
  parser.later(nextFlowKey);
  flowValueNode(parser, AFTER_FLOW_PAIR);
}

function flowValueNode(parser: Parser, absent: ReadonlySet<TokenKind>): void {
  if (parser.is('value')) {
    const end = endOf(parser.take().range);
    parser.nodeUnless(absent, end, 'flow');
  } else parser.emptyNode(startOf(parser.scanner.peek().range));
}

/** `{key}` has a null value. */
function missingValue(parser: Parser): void {
  parser.later(nextFlowKey);
  parser.emptyNode(startOf(parser.scanner.peek().range));
}

export const COLLECTIONS: ReadonlyMap<TokenKind, { kind: 'seq' | 'map'; flow: boolean; state: State }> = new Map([
  ['block-sequence-start', { kind: 'seq', flow: false, state: blockEntry }],
  ['block-mapping-start', { kind: 'map', flow: false, state: blockKey }],
  ['flow-sequence-start', { kind: 'seq', flow: true, state: firstFlowItem }],
  ['flow-mapping-start', { kind: 'map', flow: true, state: firstFlowKey }],
]);
