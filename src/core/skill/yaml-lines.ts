import { lines, trimEnd } from '../text/white';
import { parseYaml, untagged } from '../yaml';
import type { Span } from './places';

/** A value that hand-written front blocks get wrong, found by its lines where the block does not parse. */
export interface LineProblem {
  readonly id: 'yaml-colon-in-value' | 'yaml-value-needs-quotes' | 'yaml-tab';
  readonly key: string;
  /** What is wrong: the colon, the first character, the tab. */
  readonly span: Span;
  /** The value, and what to write instead so that it parses to what it says; null where that is not safe. */
  readonly quoted: { readonly span: Span; readonly text: string } | null;
}

/** A `key:` line and the lines that belong to it. */
export interface LineEntry {
  readonly key: string;
  readonly keySpan: Span;
  /** From the first to the last character of the value that is no white space; empty where there is none. */
  readonly value: Span;
  /** End of the last line that is not blank. */
  readonly end: number;
  /** Lines below the first that are not blank. */
  readonly below: readonly Span[];
}

/** Entries of one block that are looked at line by line. */
const ENTRY_LIMIT = 2_000;
const KEY_LINE = /^([\w][\w .-]*?)[ \t]*:(?=[ \t]|$)/;
const CHILD_LINE = /^([ \t]+)([\w][\w .-]*?)[ \t]*:[ \t]+(?=\S)/;

/** The unindented `key:` lines of a block with what stands below them. */
export function lineEntries(text: string, block: Span): LineEntry[] {
  const entries: Array<LineEntry & { below: Span[]; value: { start: number; end: number }; end: number }> = [];
  for (const { start, end } of lines(text.slice(0, block.end), block.start)) {
    const line = trimEnd(text.slice(start, end));
    if (line === '') continue;
    const current = entries.at(-1);
    const match = KEY_LINE.exec(line);
    if (match?.[1] !== undefined) {
      if (entries.length === ENTRY_LIMIT) break;
      const keySpan = { start, end: start + match[1].length };
      const from = start + match[0].length + (/^[ \t]*/.exec(line.slice(match[0].length))?.[0].length ?? 0);
      entries.push({
        key: match[1],
        keySpan,
        value: { start: from, end: start + line.length },
        end: start + line.length,
        below: [],
      });
    } else if (current !== undefined) {
      current.below.push({ start, end: start + line.length });
      current.end = start + line.length;
      if (/^[ \t]/.test(line)) current.value.end = start + line.length;
    }
  }
  return entries;
}

/**
 * The entries of a block that do not parse on their own, each with what is wrong with it as far as its lines tell. Only
 * for blocks that do not parse as a whole.
 */
export function lineProblems(text: string, block: Span): LineProblem[] {
  const problems: LineProblem[] = [];
  for (const entry of lineEntries(text, block)) {
    const first = text.slice(entry.value.start, lineEnd(text, entry.value.start, entry.end));
    if (parses(text.slice(entry.keySpan.start, entry.end))) continue;
    if (trimEnd(first) === '') problems.push(...childProblems(text, entry));
    // A value that is good on its own is not what is wrong: a stray line below it is.
    else if (!parses(text.slice(entry.keySpan.start, entry.value.end)))
      problems.push(...valueProblem(text, entry.key, entry.value));
    const tab = entry.below.find((line) => /^ *\t/.test(text.slice(line.start, line.end)));
    if (tab !== undefined && problems.every(({ key }) => key !== entry.key))
      problems.push(tabProblem(text, entry.key, tab));
  }
  return problems;
}

/** A mapping below a key: each of its lines is tried on its own. */
function childProblems(text: string, entry: LineEntry): LineProblem[] {
  const problems: LineProblem[] = [];
  for (const line of entry.below) {
    const written = text.slice(line.start, line.end);
    const match = CHILD_LINE.exec(written);
    if (match?.[2] === undefined || parses(written.trimStart())) continue;
    problems.push(...valueProblem(text, match[2], { start: line.start + match[0].length, end: line.end }));
  }
  return problems;
}

/** Starts of values that are no plain text for YAML. */
const INDICATOR = /^[[\]{}&*!|>%@`,?"'#-]/;
/** Characters of a key on one line with its value (YAML 1.2, 7.4.2). */
const KEY_LIMIT = 1024;
/** The header of a block scalar, whose lines are text whatever they hold. */
const BLOCK_HEADER = /^[|>][+-]?[0-9]?[+-]?(?: +#.*)?$/m;

function valueProblem(text: string, key: string, value: Span): LineProblem[] {
  const written = text.slice(value.start, value.end);
  if (BLOCK_HEADER.test(written.split('\n', 1)[0] ?? '')) return [];
  // What is good behind a short key is not at fault: a key over 1,024 characters is.
  if (key.length > KEY_LIMIT && parses(`k: ${written}`)) return [];
  const quoted = { span: value, text: `'${written.replaceAll("'", "''")}'` };
  const safe = readsAs(key, quoted.text) ? quoted : null;
  if (INDICATOR.test(written)) {
    const span = { start: value.start, end: value.start + 1 };
    return [{ id: 'yaml-value-needs-quotes', key, span, quoted: safe }];
  }
  const colon = /:(?:[ \t]+|(?=\r?\n|$))/.exec(written);
  if (colon === null) return [];
  const start = value.start + colon.index;
  return [{ id: 'yaml-colon-in-value', key, span: { start, end: start + colon[0].length }, quoted: safe }];
}

function tabProblem(text: string, key: string, line: Span): LineProblem {
  const at = line.start + text.slice(line.start, line.end).indexOf('\t');
  return { id: 'yaml-tab', key, span: { start: at, end: at + 1 }, quoted: null };
}

function lineEnd(text: string, from: number, limit: number): number {
  const newline = text.indexOf('\n', from);
  return newline < 0 || newline > limit ? limit : newline;
}

const parses = (entry: string) => {
  const parsed = parseYaml(entry);
  return parsed.ok && parsed.value.kind === 'map';
};

/** Whether a quoted value is a string behind its key; several lines of it are indented, so they cannot end it early. */
function readsAs(key: string, quoted: string): boolean {
  const parsed = parseYaml(`${key}: ${quoted}\n`);
  if (!parsed.ok || parsed.value.kind !== 'map') return false;
  const value = parsed.value.entries[0]?.value;
  return parsed.value.entries.length === 1 && value !== undefined && untagged(value).kind === 'string';
}
