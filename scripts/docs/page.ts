/** One generated file below docs/. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

export const GENERATED = '<!-- Made by `npm run docs` from the tables of the program; change those. -->';

/** A text of the program as Markdown: what Markdown would read as markup is taken literally, `code` stays code. */
export function plainText(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\<>*_[\]|]/g, (char) => `\\${char}`)))
    .join('');
}
