/** Combinations of keys: `Mod+Shift+E`, where Mod is Ctrl, on a Mac ⌘. */

export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.userAgent);

/** Whether a key press is this combination. */
export function matches(keys: string, press: Press, mac = isMac): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const mod = parts.includes('Mod');
  return (
    press.key.toLowerCase() === (key === 'Plus' ? '+' : key.toLowerCase()) &&
    press.ctrlKey === ((mod && !mac) || parts.includes('Ctrl')) &&
    press.metaKey === (mod && mac) &&
    press.altKey === parts.includes('Alt') &&
    press.shiftKey === parts.includes('Shift')
  );
}

/** A combination as people read it: `Ctrl Shift E`, on a Mac `⇧⌘E`. */
export function keysShown(keys: string, mac = isMac): readonly string[] {
  const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' };
  return keys.split('+').map((part) => (mac ? (macSigns[part] ?? part) : part === 'Mod' ? 'Ctrl' : part));
}
