import type { ClientVerdict, SkillClient } from '../../shared/models/skill';
import { codePointLength, trim } from '../text/white';
import type { Span } from './places';
import type { FrontPair, FrontValue } from './public-front';
import type { SkillReading } from './reading';
import { SKILL_FILE } from './refusals';
import { remembered, type SkillSubject } from './subject';

/** Why a client passes a skill over, and where that shows. */
interface Obstacle {
  readonly why: string;
  readonly at?: Span;
}

/** A skill as a client has it: the pairs that its own parser reads. */
interface ClientView {
  readonly subject: SkillSubject;
  readonly reading: SkillReading;
  readonly pairs: readonly FrontPair[];
}

interface ClientRow {
  readonly client: SkillClient;
  /** Which of the two readings is nearest to the client's parser. */
  readonly parser: 'yaml-1.2' | 'libyaml';
  /** What it wants beyond what all want. */
  readonly own: ReadonlyArray<(view: ClientView) => Obstacle | null>;
}

const CODEX_DESCRIPTION = 1_024;
const CODEX_NAME = 64;

const frontValue = (pairs: readonly FrontPair[], key: string): FrontValue | null =>
  pairs.find((pair) => pair.key === key)?.value ?? null;

const longer = (key: string, limit: number, value: FrontValue | null): Obstacle | null => {
  if (value?.kind !== 'string' || value.text.length <= limit) return null;
  const length = codePointLength(trim(value.text));
  return length <= limit ? null : { why: `the ${key} has ${length} characters, over ${limit}`, at: value.span };
};

const descriptionTooLong = ({ pairs }: ClientView) =>
  longer('description', CODEX_DESCRIPTION, frontValue(pairs, 'description'));
const nameTooLong = ({ pairs }: ClientView) => longer('name', CODEX_NAME, frontValue(pairs, 'name'));

const linkedFile = ({ subject }: ClientView): Obstacle | null =>
  subject.skill?.entry.kind === 'symlink' ? { why: 'SKILL.md is a link, which it does not follow' } : null;

function nameDiffers({ subject, pairs }: ClientView): Obstacle | null {
  const value = frontValue(pairs, 'name');
  if (value?.kind !== 'string' || subject.folderName === null) return null;
  const same = value.text === subject.folderName;
  return same || trim(value.text).normalize('NFC') === subject.folderName.normalize('NFC')
    ? null
    : { why: "the name differs from the folder's", at: value.span };
}

function nameNoText({ pairs, reading }: ClientView): Obstacle | null {
  const value = frontValue(pairs, 'name');
  if (value?.kind === 'string' && trim(value.text) !== '') return null;
  const at = value?.span ?? reading.front?.places.opening;
  return { why: 'the name is missing or no text', ...(at === undefined ? {} : { at }) };
}

/**
 * What clients are known to do, from public reports. Where nothing is known the verdict is `unknown`.
 *
 * For all of them: a skill is a folder with a file of the exact name SKILL.md
 * (https://github.com/microsoft/vscode/issues/284110, https://github.com/zhukunpenglinyutong/ai-max/issues/3); with a
 * front block and a description (https://github.com/actionbook/rust-skills/issues/16); whose YAML parses
 * (https://github.com/anthropics/claude-code/issues/78270, https://github.com/openai/codex/issues/8609,
 * https://github.com/semaphoreio/sem-ai/issues/43).
 */
