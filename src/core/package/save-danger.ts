import { isVisible, showName } from '../text/visible';
import { LOOK_BYTES, looksLike, scriptProgram } from './looks-like';

/** What an entry could do once it is a file that somebody opens. */
export type DangerKind = 'program' | 'script' | 'installer' | 'shortcut' | 'document' | 'disguised';

export interface Danger {
  readonly kind: DangerKind;
  /** Why, in a few words that complete "this entry …". */
  readonly why: string;
}

/** What is known about an entry before it becomes a file. */
export interface DangerInput {
  /** Its name, exact. */
  readonly name: string;
  /** Unix mode bits, null where there are none. */
  readonly mode: number | null;
  /** Its first bytes, at least `LOOK_BYTES` of them where there are so many; empty where they are not known. */
  readonly head: Uint8Array;
}

export const DANGER_BYTES = LOOK_BYTES;

/** Endings that some system opens as more than data, and what each is. */
const ENDINGS: ReadonlyMap<string, DangerKind> = new Map(
  (
    [
      ['program', 'exe com scr pif cpl dll sys drv ocx efi elf so dylib out bin app appimage run x86_64 prg gadget'],
      [
        'script',
        'bat cmd ps1 psm1 psd1 vbs vbe js jse mjs wsf wsh ws hta sct msh sh bash zsh ksh csh fish command tool action workflow scpt scptd applescript osax py pyw pyc pyz rb pl pm php tcl lua ahk au3 jar jnlp class reg inf mst',
      ],
      [
        'installer',
        'msi msp msu msix msixbundle appx appxbundle appinstaller application deb rpm apk ipa pkg mpkg dmg iso img vhd vhdx flatpak flatpakref snap xpi crx vsix cab',
      ],
      [
        'shortcut',
        'lnk url desktop webloc inetloc fileloc website scf library-ms search-ms searchconnector-ms appref-ms settingcontent-ms theme themepack contact mobileconfig terminal rdp diagcab directory',
      ],
      ['document', 'docm dotm xlsm xltm xlam pptm potm ppam ppsm sldm xll chm hlp one mht mhtml svgz'],
    ] as const
  ).flatMap(([kind, endings]) => endings.split(' ').map((ending) => [ending, kind] as const)),
);

const KIND_WORDS: Readonly<Record<DangerKind, string>> = {
  program: 'is a program',
  script: 'is a script',
  installer: 'installs something',
  shortcut: 'is a shortcut that can start something',
  document: 'is a document that can hold a program',
  disguised: 'hides what it is',
};

/** What first bytes look like, where that is dangerous (as `looksLike` says it). */
const LOOKS: readonly (readonly [RegExp, DangerKind])[] = [
  [/^(?:ELF (?:program|shared object)|Windows program|DOS program|Mach-O)/, 'program'],
  [/^Java class|^LLVM bitcode/, 'program'],
  [/^(?:shell script|script)/, 'script'],
];

/** First bytes of formats that `looksLike` has no word for, as Latin-1. */
const STARTS: readonly (readonly [string, DangerKind])[] = [
  ['L\0\0\0\x01\x14\x02\0', 'shortcut'],
  ['[Desktop Entry]', 'shortcut'],
  ['[InternetShortcut]', 'shortcut'],
  ['\xed\xab\xee\xdb', 'installer'],
  ['!<arch>\ndebian', 'installer'],
  ['xar!', 'installer'],
  ['MSCF', 'installer'],
  ['@echo off', 'script'],
];

const EXECUTE = 0o111;

/**
 * Whether an entry should become a file outside only after a question: programs, scripts, installers, shortcuts and
 * documents with programs in them, by name and by first bytes, and names that hide their ending. Null where nothing speaks
 * against it. A rule to ask by, no promise: data can be dangerous for the program that opens it.
 */
export function dangerOf({ name, mode, head }: DangerInput): Danger | null {
  const leaf = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // What a system makes of the name: Windows drops dots and spaces at its end.
  const plain = leaf.replace(/[. ]+$/, '').toLowerCase();
  const ending = plain.slice(plain.lastIndexOf('.') + 1);
  const byName = plain.includes('.') ? ENDINGS.get(ending) : undefined;
  if (!isVisible(leaf)) return { kind: 'disguised', why: 'has a name with characters that hide or turn text' };
  if (byName !== undefined && isDoubled(plain))
    return { kind: 'disguised', why: `looks like another kind of file but ${KIND_WORDS[byName]} (.${ending})` };
  if (byName !== undefined) return { kind: byName, why: `${KIND_WORDS[byName]} (.${ending})` };
  if (leaf !== leaf.trimEnd() || /[. ]$/.test(leaf))
    return { kind: 'disguised', why: 'has a name that ends in a dot or a space' };
  return byContent(head) ?? (mode !== null && (mode & EXECUTE) !== 0 ? EXECUTABLE : null);
}

const EXECUTABLE: Danger = { kind: 'program', why: 'is marked as a program by its execute bit' };

/** `invoice.pdf.exe`: an ending of a document before the one that counts. */
function isDoubled(name: string): boolean {
  return /\.(?:pdf|docx?|xlsx?|pptx?|txt|md|png|jpe?g|gif|webp|svg|mp[34]|csv|json|ya?ml|html?)[ ._-]*\.[^.]+$/.test(
    name,
  );
}

function byContent(head: Uint8Array): Danger | null {
  const start = Buffer.from(head.subarray(0, 64))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const known = STARTS.find(([bytes]) => start.toLowerCase().startsWith(bytes.toLowerCase()));
  const program = scriptProgram(head);
  if (program !== null) return { kind: 'script', why: `${KIND_WORDS.script} (#! ${showName(program.slice(0, 40))})` };
  const looks = looksLike(head);
  const kind = known?.[1] ?? LOOKS.find(([pattern]) => pattern.test(looks))?.[1];
  return kind === undefined ? null : { kind, why: `${KIND_WORDS[kind]} by its first bytes` };
}
