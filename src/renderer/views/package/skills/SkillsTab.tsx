import { BookText } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SkillRow } from '../../../../shared/models/package';
import { Button } from '../../../kit/Button';
import { Cut } from '../../../kit/Cut';
import { TreeGrid } from '../../../kit/grid/TreeGrid';
import { type Column, rowsOf } from '../../../kit/grid/types';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { Scroll } from '../../../kit/Scroll';
import { CloseDetail, SplitPane } from '../../../kit/SplitPane';
import { EmptyState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import { findInFiles } from '../manifest/store';
import type { PackageModel } from '../model';
import type { TabProps } from '../PackageView';
import { texts } from '../texts';

const words = texts.skills;

const columns: readonly Column<SkillRow>[] = [
  { id: 'path', title: words.columns.path, width: 200, grow: 1, cell: (row) => <MiddleEllipsis text={row.path} /> },
  {
    id: 'description',
    title: words.columns.description,
    width: 220,
    grow: 2,
    drop: 1,
    cell: (row) => (
      <Cut
        text={row.description ?? words.noDescription}
        className={row.description === null ? 'text-ink-3' : 'text-ink-2'}
      />
    ),
  },
];

/** The skills a package holds or names, with what they say of themselves. */
export function SkillsTab({ model, summary }: TabProps) {
  const { skills } = summary;
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);
  const rows = useMemo(() => rowsOf(skills), [skills]);
  if (skills.length === 0)
    return (
      <div className="panel flex-1">
        <EmptyState icon={BookText} title={words.none}>
          <p>{words.noneText}</p>
        </EmptyState>
      </div>
    );
  return (
    <SplitPane
      name="skills"
      memory={model.app.memory}
      detailLabel={words.detail}
      open={open}
      onClose={() => setOpen(false)}
      list={
        <section className="panel flex-1" aria-label={words.label}>
          <div className="toolbar text-sm font-semibold">{words.label}</div>
          <TreeGrid
            label={words.label}
            columns={columns}
            rows={rows}
            active={active}
            onActive={(index, by) => {
              setActive(index);
              if (by === 'pointer') setOpen(true);
            }}
            onEnter={() => setOpen(true)}
            wordOf={(row) => row.path}
          />
        </section>
      }
      detail={<Detail model={model} skill={skills[active]} />}
    />
  );
}

function Detail({ model, skill }: { model: PackageModel; skill: SkillRow | undefined }) {
  if (!skill) return null;
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <span className="flex min-w-0 flex-1">
          <MiddleEllipsis text={skill.path} className="font-semibold" />
        </span>
        <Button onClick={() => findInFiles(model, skill.path)}>{texts.findings.goTo}</Button>
        <CloseDetail />
      </div>
      <Scroll label={words.columns.description} className="px-4 py-3.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {skill.description === null ? words.noDescription : visible(skill.description)}
      </Scroll>
    </div>
  );
}
