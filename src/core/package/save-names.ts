import { isVisible } from '../text/visible';

/** What a name may be on the system that a file is saved on. */
export interface NameRules {
  /** Characters that no name may have there; besides those that hide or turn text. */
  readonly forbidden: RegExp | null;
  /** Whether names of devices, and a dot or a space at the end, are something else there. */
  readonly windows: boolean;
  /** Whether names that differ in case or composition are one. */
  readonly folds: boolean;
}

const POSIX: NameRules = { forbidden: null, windows: false, folds: false };

/** The rules of `process.platform`. */
export function nameRules(platform: string): NameRules {
  if (platform === 'win32') return { forbidden: /[<>:"|?*\\]/g, windows: true, folds: true };
  if (platform === 'darwin') return { forbidden: /:/g, windows: false, folds: true };
  return POSIX;
}

/** Names that Windows gives to devices, whatever follows a dot (learn.microsoft.com, "Naming Files"). */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?= *(?:\.|$))/i;
/** Bytes of one component that file systems take, with room for a number and a temporary ending. */
const COMPONENT = 200;
/** Characters that may stand behind a last dot and still be a file's kind. */
const ENDING = 20;

/**
 * One component of a path as it may be written: nothing hidden, nothing the system takes for something else, no longer
 * than it can be. Never empty, `.` or `..`; never has a separator.
 */
export function safeComponent(component: string, rules: NameRules): string {
  let safe = component.replace(/[/\0]/g, '_');
  if (!isVisible(safe)) safe = [...safe].map((char) => (isVisible(char) ? char : '_')).join('');
  if (rules.forbidden !== null) safe = safe.replace(rules.forbidden, '_');
  if (rules.windows) {
    if (DEVICE.test(safe)) safe = `_${safe}`;
    safe = safe.replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  }
  if (/^\.{0,2}$/.test(safe)) safe = safe.replaceAll('.', '_') || '_';
  return shortened(safe);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= COMPONENT) return name;
  const { stem, ending } = partsOf(name);
  return cut(stem, COMPONENT - Buffer.byteLength(ending)) + ending;
}

/** Whole characters that fit into so many bytes. */
function cut(text: string, bytes: number): string {
  let [kept, left] = ['', bytes];
  for (const char of text) {
    left -= Buffer.byteLength(char);
    if (left < 0) break;
    kept += char;
  }
  return kept;
}

/** `a.tar.gz` is `a.tar` and `.gz`; `.env` and `a.` have no ending. */
function partsOf(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  const hasEnding = dot > 0 && dot < name.length - 1 && name.length - dot <= ENDING && !/\s/.test(name.slice(dot));
  return hasEnding ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' };
}

/** `name (2).ext` for a name that is taken; the number counts from 2. */
export function numbered(name: string, number: number): string {
  const { stem, ending } = partsOf(name);
  return `${stem} (${number})${ending}`;
}

/** What two names have in common that are one file there. */
export function foldedName(name: string, rules: NameRules): string {
  return rules.folds ? name.normalize('NFC').toLowerCase().normalize('NFC') : name;
}
