import type { Span } from './places';

/** A link in the text of a skill that names something of its folder, or something outside of it. */
export interface SkillLink {
  /** The target as written. */
  readonly target: string;
  /** Where it stands, in bytes of the text. */
  readonly bytes: Span;
  /** Where it leads, without `.`, relative to the skill's root; null where it leaves the folder. */
  readonly path: string | null;
}

/** Links of one text that are looked at; more say nothing new. */
const LINK_LIMIT = 5_000;
/** A target of more bytes is no path. */
const TARGET_LIMIT = 1_024;
/** A longer line is data, not prose; looking for its links would only cost time. */
const LINE_LIMIT = 32_768;

/**
 * The local links of a Markdown text: `[text](target)`, images, and `[label]: target` lines, outside of code. Links to
 * the web, to headings and placeholders are left out. Looks at the lines that may hold one only, and at bytes: all that
 * makes a link is ASCII, and most texts need not be decoded for it.
 * @param content the text's bytes, which are good UTF-8; `from` where to start in them
 */
export function localLinks(content: Uint8Array, from: number): SkillLink[] {
  const links: SkillLink[] = [];
  const text = Buffer.from(content.buffer, content.byteOffset, content.length).toString('latin1');
  const fences = new Fences(text, from);
  for (let at = text.indexOf(']', from); at >= 0 && links.length < LINK_LIMIT; ) {
    const next = text.charCodeAt(at + 1);
    if (next !== PARENTHESIS && next !== COLON) {
      at = text.indexOf(']', at + 1);
      continue;
    }
    const start = Math.max(from, text.lastIndexOf('\n', at) + 1);
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    if (end - start <= LINE_LIMIT && !fences.hold(start)) collect(text.slice(start, end), start, links);
    at = text.indexOf(']', end);
  }
  return links;
}

const PARENTHESIS = 0x28;
const COLON = 0x3a;
/** What may stand before a fence on its line, in UTF-16 units. */
const INDENT_LIMIT = 64;

