import { err, ok, type Result } from '../../shared/result';
import { codePointLength, isWhite } from '../text/white';
import { parseLine, type RawNaming } from './line';

/** Code points. */
export const NAME_LIMIT = 40;
export const PURPOSE_LIMIT = 120;

/** A name and a purpose that may be shown and stored anywhere. */
export interface Naming {
  readonly name: string;
  readonly purpose: string;
}

/** What a text must not be, in the order in which it is looked for (4.4), after blanks were collapsed. */
const CLASSES: ReadonlyArray<readonly [string, (text: string) => boolean]> = [
  ['HTML markup', (text) => /[<>]/.test(text)],
  [
    'active Markdown',
    (text) => text.includes('](') || text.includes('![') || text.includes('`') || text.startsWith('#'),
  ],
  ['URL', (text) => /https?:\/\/|www\./.test(text.toLowerCase())],
  ['path separator', (text) => /[/\\]/.test(text)],
  ['home-path tilde', (text) => text.includes('~')],
  ['email-like', (text) => /[A-Za-z0-9]@[A-Za-z0-9]/.test(text)],
  ['token-like string', (text) => text.split(' ').some(isTokenLike)],
];

/** A word that looks like a key or a digest. */
function isTokenLike(word: string): boolean {
  if (/^[0-9A-Fa-f]{32,}$/.test(word)) return true;
  return /^[A-Za-z0-9+/=_-]{24,}$/.test(word) && (/[0-9]/.test(word) || word.endsWith('='));
}

/** Every run of white space as one blank, none at the ends. */
function collapse(raw: string): string {
  let text = '';
  for (const char of raw) {
    if (!isWhite(char.charCodeAt(0))) text += char;
    else if (!text.endsWith(' ')) text += ' ';
  }
  return text.replace(/^ | $/g, '');
}

function sanitizeField(field: string, raw: string, limit: number): Result<string, string> {
  if (/\p{Cc}/u.test(raw)) return err(`${field}: control character`);
  const text = collapse(raw);
  if (text === '') return err(`${field}: empty after strip`);
  if (codePointLength(text) > limit) return err(`${field}: exceeds ${limit} chars`);
  const found = CLASSES.find(([, matches]) => matches(text));
  return found ? err(`${field}: ${found[0]}`) : ok(text);
}

/** Refuses what a runner must not say; the reason names the class and never repeats the text (4.4). */
export function sanitize(raw: RawNaming): Result<Naming, string> {
  const name = sanitizeField('name', raw.name, NAME_LIMIT);
  if (!name.ok) return name;
  const purpose = sanitizeField('purpose', raw.purpose, PURPOSE_LIMIT);
  return purpose.ok ? ok({ name: name.value, purpose: purpose.value }) : purpose;
}

/** A runner's output line as a name and a purpose, or why not, in the original's words. */
export function parseAndSanitize(line: string): Result<Naming, string> {
  const raw = parseLine(line);
  return raw.ok ? sanitize(raw.value) : err(`invalid naming JSON line: ${raw.error}`);
}
