import type { Severity } from '../../shared/models/finding';
import type { FolderRefusal, RuleSet, SkillFix, SourceRefusal } from '../../shared/models/skill';
import type { Failure } from '../../shared/result';
import type { FileRange, Span } from './places';
import type { FrontPair } from './public-front';
import type { SkillReading } from './reading';
import type { PackedFile, WalkedFolder } from './walk';
import { lineEntries } from './yaml-lines';

/** Everything that rules look at: one folder, walked and read once. */
export interface SkillSubject {
  /** How Murmur prints the folder. */
  readonly shown: string;
  readonly kind: 'file' | 'folder' | 'archive';
  /** The folder's real name; null where it has none. */
  readonly folderName: string | null;
  readonly walked: WalkedFolder;
  /** The folder's skill file, in whatever casing; null without one. */
  readonly skill: PackedFile | null;
  /** Its content; null where there is none or it cannot be read. */
  readonly reading: SkillReading | null;
  /** Why the content is not there. */
  readonly unread: Failure | null;
  readonly refusal09: FolderRefusal | null;
  readonly refusal10: SourceRefusal | null;
  /** The folder of the skill that this one lies in, as shown; null for one that stands alone. */
  readonly inside: string | null;
  /** Where the folder leads, when it is a link. */
  readonly linkedTo: string | null;
  /** Whether the file system tells `SKILL.md` from `skill.md`. */
  readonly caseMatters: boolean;
  /** What rules have found out about it and share (`remembered`). */
  readonly memo: Map<unknown, unknown>;
  /** For a file that is judged alone: whether something lies beside it. */
  readonly exists: ((relative: string) => boolean) | null;
}

/** A look at a subject that several rules ask for and that is taken once. */
export function remembered<T>(look: (subject: SkillSubject) => T): (subject: SkillSubject) => T {
  return (subject) => {
    // Only this look writes under itself, so what stands there is its own.
    if (subject.memo.has(look)) return subject.memo.get(look) as T;
    const made = look(subject);
    subject.memo.set(look, made);
    return made;
  };
}

/** What a rule found. Without `at` it is about the folder; a path is relative to it, a span is of the skill's text. */
export interface Found {
  readonly message: string;
  readonly at?: Span | { readonly path: string } | FileRange;
  readonly hint?: string;
  readonly fix?: SkillFix;
  /** Where only some of the rule's sets are broken. */
  readonly ruleSets?: readonly RuleSet[];
}

/** One rule: what it is called, whose it is, what it means, and how it is checked. */
export interface SkillRule {
  /** Stable, kebab-case. */
  readonly id: string;
  /** The rule sets that hold it; a finding is counted to the first one that was asked for. */
  readonly ruleSets: readonly [RuleSet, ...RuleSet[]];
  readonly severity: Severity;
  readonly title: string;
  /** What it means for the skill's reader. */
  readonly why: string;
  /** What to do about it. */
  readonly action: string;
  /** A quick look that spares the check most skills; without it the check always runs. */
  readonly when?: (subject: SkillSubject) => boolean;
  readonly find: (subject: SkillSubject) => Iterable<Found>;
}

/** The front block as the rules about its keys see it. */
export interface FrontView {
  /** `lines` where no parser reads it: then only the two lines that Murmur falls back to are here. */
  readonly way: 'yaml' | 'lines';
  readonly pairs: readonly FrontPair[];
}

/** The public format's reading, else Murmur's, else Murmur's fallback to lines; null without a front block. */
export const frontView = remembered((subject): FrontView | null => {
  const { reading } = subject;
  return reading?.front == null || reading.front.way === 'too-long' ? null : makeView(reading);
});

function makeView(reading: SkillReading): FrontView {
  const { publicFront, murmurFront, front, source } = reading;
  if (publicFront?.ok) return { way: 'yaml', pairs: publicFront.pairs };
  if (murmurFront !== null) return { way: 'yaml', pairs: murmurFront.pairs };
  const wanted = new Map([
    ['name', front?.name ?? null],
    ['description', front?.description ?? null],
  ]);
  const pairs: FrontPair[] = [];
  for (const { key, keySpan, value } of front === null ? [] : lineEntries(source.text, front.places.block)) {
    const text = wanted.get(key);
    // Murmur's fallback takes any line that begins with the word: the place of another line would be a wrong one.
    if (text == null || !source.text.slice(value.start, value.end).includes(text)) continue;
    wanted.delete(key);
    pairs.push({ key, keySpan, value: { kind: 'string', text, span: value, style: 'plain' } });
  }
  return { way: 'lines', pairs };
}

/** The pair of a key, the first of equal ones. */
export function frontPair(subject: SkillSubject, key: string): FrontPair | null {
  return frontView(subject)?.pairs.find((pair) => pair.key === key) ?? null;
}

/** The `---` line, where a finding about something that is not in the block stands. */
export function blockStart(subject: SkillSubject): Span {
  return subject.reading?.front?.places.opening ?? { start: 0, end: 0 };
}

/** A fix of one stretch of the text. */
export function replace(subject: SkillSubject, title: string, span: Span, text: string): { fix?: SkillFix } {
  const { reading } = subject;
  if (reading === null || !reading.source.utf8) return {};
  return { fix: { title, edits: [reading.places.edit(span, text)] } };
}

/** A text within single quotes of YAML, which escape nothing but themselves. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A word as a value: plain, or in quotes where some YAML would take it for a number, a boolean or nothing. */
export const asPlain = (word: string) =>
  /^(?:null|true|false|yes|no|on|off|y|n|[0-9].*)$/.test(word) && !/^[0-9]+-/.test(word) ? quoted(word) : word;
