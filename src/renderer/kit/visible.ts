/**
 * Characters that a name must not smuggle onto the screen: controls, direction marks, invisible and unassigned-looking
 * ones, lone surrogates. Shown as ⟨U+202E⟩. The same set that main uses for what it names itself; harmless twice.
 */
export const HOSTILE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points, the joiner among them on purpose
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g;

/** The text with every hostile character spelled out. */
export function visible(text: string): string {
  return text.replace(HOSTILE, spelled);
}

/** `⟨U+202E⟩` */
export function spelled(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
