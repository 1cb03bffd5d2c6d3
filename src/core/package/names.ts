import { decodeCp437, decodeUtf8 } from '../text/encoding';
import { showName } from '../text/visible';
import type { EntryFindingId } from './findings';
import { safeName } from './safe-name';

/** A name as text: UTF-8, else code page 437, as Murmur decodes it. The flag plays no part. */
export interface DecodedName {
  readonly text: string;
  readonly utf8: boolean;
}

export function decodeName(raw: Uint8Array): DecodedName {
  const text = decodeUtf8(raw);
  return text === null ? { text: decodeCp437(raw), utf8: false } : { text, utf8: true };
}

/** One thing that is odd about a name by itself. */
export interface NameProblem {
  readonly id: EntryFindingId;
  readonly message: string;
}

/**
 * Clears nearly every name at once: printable ASCII without backslash or colon, no empty, `.` or `..` component, no
 * component that ends in a dot or a space. A trailing slash (a folder) is fine.
 */
const ODD = /[^\x20-\x7e]|[\\:]|^$|^\/|\/\/|(?:^|\/)\.{1,2}(?:\/|$)|[. ](?:\/|$)/;
/** Names that Windows gives to devices, whatever follows a dot (learn.microsoft.com, "Naming Files"). */
const DEVICE =
  /(?:^|[/\\])((?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?: *\.[^/\\]*| *)?)(?:[/\\]|$)/i;
const MAC = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/;

const CONTROL = /\p{Cc}/u;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const INVISIBLE =
  /[\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|\p{Default_Ignorable_Code_Point}|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/u;
const INVISIBLE_BUT_BIDI = new RegExp(`(?!${BIDI.source})(?:${INVISIBLE.source})`, 'u');
/** A component that is more than dots and ends in a dot or a space: Windows drops them. */
const TRAILING = /(?:^|[/\\])(?!\.{1,2}(?:[/\\]|$))[^/\\]*[. ](?:[/\\]|$)/;
/** Folders within folders that other programs may still take. */
const DEEP = 64;

/** Whether a name needs no closer look than the collision map. */
export function isPlainName(name: string): boolean {
  return !ODD.test(name) && !DEVICE.test(name) && !MAC.test(name);
}

/** A name and its components between slashes, without the leading slashes and one trailing one. */
interface Looked {
  readonly name: string;
  readonly parts: readonly string[];
}
type Check = readonly [id: EntryFindingId, test: (looked: Looked) => boolean, says: (shown: string) => string];

const CHECKS: readonly Check[] = [
  [
    'name-empty',
    ({ name }) => safeName(name) === '',
    (shown) => `'${shown}' is empty once it is made safe, so no path can name this entry.`,
  ],
  [
    'name-parent',
    ({ name }) => safeName(name) === null,
    (shown) =>
      `'${shown}' has a '..' component: Murmur refuses the name, and unpacking it would write outside the folder.`,
  ],
  [
    'name-absolute',
    ({ name }) => /^[/\\]/.test(name),
    (shown) => `'${shown}' starts at the root: Murmur drops the slash, other programs may write there.`,
  ],
  [
    'name-drive',
    ({ name }) => /^[/\\]*[a-z]:/i.test(name),
    (shown) => `'${shown}' starts with a drive letter: on Windows it may be unpacked somewhere else.`,
  ],
  [
    'name-backslash',
    ({ name }) => name.includes('\\'),
    (shown) => `'${shown}' has a backslash: part of the name for Murmur, a folder on Windows.`,
  ],
  ['name-control', ({ name }) => CONTROL.test(name), (shown) => `'${shown}' has a control character in its name.`],
  [
    'name-bidi',
    ({ name }) => BIDI.test(name),
    (shown) => `'${shown}' has a character that turns the reading direction, so it can pass for another name.`,
  ],
  [
    'name-invisible',
    ({ name }) => INVISIBLE_BUT_BIDI.test(name),
    (shown) => `'${shown}' has a character that cannot be seen, so it can pass for another name.`,
  ],
  ['name-device', ({ name }) => DEVICE.test(name), (shown) => `'${shown}' has a part that Windows takes for a device.`],
  [
    'name-trailing-dot-space',
    ({ name }) => TRAILING.test(name),
    (shown) => `'${shown}' has a part that ends in a dot or a space, which Windows drops.`,
  ],
  [
    'name-dot-component',
    ({ parts }) => parts.length > 1 && parts.some((part) => part === '' || part === '.'),
    (shown) => `'${shown}' is spelled with '.' or empty components, which Murmur drops.`,
  ],
  ['hidden-mac-files', ({ name }) => MAC.test(name), (shown) => `'${shown}' is a helper file that macOS adds.`],
];

/** What is odd about a name by itself, with sentences to show. Plain names cost two tests. */
export function nameProblems(name: string): NameProblem[] {
  if (isPlainName(name)) return [];
  const shown = showName(name);
  const looked = { name, parts: name.replace(/^\/+/, '').replace(/\/$/, '').split('/') };
  return CHECKS.filter(([, test]) => test(looked)).map(([id, , says]) => ({ id, message: says(shown) }));
}

/** Whether a name goes deeper than other programs may take; only long names are counted. */
export function isDeep(name: string): boolean {
  if (name.length < DEEP * 2) return false;
  let depth = 0;
  for (let at = name.indexOf('/'); at >= 0 && depth <= DEEP; at = name.indexOf('/', at + 1)) depth++;
  return depth > DEEP;
}