/** The fenced blocks of code of a text, found as far as they are asked for, from top to bottom. */
class Fences {
  readonly #text: string;
  #start: number;
  #end: number;
  /** The next of each kind at or behind where the search is; -1 for none. */
  #ticks: number;
  #tildes: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#ticks = text.indexOf('```', from);
    this.#tildes = text.indexOf('~~~', from);
    this.#start = from;
    this.#end = from;
  }

  /** Whether the line that starts here lies within a block. Asked with growing offsets. */
  hold(line: number): boolean {
    while (this.#end <= line && this.#start < this.#text.length) this.#next();
    return line >= this.#start && line < this.#end;
  }

  /** The next block: from its opening fence to the end of its closing one, or of the text. */
  #next(): void {
    const open = this.#fence(this.#end, null);
    this.#start = open?.line ?? this.#text.length;
    const close = open === null ? null : this.#fence(open.end, open.marker);
    this.#end = close?.end ?? this.#text.length;
  }

  /** The next line that is a fence; with a marker, one that closes it. */
  #fence(from: number, marker: string | null): { line: number; end: number; marker: string } | null {
    for (let at = this.#runAt(from, marker); at >= 0; ) {
      const run = this.#run(at);
      const line = this.#lineStart(at, from);
      if (line !== null && (marker === null || run >= marker.length)) {
        const newline = this.#text.indexOf('\n', at);
        const end = newline < 0 ? this.#text.length : newline + 1;
        return { line, end, marker: this.#text.slice(at, at + run) };
      }
      at = this.#runAt(at + run, marker);
    }
    return null;
  }

  /** The next three backticks or tildes; with a marker, of its kind only. Each kind is searched for once. */
  #runAt(from: number, marker: string | null): number {
    if (this.#ticks >= 0 && this.#ticks < from) this.#ticks = this.#text.indexOf('```', from);
    if (this.#tildes >= 0 && this.#tildes < from) this.#tildes = this.#text.indexOf('~~~', from);
    if (marker !== null) return marker.startsWith('~') ? this.#tildes : this.#ticks;
    if (this.#ticks < 0 || this.#tildes < 0) return Math.max(this.#ticks, this.#tildes);
    return Math.min(this.#ticks, this.#tildes);
  }

  /** Where the line of an offset starts, if nothing but quotes and indentation stands before it on the line. */
  #lineStart(at: number, from: number): number | null {
    for (let before = at; at - before <= INDENT_LIMIT; before--) {
      if (before === from || this.#text[before - 1] === '\n') return before;
      if (before < from || !' \t>'.includes(this.#text[before - 1] ?? 'x')) return null;
    }
    return null;
  }

  /** How often the character at an offset stands there in a row. */
  #run(at: number): number {
    const unit = this.#text.charCodeAt(at);
    let end = at + 1;
    while (this.#text.charCodeAt(end) === unit) end++;
    return end - at;
  }
}

function collect(line: string, offset: number, links: SkillLink[]): void {
  const shown = maskCode(line);
  const defined = /^ {0,3}\[[^\]]+\]:[ \t]*(<[^>]*>|\S+)/.exec(shown);
  if (defined?.[1] !== undefined && !defined[0].startsWith('[^')) {
    const at = (defined.index ?? 0) + defined[0].length - defined[1].length;
    push(links, unwrapped(line.slice(at, at + defined[1].length), offset + at));
    return;
  }
  const opened = shown.indexOf('[');
  for (let at = shown.indexOf(']('); at >= 0; at = shown.indexOf('](', at + 2)) {
    if (opened < 0 || opened > at) continue;
    const target = targetAt(line, at + 2);
    if (target !== null) push(links, { ...target, start: target.start + offset });
  }
}

interface Target {
  readonly text: string;
  readonly start: number;
}

/** What stands between the parentheses of a link, without its title. */
function targetAt(line: string, from: number): Target | null {
  let start = from;
  while (line[start] === ' ') start++;
  if (line[start] === '<') {
    const length = line.slice(start, start + TARGET_LIMIT).indexOf('>');
    return length < 0 ? null : { text: line.slice(start + 1, start + length), start: start + 1 };
  }
  let depth = 0;
  for (let at = start; at < line.length && at - start <= TARGET_LIMIT; at++) {
    const char = line[at];
    if (char === ' ' || char === '\t' || (char === ')' && depth === 0)) return { text: line.slice(start, at), start };
    if (char === '(') depth++;
    if (char === ')') depth--;
  }
  return null;
}

function unwrapped(text: string, start: number): Target {
  return text.startsWith('<') ? { text: text.slice(1, -1), start: start + 1 } : { text, start };
}

/** A web address, a mail address, a heading, something to be filled in: nothing of the folder. */
const NOT_LOCAL = /^(?:[a-z][a-z0-9+.-]+:|#|\/\/|$)|[{}<>$*|\u2026]|\.\.\.(?!\/)/i;

function push(links: SkillLink[], { text: written, start }: Target): void {
  const text = Buffer.from(written, 'latin1').toString('utf8');
  if (NOT_LOCAL.test(text) || text.length > TARGET_LIMIT) return;
  const bare = /^[^?#]*/.exec(text)?.[0] ?? '';
  // A lone word is what people write for "some address".
  if (bare === '' || !/[./]/.test(bare)) return;
  // `/plugin:skill` is a command and `/features` a page of a site; a file has an ending.
  if (bare.startsWith('/') && !/\.[\w-]+$/.test(bare)) return;
  links.push({ target: text, bytes: { start, end: start + written.length }, path: insideRoot(decoded(bare)) });
}

function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A relative path without `.` and `..`, null where it is absolute or leads out of the folder. */
function insideRoot(path: string): string | null {
  if (path.startsWith('/') || /^[a-z]:[\\/]/i.test(path)) return null;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** A line with its code spans blanked, so that nothing in them is taken for a link; offsets stay. */
function maskCode(line: string): string {
  if (!line.includes('`')) return line;
  let masked = '';
  for (let at = 0; at < line.length; ) {
    const open = line.indexOf('`', at);
    if (open < 0) return masked + line.slice(at);
    const ticks = /^`+/.exec(line.slice(open))?.[0] ?? '`';
    const close = closingTicks(line, open + ticks.length, ticks.length);
    if (close < 0) {
      masked += line.slice(at, open + ticks.length);
      at = open + ticks.length;
    } else {
      masked += line.slice(at, open) + ' '.repeat(close + ticks.length - open);
      at = close + ticks.length;
    }
  }
  return masked;
}

/** Where a run of exactly `count` backticks starts, or -1. */
function closingTicks(line: string, from: number, count: number): number {
  for (let at = line.indexOf('`', from); at >= 0; ) {
    let end = at;
    while (line[end] === '`') end++;
    if (end - at === count) return at;
    at = line.indexOf('`', end);
  }
  return -1;
}
