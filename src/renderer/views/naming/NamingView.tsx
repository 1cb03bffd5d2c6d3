import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { NamingState } from '../../../shared/contract/naming';
import { copy, useApp } from '../../app/app';
import { useCommands } from '../../app/commands';
import { setStatus } from '../../app/shell';
import type { ViewProps } from '../../app/views';
import { Chip, type Tone } from '../../kit/Chip';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { Segments } from '../../kit/Segments';
import { ErrorState, errorText, Skeleton } from '../../kit/States';
import { BatchTab } from './batch/BatchTab';
import { namingCommands } from './commands';
import { EndpointTab } from './endpoint/EndpointTab';
import { namingModel, PARTS, readState, showPart, takeDocs } from './model';
import { SetupTab } from './setup/SetupTab';
import { commandShown, texts } from './texts';

const segments = PARTS.map((id) => ({ id, title: texts.tabs[id] }));

/** Names for blocks from a pinned runner: what runs, how it goes, what came of it. */
export default function NamingView({ docs }: ViewProps) {
  const app = useApp();
  const [model] = useState(() => namingModel(app));
  const view = useStore(model.store);
  const { state, error, part } = view;
  useCommands(useMemo(() => namingCommands(model), [model]));
  useEffect(() => {
    if (state !== null && docs.length > 0) void takeDocs(model, docs);
  }, [model, docs, state !== null]);
  useStatus(state);

  if (error)
    return (
      <ErrorState
        title={texts.stateFailed}
        error={error}
        onRetry={() => void readState(model)}
        onCopy={() => void copy(app, 'details', errorText(error))}
      />
    );
  return (
    <>
      <header className="flex-none px-5 pt-3">
        <div className="flex h-8 items-center gap-2.5">
          <Title state={state} />
          <span className="flex-1" />
          <Segments label={texts.parts} options={segments} value={part} onChange={(id) => showPart(model, id)} />
        </div>
        <Runs state={state} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col px-5 pt-3 pb-4">
        {state === null && <Waiting />}
        {state && part === 'setup' && <SetupTab model={model} view={view} state={state} />}
        {state && part === 'batch' && <BatchTab model={model} view={view} />}
        {state && part === 'endpoint' && <EndpointTab model={model} view={view} state={state} />}
      </div>
    </>
  );
}

const PHASE_TONES: Readonly<Record<keyof typeof texts.phases, Tone>> = {
  ready: 'plain',
  running: 'info',
  stopping: 'warning',
  cancelling: 'warning',
  done: 'plain',
};

function Title({ state }: { state: NamingState | null }) {
  const batch = state?.batch;
  const runner = batch?.runnerId ?? pickedOf(state)?.id;
  return (
    <>
      <h1 className="flex min-w-0 items-baseline gap-2.5">
        <span className="text-xl font-[620] tracking-tight">{texts.title}</span>
        {runner && <MiddleEllipsis text={runner} className="text-lg text-ink-2" />}
      </h1>
      {batch && (
        <span role="status">
          <Chip tone={PHASE_TONES[batch.event.phase]}>{texts.phases[batch.event.phase]}</Chip>
        </span>
      )}
    </>
  );
}

const pickedOf = (state: NamingState | null) =>
  state?.runners?.rows.find(({ index }) => index === state.runners?.picked);

/** The exact command, its limit and how many run at a time. */
function Runs({ state }: { state: NamingState | null }) {
  const runner = pickedOf(state);
  return (
    <p className="mt-0.5 flex h-5 min-w-0 items-center gap-x-4.5 overflow-hidden text-sm whitespace-nowrap text-ink-2">
      {runner && state?.argv && (
        <>
          <MiddleEllipsis text={commandShown(state.argv)} className="font-mono" />
          <span className="flex-none">{texts.limit(runner.limitSecs)}</span>
          <span className="flex-none">{texts.parallel}</span>
        </>
      )}
    </p>
  );
}

function Waiting() {
  return (
    <div className="wait-a-moment flex flex-col gap-3" role="status" aria-label={texts.title}>
      <Skeleton width={260} />
      <Skeleton width={420} />
      <Skeleton width={340} />
    </div>
  );
}

/** The foot of the window: the endpoint, and the chosen runners. */
function useStatus(state: NamingState | null) {
  const { shell } = useApp();
  const { port = null, calls = 0 } = state?.endpoint ?? {};
  const runners = state?.runners ?? null;
  useEffect(() => {
    const refused = runners?.rows.filter((row) => row.refusals.length > 0).length ?? 0;
    setStatus(shell, {
      left: [port === null ? texts.status.off : texts.status.on(port, calls)],
      right: runners ? [texts.status.runners(runners.name, runners.rows.length, refused)] : [],
    });
  }, [shell, port, calls, runners]);
}
