import type { Span } from './places';

/** A link in the text of a skill that names something of its folder, or something outside of it. */
export interface SkillLink {
  /** The target as written. */
  readonly target: string;
  readonly span: Span;
  /** Where it leads, without `.`, relative to the skill's root; null where it leaves the folder. */
  readonly path: string | null;
}

/** Links of one text that are looked at; more say nothing new. */
const LINK_LIMIT = 5_000;
/** A target of more UTF-16 units is no path. */
const TARGET_LIMIT = 1_024;
/** A longer line is data, not prose; looking for its links would only cost time. */
const LINE_LIMIT = 32_768;

/**
 * The local links of a Markdown text: `[text](target)`, images, and `[label]: target` lines, outside of code. Links to
 * the web, to headings and placeholders are left out.
 */
export function localLinks(text: string, from: number): SkillLink[] {
  const links: SkillLink[] = [];
  let fence: string | null = null;
  let bracket = text.indexOf(']', from);
  for (let start = from; bracket >= 0 && start < text.length && links.length < LINK_LIMIT; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const marker = fenceAt(text, start, end);
    if (fence !== null) {
      if (marker?.startsWith(fence)) fence = null;
    } else if (marker !== null) fence = marker;
    else if (bracket < end && end - start <= LINE_LIMIT) collect(text.slice(start, end), start, links);
    if (bracket < end) bracket = text.indexOf(']', end);
    start = end + 1;
  }
  return links;
}

/** The backticks or tildes that open or close a block of code on a line, null where there are none. */
function fenceAt(text: string, start: number, end: number): string | null {
  let at = start;
  for (let unit = text.charCodeAt(at); at < end && (unit === 0x20 || unit === 0x09 || unit === 0x3e); )
    unit = text.charCodeAt(++at);
  const unit = text.charCodeAt(at);
  if (unit !== 0x60 && unit !== 0x7e) return null;
  let last = at;
  while (last < end && text.charCodeAt(last) === unit) last++;
  return last - at >= 3 ? text.slice(at, last) : null;
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

function push(links: SkillLink[], { text, start }: Target): void {
  if (NOT_LOCAL.test(text) || text.length > TARGET_LIMIT) return;
  const bare = /^[^?#]*/.exec(text)?.[0] ?? '';
  // A lone word is what people write for "some address".
  if (bare === '' || !/[./]/.test(bare)) return;
  links.push({ target: text, span: { start, end: start + text.length }, path: insideRoot(decoded(bare)) });
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
