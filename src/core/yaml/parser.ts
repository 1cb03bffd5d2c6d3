import { endOf, startOf } from './cursor';
import { Fault } from './fault';
import type { Range } from './node';
import type { Scanner } from './scanner';
import type { ScalarToken, TagDirectiveToken, Token, TokenKind } from './tokens';

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

type State = (parser: Parser) => void;

const BARE: Properties = { anchor: null, tag: null, anchorRange: null, tagRange: null };
const STANDARD = 'tag:yaml.org,2002:';

/**
 * Reads the one document of a token stream and tells `sink` what it holds. Grammar productions are states on an
 * explicit stack, so depth costs memory and never the call stack. Throws `Fault`.
 */
export function parseEvents(scanner: Scanner, sink: EventSink): void {
  new Parser(scanner, sink).run();
}

export class Parser {
  #states: State[] = [];
  #handles = new Map<string, string>([
    ['!', '!'],
    ['!!', STANDARD],
  ]);

  constructor(
    readonly scanner: Scanner,
    readonly sink: EventSink,
  ) {}

  run(): void {
    if (this.#startDocument()) {
      for (let state = this.#states.pop(); state !== undefined; state = this.#states.pop()) state(this);
    }
    this.#endDocument();
  }

  // -- what states use --

  is(kind: TokenKind): boolean {
    return this.scanner.peek().kind === kind;
  }

  isOneOf(kinds: ReadonlySet<TokenKind>): boolean {
    return kinds.has(this.scanner.peek().kind);
  }

  take(): Token {
    return this.scanner.take();
  }

  later(state: State): void {
    this.#states.push(state);
  }

  /** A node that is not there: a null, at the place where it would stand. */
  emptyNode(range: Range, properties = BARE): void {
    this.sink.scalar({ kind: 'scalar', range, value: '', style: 'plain' }, properties);
  }

  fault(expected: string): Fault {
    return Fault.at(`expected ${expected} here`, this.scanner.peek().range);
  }

  /** A node, or an empty one if a token of `absent` shows that there is none. */
  nodeUnless(absent: ReadonlySet<TokenKind>, at: Range, where: 'block' | 'flow', indentless = false): void {
    if (this.isOneOf(absent)) this.emptyNode(at);
    else this.node(where, indentless);
  }

  /** One node. In a block, `indentless` allows a sequence whose items stand at the column of the key above. */
  node(where: 'block' | 'flow', indentless = false): void {
    const first = this.scanner.peek();
    if (first.kind === 'alias') {
      this.take();
      this.sink.alias(first.name, first.range);
    } else {
      const isBare = first.kind !== 'anchor' && first.kind !== 'tag';
      this.#content(isBare ? BARE : this.#properties(), where, indentless);
    }
  }

  #content(properties: Properties, where: 'block' | 'flow', indentless: boolean): void {
    const token = this.scanner.peek();
    const collection = COLLECTIONS.get(token.kind);
    if (token.kind === 'scalar') {
      this.take();
      this.sink.scalar(token, properties);
    } else if (indentless && token.kind === 'block-entry') {
      this.sink.open('seq', false, token.range, properties);
      this.later(indentlessEntry);
    } else if (collection !== undefined && (collection.flow || where === 'block')) {
      this.take();
      this.sink.open(collection.kind, collection.flow, token.range, properties);
      this.later(collection.state);
    } else if (properties === BARE) throw this.fault('a value');
    else this.emptyNode(startOf(token.range), properties);
  }

  /** An anchor and a tag, each at most once, in either order. */
  #properties(): Properties {
    let { anchor, tag, anchorRange, tagRange } = BARE;
    for (;;) {
      const token = this.scanner.peek();
      if (token.kind === 'anchor' && anchor === null) {
        anchor = token.name;
        anchorRange = token.range;
      } else if (token.kind === 'tag' && tag === null) {
        tagRange = token.range;
        tag = this.#resolveTag(token.handle, token.suffix, tagRange);
      } else return { anchor, tag, anchorRange, tagRange };
      this.take();
    }
  }

  #resolveTag(handle: string, suffix: string, range: Range): string {
    if (handle === '') return suffix;
    const prefix = this.#handles.get(handle);
    if (prefix === undefined) throw Fault.at(`the tag handle ${handle} was not declared`, range);
    return prefix + suffix;
  }

  // -- the document --

  /** False if the stream holds no document at all. */
  #startDocument(): boolean {
    if (this.isOneOf(BEFORE_DOCUMENT)) {
      this.#directives();
      if (!this.is('document-start')) throw this.fault("'---'");
      const start = this.take();
      if (this.isOneOf(AFTER_EMPTY_DOCUMENT)) {
        this.emptyNode(endOf(start.range));
        return true;
      }
    } else if (this.is('stream-end')) {
      this.emptyNode(startOf(this.scanner.peek().range));
      return false;
    }
    this.later((parser) => parser.node('block'));
    return true;
  }

  #directives(): void {
    let hasVersion = false;
    const declared = new Set<string>();
    for (let token = this.scanner.peek(); ; token = this.scanner.peek()) {
      if (token.kind === 'version') {
        const known = token.major === 1 && (token.minor === 1 || token.minor === 2);
        if (hasVersion || !known) {
          const message = hasVersion ? 'a second %YAML line' : 'only YAML 1.1 and 1.2 are read';
          throw Fault.at(message, token.range);
        }
        hasVersion = true;
      } else if (token.kind === 'tag-directive') this.#declare(token, declared);
      else return;
      this.take();
    }
  }

  #declare(token: TagDirectiveToken, declared: Set<string>): void {
    if (declared.has(token.handle)) {
      throw Fault.at(`the tag handle ${token.handle} is declared twice`, token.range);
    }
    declared.add(token.handle);
    this.#handles.set(token.handle, token.prefix);
  }

  /** After the document, `...` and nothing else may follow. */
  #endDocument(): void {
    while (this.is('document-end')) this.take();
    if (this.is('stream-end')) return;
    const message = 'more than one document, or text after the end of the document';
    throw Fault.at(message, this.scanner.peek().range);
  }
}

