/**
 * What must be made visible in a name: controls, format characters that reorder or hide text, blanks that look like
 * nothing or like a space, and halves of surrogate pairs.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]|\p{Default_Ignorable_Code_Point}|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/u;
const HIDDEN_ALL = new RegExp(HIDDEN.source, 'gu');
const PLAIN = /^[\x20-\x7e]*$/;

/** Whether a text shows as it is: nothing in it is hidden, reorders, or is half a character. */
export function isVisible(text: string): boolean {
  return PLAIN.test(text) || !HIDDEN.test(text);
}

/**
 * A name or path as it may be shown anywhere (window, title, terminal): every control, bidi and invisible character and
 * every lone surrogate becomes `⟨U+202E⟩`. Everything else stays, so a name that needs nothing is returned as it is.
 */
export function showName(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(HIDDEN_ALL, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
