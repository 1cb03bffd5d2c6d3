import { useState } from 'react';
import { SplitPane } from '../../kit/SplitPane';
import { SkillDetailPane } from './detail/SkillDetailPane';
import { SkillList } from './list/SkillList';
import type { SkillsModel } from './model';
import { texts } from './texts';

/** The list and the skill that is selected in it; also the Skills tab of a package. */
export function SkillsBody({ model }: { model: SkillsModel }) {
  const [open, setOpen] = useState(false);
  return (
    <SplitPane
      name="skills.view"
      memory={model.app.memory}
      detailLabel={texts.list.detail}
      open={open}
      onClose={() => setOpen(false)}
      share={0.42}
      least={[330, 380]}
      list={<SkillList model={model} onChosen={() => setOpen(true)} />}
      detail={<SkillDetailPane model={model} />}
    />
  );
}
