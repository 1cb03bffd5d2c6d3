import { BookText, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { ManifestFileRow } from '../../../../shared/models/package';
import { openItems } from '../../../app/shell';
import { Button } from '../../../kit/Button';
import { Chip } from '../../../kit/Chip';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { Scroll } from '../../../kit/Scroll';
import { EmptyPanel } from '../../../kit/States';
import { dropSkills, type SkillsModel, skillsModel, tell } from '../../skills/model';
import { SkillsBody } from '../../skills/SkillsBody';
import { texts } from '../../skills/texts';
import type { PackageModel } from '../model';
import type { TabProps } from '../PackageView';
import { texts as packageTexts } from '../texts';

const words = texts.package;
const { none, noneText } = packageTexts.skills;

/** The skills a package holds, each through every rule, and above them what its manifest names as sources. */
export function SkillsTab({ model, summary }: TabProps) {
  const [skills] = useState(() => skillsOf(model));
  const sources = summary.manifestFiles.flatMap((row, at) => (SOURCE.test(row.key) ? [{ row, at }] : []));
  if (summary.skills.length === 0 && sources.length === 0)
    return <EmptyPanel icon={BookText} title={none} text={noneText} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      {sources.length > 0 && <Sources skills={skills} sources={sources} />}
      <SkillsBody model={skills} />
    </div>
  );
}

/** The skills of a package end with it. */
function skillsOf({ app, token, life }: PackageModel): SkillsModel {
  life.signal.addEventListener('abort', () => dropSkills(app, token), { once: true });
  return skillsModel(app, token, true);
}

const SOURCE = /^artifacts\[(.*)\]\.source$/s;

interface Source {
  readonly row: ManifestFileRow;
  /** Its number among all declared paths. */
  readonly at: number;
}

/** What the manifest names: in the package, on this machine, or nowhere. A path of this machine is read on a click only. */
function Sources({ skills, sources }: { skills: SkillsModel; sources: readonly Source[] }) {
  const { app, token } = skills;
  const open = async (at: number) => {
    const opened = await app.host.call('skills:open-source', [token, at]);
    if (opened.ok) openItems(app.shell, [opened.value]);
    else tell(skills, opened.error);
  };
  return (
    <div className="panel max-h-32 flex-none">
      <h2 className="panel-title pb-1">{words.named}</h2>
      <Scroll label={words.named} className="pb-2">
        <ul className="text-sm">
          {sources.map(({ row, at }) => (
            <li key={at} className="flex min-h-7 items-center gap-3 px-3.5">
              <MiddleEllipsis text={SOURCE.exec(row.key)?.[1] ?? row.key} className="max-w-64 font-[550]" />
              <MiddleEllipsis text={row.declared} className="text-ink-2" />
              <span className="flex-1" />
              <Chip tone={row.found ? 'ok' : 'error'} {...(row.reason ? { tip: row.reason } : {})}>
                {row.found ? (row.base === 'host-path' ? words.onMachine : words.inPackage) : words.missing}
              </Chip>
              {row.found && row.base === 'host-path' && (
                <Button icon={FolderOpen} data-tip={words.openTip} onClick={() => void open(at)}>
                  {words.open}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Scroll>
    </div>
  );
}
