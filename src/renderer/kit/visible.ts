/**
 * Characters that a name must not smuggle onto the screen: controls, direction marks, invisible ones, blanks that look
 * like nothing or like a space, lone surrogates. The same classes as main uses for what it names itself.
 */
const CLASSES =
  '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Noncharacter_Code_Point}]|\\p{Default_Ignorable_Code_Point}|[\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u2800\\u3000]';
const HOSTILE = new RegExp(CLASSES, 'gu');
const PLAIN = /^[\x20-\x7e]*$/;

/** The same within a text, where tabs and line ends are nothing odd. */
export const HOSTILE_IN_TEXT = new RegExp(`(?![\\t\\n\\r])(?:${CLASSES})`, 'gu');

/** The text with every hostile character spelled out; harmless twice. */
export function visible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(HOSTILE, spelled);
}

/** `⟨U+202E⟩` */
export function spelled(character: string): string {
  return spelledCode(character.codePointAt(0) ?? 0);
}

export const spelledCode = (code: number): string => `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
