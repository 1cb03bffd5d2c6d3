import { LanguageSupport, StreamLanguage } from '@codemirror/language';

/** How each language is coloured, loaded when a file of it is first shown. A language that is not here is plain. */
const LANGUAGES: Readonly<Record<string, () => Promise<LanguageSupport>>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
  /** A front block of YAML before Markdown. */
  'markdown-front': async () => {
    const [{ yamlFrontmatter }, { markdown }] = await Promise.all([
      import('@codemirror/lang-yaml'),
      import('@codemirror/lang-markdown'),
    ]);
    return yamlFrontmatter({ content: markdown() });
  },
  rust: async () => (await import('@codemirror/lang-rust')).rust(),
  python: async () => (await import('@codemirror/lang-python')).python(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  toml: async () =>
    new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/toml')).toml)),
};

export function loadLanguage(name: string): Promise<LanguageSupport> | null {
  return Object.hasOwn(LANGUAGES, name) ? (LANGUAGES[name]?.() ?? null) : null;
}
