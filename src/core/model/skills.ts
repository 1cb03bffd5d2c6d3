import type { SkillRow } from '../../shared/models/package';
import type { Archive } from '../package/archive';
import { readEntry } from '../package/read';
import { readFrontBlock, skillDescription } from '../skill/front-block';
import { readSkillText, SKILL_TEXT_LIMIT } from '../skill/text';

/** Skills whose text is read; a package holds a few. */
const READ_AT_MOST = 1000;

/**
 * The skills that a package holds: its own `skill.md` at the root, and every `SKILL.md`. In archive order; the
 * description is Murmur's, null where there is none or the text cannot be read.
 */
export function packagedSkills(archive: Archive, ceiling: number): { row: SkillRow; index: number }[] {
  const found: { row: SkillRow; index: number }[] = [];
  for (const index of archive.seen) {
    const name = archive.safeNameOf(index);
    if (name === null || archive.kindOf(index) === 'directory') continue;
    if (name !== 'skill.md' && name !== 'SKILL.md' && !name.endsWith('/SKILL.md')) continue;
    const description = found.length < READ_AT_MOST ? describe(archive, index, ceiling) : null;
    found.push({ row: { path: name, description }, index });
  }
  return found;
}

const BOM = '\ufeff';

function describe(archive: Archive, index: number, ceiling: number): string | null {
  const bytes = readEntry(archive, index, { limit: Math.min(ceiling, SKILL_TEXT_LIMIT) });
  if (!bytes.ok) return null;
  const { text, utf8 } = readSkillText(bytes.value);
  if (!utf8) return null;
  // One BOM was dropped; a second one is text, and a line that starts with it is no fence.
  return text.startsWith(BOM) ? skillDescription(BOM + text, null) : skillDescription(text, readFrontBlock(text));
}