export const CLIENTS: readonly ClientRow[] = [
  // Loads in spite of a name that differs from the folder's or is too long: it goes by the folder
  // (https://github.com/VeryGoodOpenSource/vgv-ai-flutter-plugin/issues/105,
  // https://github.com/astral-sh/claude-code-plugins/pull/11).
  { client: 'claude-code', parser: 'yaml-1.2', own: [] },
  // Limits: https://github.com/tanweai/pua/issues/57, https://github.com/amElnagdy/delegate-skills/issues/4. A linked
  // SKILL.md is passed over, a linked folder is not: https://github.com/openai/codex/issues/15756,
  // https://github.com/openai/codex/issues/11332. It reads YAML with libyaml's rules (a Rust program).
  { client: 'codex', parser: 'libyaml', own: [linkedFile, nameTooLong, descriptionTooLong] },
  // The name has to be the folder's: https://github.com/vercel-labs/agent-skills/issues/235,
  // https://github.com/microsoft/vscode/issues/284110.
  { client: 'vscode', parser: 'yaml-1.2', own: [nameDiffers] },
  // Name and description have to be texts: https://github.com/microsoft/skills-for-copilot-studio/pull/179,
  // https://github.com/vercel/vercel/pull/14981.
  { client: 'skills-cli', parser: 'yaml-1.2', own: [nameNoText] },
];

/** What stops every client, null where a client gets as far as the front block's values. */
function commonObstacle(subject: SkillSubject): Obstacle | null {
  const { skill, reading, caseMatters } = subject;
  if (skill === null) return { why: 'there is no SKILL.md' };
  if (skill.path !== SKILL_FILE && caseMatters) return { why: `the file is not named SKILL.md, exactly` };
  if (reading === null) return { why: 'SKILL.md cannot be read' };
  if (reading.source.problem !== null) return { why: 'SKILL.md is not UTF-8' };
  return reading.front === null ? { why: 'there is no front block', at: { start: 0, end: 0 } } : null;
}

/** The pairs that a client's parser reads, or why it reads none. */
function pairsFor(row: ClientRow, reading: SkillReading): readonly FrontPair[] | Obstacle {
  const repeated = reading.murmurFault?.repeated === undefined ? null : reading.murmurFault;
  if (repeated !== null) return { why: 'a key stands twice in the front block', at: repeated.span };
  const { murmurFront, murmurFault, publicFront } = reading;
  if (row.parser === 'libyaml') {
    if (murmurFront !== null) return murmurFront.pairs;
    return { why: 'the front block is no valid YAML', ...(murmurFault === null ? {} : { at: murmurFault.span }) };
  }
  if (publicFront?.ok) return publicFront.pairs;
  return { why: 'the front block is no valid YAML', ...(publicFront === null ? {} : { at: publicFront.span }) };
}

function obstacleFor(row: ClientRow, subject: SkillSubject): Obstacle | null {
  const common = commonObstacle(subject);
  const { reading } = subject;
  if (common !== null || reading === null) return common;
  const pairs = pairsFor(row, reading);
  if ('why' in pairs) return pairs;
  const description = frontValue(pairs, 'description');
  if (description?.kind !== 'string' || trim(description.text) === '') {
    const at = description?.span ?? reading.front?.places.opening;
    return { why: 'the description is missing, blank or no text', ...(at === undefined ? {} : { at }) };
  }
  for (const check of row.own) {
    const obstacle = check({ subject, reading, pairs });
    if (obstacle !== null) return obstacle;
  }
  return null;
}

/** A client's verdict with the place of its reason, for the finding. */
export interface PlacedVerdict extends ClientVerdict {
  readonly client: SkillClient;
  readonly at?: Span;
}

/** What each client does with a skill, in the order of the table. */
export const clientVerdicts = remembered(makeVerdicts);

function makeVerdicts(subject: SkillSubject): readonly PlacedVerdict[] {
  return CLIENTS.map((row) => {
    const { client } = row;
    const obstacle = obstacleFor(row, subject);
    if (subject.skill?.entry.kind === 'symlink' && subject.reading === null && client !== 'codex')
      return { client, loads: 'unknown', why: 'SKILL.md is a link out of what was given, which is not followed here' };
    if (subject.reading !== null && subject.reading.source.bom > 0)
      return {
        client,
        loads: 'unknown',
        why: 'whether it finds the front block behind a byte order mark is not known',
      };
    if (obstacle === null) return { client, loads: true };
    return { client, loads: false, why: obstacle.why, ...(obstacle.at === undefined ? {} : { at: obstacle.at }) };
  });
}