/** Tokens that show that the node before them is not there, by what they follow. */
const kinds = (...list: TokenKind[]): ReadonlySet<TokenKind> => new Set(list);
const AFTER_ITEM = kinds('block-entry', 'block-end');
const AFTER_INDENTLESS_ITEM = kinds('block-entry', 'key', 'value', 'block-end');
const AFTER_BLOCK_PAIR = kinds('key', 'value', 'block-end');
const AFTER_PAIR_KEY = kinds('value', 'flow-entry', 'flow-sequence-end');
const AFTER_PAIR = kinds('flow-entry', 'flow-sequence-end');
const AFTER_FLOW_KEY = kinds('value', 'flow-entry', 'flow-mapping-end');
const AFTER_FLOW_PAIR = kinds('flow-entry', 'flow-mapping-end');
const BEFORE_DOCUMENT = kinds('version', 'tag-directive', 'document-start');
const AFTER_EMPTY_DOCUMENT = kinds('version', 'tag-directive', 'document-start', 'document-end', 'stream-end');

// -- block collections --

function blockEntry(parser: Parser): void {
  if (parser.is('block-entry')) {
    const end = endOf(parser.take().range);
    parser.later(blockEntry);
    parser.nodeUnless(AFTER_ITEM, end, 'block');
  } else endBlock(parser, "a '- ' item at the column of the others");
}

function indentlessEntry(parser: Parser): void {
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

const COLLECTIONS: ReadonlyMap<TokenKind, { kind: 'seq' | 'map'; flow: boolean; state: State }> = new Map([
  ['block-sequence-start', { kind: 'seq', flow: false, state: blockEntry }],
  ['block-mapping-start', { kind: 'map', flow: false, state: blockKey }],
  ['flow-sequence-start', { kind: 'seq', flow: true, state: firstFlowItem }],
  ['flow-mapping-start', { kind: 'map', flow: true, state: firstFlowKey }],
]);
