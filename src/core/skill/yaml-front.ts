import type { Document, Node, Pair } from 'yaml';
import type { Span } from './places';
import { DEPTH, type FrontPair, type FrontValue, type PublicFront, type UnusualSyntax } from './public-front';

type Yaml = typeof import('yaml');

let loaded: Yaml | null = null;

/** Loads the parser of the public format; most blocks need it never, so nothing pays for it at the start. */
export async function loadYaml(): Promise<Yaml> {
  loaded ??= await import('yaml');
  return loaded;
}

/** Brackets or dashes nested deeper are refused before the parser, which recurses, sees them. */
const NESTING_LIMIT = 100;
/** A block with more lines is not given to the parser, whose time grows faster than the text. */
const LINES_LIMIT = 5_000;

/**
 * A front block as the npm package `yaml` reads it (YAML 1.2, core schema): what a JavaScript client sees.
 * @param text the skill's text, `block` the part between the fences
 */
export function yamlFront(yaml: Yaml, text: string, block: Span): PublicFront {
  const source = text.slice(block.start, block.end);
  const whole = { start: block.start, end: block.start };
  if (tooDeep(source)) return { ok: false, message: 'it is nested too deeply', span: whole };
  if (source.split('\n', LINES_LIMIT + 1).length > LINES_LIMIT)
    return { ok: false, message: `it has more than ${LINES_LIMIT} lines`, span: whole };
  let document: Document.Parsed;
  try {
    // Equal keys are found by Murmur's parser; this one compares every key with every other.
    document = yaml.parseDocument(source, {
      version: '1.2',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, message: 'it is nested too deeply', span: whole };
  }
  const fault = document.errors[0];
  if (fault !== undefined) {
    const start = block.start + Math.min(fault.pos[0], source.length);
    const end = Math.max(start, block.start + Math.min(fault.pos[1], source.length));
    return { ok: false, message: plainMessage(fault.message), span: { start, end } };
  }
  const root = document.contents;
  if (!yaml.isMap(root)) return { ok: false, message: 'it is no mapping of keys to values', span: whole };
  const convert = new FromYaml(yaml, document, source, block.start);
  return { ok: true, pairs: convert.value(root, DEPTH + 1).pairs ?? [], syntax: convert.syntax };
}

/** Without the place that the parser adds; findings carry their own. */
const plainMessage = (message: string) => message.replace(/ at line \d+, column \d+:?[\s\S]*$/, '').trim();

function tooDeep(source: string): boolean {
  let depth = 0;
  for (const char of source) {
    if (char === '[' || char === '{') depth++;
    else if ((char === ']' || char === '}') && depth > 0) depth--;
    if (depth > NESTING_LIMIT) return true;
  }
  // Collections within collections on one line, and steps of indentation.
  return new RegExp(`(?:[-?:]\\s+){${NESTING_LIMIT}}|^\\s{${NESTING_LIMIT * 4}}[-?\\w]`, 'm').test(source);
}

/** How far before a value its anchor and tag are looked for. */
const MARK_REACH = 200;

class FromYaml {
  readonly syntax: UnusualSyntax[] = [];

  constructor(
    readonly yaml: Yaml,
    readonly document: Document.Parsed,
    readonly source: string,
    readonly by: number,
  ) {}

  pairs(items: readonly Pair[], depth: number): FrontPair[] {
    return items.map(({ key, value }) => {
      const keyed = this.yaml.isNode(key) ? this.value(key, 0) : this.#nothing();
      return {
        key: keyed.text,
        keySpan: keyed.span,
        value: this.yaml.isNode(value) ? this.value(value, depth) : this.#nothing(keyed.span.end),
      };
    });
  }

  value(node: Node, depth: number): FrontValue {
    const { yaml } = this;
    const span = this.#span(node);
    if (yaml.isAlias(node)) {
      this.syntax.push({ what: 'alias', span });
      const target = node.resolve(this.document);
      return target === undefined || depth === 0
        ? { kind: 'other', text: '', span, style: 'plain' }
        : { ...this.value(target, depth - 1), span };
    }
    if (node.anchor) this.syntax.push({ what: 'anchor', span: this.#mark(node, `&${node.anchor}`) ?? span });
    if (node.tag && this.#mark(node, '!') !== null)
      this.syntax.push({ what: 'tag', span: this.#mark(node, '!') ?? span });
    if (yaml.isCollection(node) && node.flow) this.syntax.push({ what: 'flow', span });
    const style = yaml.isCollection(node) && node.flow ? 'flow' : 'indented';
    if (yaml.isMap(node)) {
      return { kind: 'map', text: '', span, style, ...(depth > 0 ? { pairs: this.pairs(node.items, depth - 1) } : {}) };
    }
    if (yaml.isSeq(node)) {
      const items = node.items.filter(yaml.isNode);
      return {
        kind: 'list',
        text: '',
        span,
        style,
        ...(depth > 0 ? { items: items.map((item) => this.value(item, depth - 1)) } : {}),
      };
    }
    return yaml.isScalar(node) ? this.#scalar(node.value, node.type, span) : this.#nothing(span.end);
  }

  #scalar(value: unknown, type: string | undefined, span: Span): FrontValue {
    const style = type === undefined || type === 'PLAIN' ? 'plain' : type.startsWith('QUOTE') ? 'quoted' : 'block';
    if (typeof value === 'string') return { kind: 'string', text: value, span, style };
    const written = this.source.slice(span.start - this.by, span.end - this.by);
    if (value === null) return { kind: 'null', text: written, span, style };
    const kind = typeof value === 'boolean' ? 'bool' : typeof value === 'number' ? 'number' : 'other';
    return { kind, text: written, span, style };
  }

  #nothing(at = this.by): FrontValue {
    return { kind: 'null', text: '', span: { start: at, end: at }, style: 'plain' };
  }

  #span(node: Node): Span {
    const [start, end] = node.range ?? [0, 0];
    const written = this.source.slice(start, end);
    // A block collection reaches to the start of the next line.
    const length = this.yaml.isCollection(node) && !node.flow ? written.trimEnd().length : written.length;
    return { start: start + this.by, end: start + length + this.by };
  }

  /** Where an anchor or a tag of a node is written: the word before the node that starts with its mark. */
  #mark(node: Node, mark: string): Span | null {
    const [start] = node.range ?? [0];
    const from = Math.max(0, start - MARK_REACH);
    const before = this.source.slice(from, start);
    let at = before.lastIndexOf(mark);
    if (at < 0) return null;
    while (at > 0 && /\S/.test(before[at - 1] ?? '')) at--;
    const length = /^\S+/.exec(before.slice(at))?.[0].length ?? mark.length;
    return { start: from + at + this.by, end: from + at + length + this.by };
  }
}
