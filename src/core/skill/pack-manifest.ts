import { asString, mapGet, parseYaml } from '../yaml';

/** What a skill package's manifest says (3.5). */
export interface PackedManifest {
  readonly name: string;
  readonly version: string;
  /** One line. */
  readonly summary: string | null;
  /** The entries that belong to the skill, in order; listed only when there are supporting files. */
  readonly entries: readonly string[];
}

/** The text of a skill package's `murmur.yaml`, as mur build writes it (3.5). */
export function manifestText({ name, version, summary, entries }: PackedManifest): string {
  const lines = [`name: ${asScalar(name)}`, `version: ${singleQuoted(version)}`, 'runtime: skill'];
  if (summary !== null) lines.push(`description: ${singleQuoted(summary)}`);
  if (entries.length > 1) lines.push('requires_files:', ...entries.map((entry) => `  - ${asScalar(entry)}`));
  return `${lines.join('\n')}\n`;
}

const singleQuoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A text as Murmur reads it back: plain where that is read as the same string, else in quotes. */
function asScalar(text: string): string {
  if (readsBack(text, text)) return text;
  const quoted = singleQuoted(text);
  return readsBack(quoted, text) ? quoted : doubleQuoted(text);
}

function readsBack(written: string, wanted: string): boolean {
  // As an item of a list and as a value: the two differ in what may follow.
  const parsed = parseYaml(`a: ${written}\nb:\n  - ${written}\n`);
  if (!parsed.ok) return false;
  const list = mapGet(parsed.value, 'b');
  return (
    asString(mapGet(parsed.value, 'a')) === wanted &&
    list?.kind === 'seq' &&
    list.items.length === 1 &&
    asString(list.items[0]) === wanted
  );
}

/** For names with line breaks or control characters: every unit that needs it as an escape. */
function doubleQuoted(text: string): string {
  const escaped = text.replace(/["\\]|[^\x20-\x7e]/gu, (char) => {
    if (char === '"' || char === '\\') return `\\${char}`;
    const code = char.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
  return `"${escaped}"`;
}

const hex = (code: number, digits: number) => code.toString(16).toUpperCase().padStart(digits, '0');
