import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { SkillsSummary } from '../../../shared/contract/skills';
import { type Failure, failure } from '../../../shared/result';
import { copy, useApp } from '../../app/app';
import { useCommands } from '../../app/commands';
import { type Doc, setStatus } from '../../app/shell';
import { seconds } from '../../kit/format';
import { ErrorState, errorText } from '../../kit/States';
import { visible } from '../../kit/visible';
import { checkAgain } from './actions';
import { skillsCommands } from './commands';
import { Header } from './Header';
import { open, skillsModel } from './model';
import { SkillsBody } from './SkillsBody';
import { texts } from './texts';

/** One folder of skills: header, list, and the skill in front. */
export default function SkillsView({ doc }: { doc: Doc }) {
  const app = useApp();
  const [model] = useState(() => skillsModel(app, doc.id));
  const summary = useStore(model.store, (state) => state.summary);
  const error = useStore(model.store, (state) => state.error);
  useCommands(useMemo(() => skillsCommands(model), [model]));
  useEffect(() => {
    if (!summary) return;
    setStatus(app.shell, {
      left: [
        visible(doc.path),
        ...(summary.took === null ? [] : [texts.status.took(summary.skills, seconds(summary.took))]),
      ],
      right: [summary.advice ? texts.status.adviceOn : texts.status.adviceOff],
    });
  }, [app, doc, summary]);

  const wrong = error ?? (summary?.state === 'ready' && summary.skills === 0 ? nothingThere(summary) : null);
  if (wrong)
    return (
      <ErrorState
        title={texts.openFailed}
        error={wrong}
        onRetry={() => void (error ? open(model) : checkAgain(model))}
        onCopy={() => void copy(app, 'details', `${visible(doc.path)}\n${errorText(wrong)}`)}
      />
    );
  return (
    <>
      <Header doc={doc} model={model} />
      <div className="flex min-h-0 flex-1 flex-col px-5 pt-3 pb-4">
        <SkillsBody model={model} />
      </div>
    </>
  );
}

/** Why nothing of what was opened can be shown, as a failure. */
function nothingThere({ error }: SkillsSummary): Failure | null {
  return error && failure(error.code, error.message, error.hint);
}
