/** Languages that the window can colour, by how a name ends. */
const BY_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    json: 'json jsonl ndjson json5 webmanifest map',
    yaml: 'yaml yml',
    toml: 'toml',
    markdown: 'md markdown mdx',
    rust: 'rs',
    javascript: 'js mjs cjs jsx',
    typescript: 'ts mts cts tsx',
    python: 'py pyi pyw',
    shell: 'sh bash zsh fish ksh',
    html: 'html htm xhtml vue svelte',
    xml: 'xml svg xsd xsl plist csproj',
    css: 'css scss less',
    sql: 'sql',
    c: 'c h',
    cpp: 'cc cpp cxx hpp hh',
    csharp: 'cs',
    java: 'java',
    kotlin: 'kt kts',
    go: 'go',
    ruby: 'rb',
    php: 'php',
    swift: 'swift',
    lua: 'lua',
    powershell: 'ps1 psm1',
    batch: 'bat cmd',
    wit: 'wit',
    wat: 'wat',
    ini: 'ini cfg conf properties env',
    csv: 'csv tsv',
    diff: 'diff patch',
  }).flatMap(([language, endings]) => endings.split(' ').map((ending) => [ending, language] as const)),
);

/** Names that say it without an ending, in lower case. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'dockerfile'],
  ['makefile', 'makefile'],
  ['cargo.lock', 'toml'],
  ['murmur.lock', 'yaml'],
  ['.env', 'ini'],
  ['.gitignore', 'ini'],
  ['.editorconfig', 'ini'],
]);

/** What `#!` lines start, by program. */
const BY_PROGRAM: ReadonlyMap<string, string> = new Map([
  ['sh', 'shell'],
  ['bash', 'shell'],
  ['zsh', 'shell'],
  ['dash', 'shell'],
  ['node', 'javascript'],
  ['deno', 'typescript'],
  ['ruby', 'ruby'],
  ['python', 'python'],
]);

/**
 * The language of a text by its name, else by the program its `#!` line starts; `plain` where neither says.
 * @param program what `scriptProgram` gave
 */
export function languageOf(name: string, program: string | null): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase();
  const byName = BY_NAME.get(last) ?? BY_ENDING.get(last.slice(last.lastIndexOf('.') + 1));
  if (byName !== undefined && (last.includes('.') || BY_NAME.has(last))) return byName;
  const plainProgram = program?.replace(/[\d.]+$/, '') ?? '';
  return BY_PROGRAM.get(plainProgram) ?? 'plain';
}
