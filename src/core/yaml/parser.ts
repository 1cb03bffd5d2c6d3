import { endOf, startOf } from './cursor';
import { BARE, type EventSink, type Properties } from './events';
import { Fault } from './fault';
import { COLLECTIONS, indentlessEntry, kinds, type State } from './grammar';
import type { Range } from './node';
import type { Scanner } from './scanner';
import type { TagDirectiveToken, Token, TokenKind } from './tokens';

const BEFORE_DOCUMENT = kinds('version', 'tag-directive', 'document-start');
const AFTER_EMPTY_DOCUMENT = kinds('version', 'tag-directive', 'document-start', 'document-end', 'stream-end');

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
