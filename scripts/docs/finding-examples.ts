/** An example where the words alone leave one guessing; Markdown. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'ask-not-granted': 'the payload imports `wasi:http/outgoing-handler`, and no `network.allow` stands in the manifest.',
  'grant-not-asked': 'the manifest has `network: {allow: [api.example.org]}`, and the payload imports no `wasi:http`.',
  'name-parent': '`../../.bashrc`: a tool that unpacks it as spelled writes outside its folder.',
  'name-bidi': '`invoice‹U+202E›fdp.exe` is shown by many programs as `invoiceexe.pdf`.',
  'name-backslash': '`demo\\SKILL.md` is one name for Murmur and a file in a folder for a Windows tool.',
  'safe-name-collision': '`./a`, `a` and `/a` are three entries with one safe name; Murmur resolves to the first.',
  'name-case-collision': '`README.md` beside `readme.md`: one of them is lost on macOS and Windows.',
  'payload-ambiguous': '`a.wasm` and `b.wasm` at the root, and no `capsule.wasm`.',
  'config-refused': '`config: [1, 2]`: a block must be a mapping of keys to values.',
  'ratio-extreme': '100 KB of packed data that become 100 MB of zeros.',
  'yaml-colon-in-value':
    '`description: Use when: …` reads as a mapping in a value; write `description: "Use when: …"`.',
  'name-folder-mismatch': '`name: pdf` in a folder `pdf-helper`.',
  'number-as-version': '`version: 1.10` is the number 1.1; write `version: "1.10"`.',
  'metadata-not-string': '`metadata: {year: 2025}`; write `year: "2025"`.',
  'front-block-missing': 'the file starts with `# Title` instead of a line that is exactly `---`.',
};
