import { FlaskConical, FolderOpen, Play, RotateCw, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChosenBlocks, NamingState } from '../../../../shared/contract/naming';
import { Button, IconButton } from '../../../kit/Button';
import { bytes, exactBytes, integer } from '../../../kit/format';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { EmptyState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import {
  canStart,
  chooseBlocks,
  chooseCwd,
  chooseRunners,
  isRunning,
  type NamingModel,
  type NamingViewState,
  reload,
  start,
  takeSample,
} from '../model';
import { commandShown, texts } from '../texts';
import { RunnerList } from './RunnerList';

const words = texts.setup;

export interface SetupProps {
  readonly model: NamingModel;
  readonly view: NamingViewState;
  readonly state: NamingState;
}

/** Which runner names which blocks, and the exact command before anything runs. */
export function SetupTab({ model, view, state }: SetupProps) {
  if (!state.runners && !state.blocks) return <Welcome model={model} view={view} state={state} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <Problem problem={state.problem} />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] gap-4">
        <RunnersPanel model={model} view={view} state={state} />
        <div className="flex min-h-0 flex-col gap-4 overflow-auto">
          <BlocksPanel model={model} view={view} state={state} />
          <RunPanel model={model} view={view} state={state} />
        </div>
      </div>
    </div>
  );
}

function Welcome({ model, view, state }: SetupProps) {
  const off = view.busy;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto">
      <Problem problem={state.problem} />
      <div className="m-auto flex w-full max-w-160 flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-9 text-center">
        <Waypoints size={26} strokeWidth={1.4} className="text-accent" aria-hidden />
        <h2 className="text-lg font-[620]">{words.welcome}</h2>
        <p className="max-w-120 text-ink-2">{words.welcomeText}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <Button tone="primary" icon={FolderOpen} disabled={off} onClick={() => void chooseRunners(model)}>
            {words.chooseRunners}
          </Button>
          <Button disabled={off} onClick={() => void chooseBlocks(model, 'file')}>
            {texts.commands.blocksFile}
          </Button>
          <Button disabled={off} onClick={() => void chooseBlocks(model, 'folder')}>
            {texts.commands.blocksFolder}
          </Button>
        </div>
        {state.sample && (
          <div className="mt-4 flex flex-col items-center gap-1">
            <Button icon={FlaskConical} disabled={off} onClick={() => void takeSample(model)}>
              {words.sample}
            </Button>
            <p className="text-sm text-ink-3">{words.sampleText}</p>
          </div>
        )}
      </div>
    </div>
  );
}

/** Why the last choice was not taken; the one before stays. */
function Problem({ problem }: Pick<NamingState, 'problem'>) {
  if (!problem) return null;
  return (
    <div role="alert" className="flex-none rounded-lg border border-error bg-error-soft px-3.5 py-2 text-sm">
      <p className="font-semibold text-error">{texts.notTaken}</p>
      <p className="[overflow-wrap:anywhere]">{visible(problem.message)}</p>
      {problem.hint && <p className="text-ink-2">{visible(problem.hint)}</p>}
    </div>
  );
}

function RunnersPanel({ model, view, state }: SetupProps) {
  const { runners } = state;
  const off = view.busy || isRunning(view);
  return (
    <section className="panel" aria-label={words.runners}>
      <div className="toolbar">
        <h2 className="flex-none text-sm font-semibold">{words.runners}</h2>
        <span className="flex min-w-0 flex-1 text-xs text-ink-3">
          {runners && <MiddleEllipsis text={runners.path} />}
        </span>
        <IconButton icon={RotateCw} label={words.reload} disabled={off} onClick={() => void reload(model)} />
        <Button disabled={off} onClick={() => void chooseRunners(model)}>
          {runners ? words.otherRunners : words.chooseRunners}
        </Button>
      </div>
      {runners ? (
        <RunnerList model={model} runners={runners} disabled={off} />
      ) : (
        <EmptyState title={words.noRunners}>{words.noRunnersText}</EmptyState>
      )}
    </section>
  );
}

function BlocksPanel({ model, view, state }: SetupProps) {
  const off = view.busy || isRunning(view);
  return (
    <section className="panel flex-none" aria-label={words.blocks}>
      <div className="toolbar flex-wrap">
        <h2 className="flex-1 text-sm font-semibold">{words.blocks}</h2>
        <span className="flex flex-wrap gap-2">
          <Button disabled={off} onClick={() => void chooseBlocks(model, 'file')}>
            {words.blocksFile}
          </Button>
          <Button disabled={off} onClick={() => void chooseBlocks(model, 'folder')}>
            {words.blocksFolder}
          </Button>
        </span>
      </div>
      {state.blocks ? (
        <BlocksFacts blocks={state.blocks} />
      ) : (
        <EmptyState title={words.noBlocks}>{words.noBlocksText}</EmptyState>
      )}
    </section>
  );
}

function BlocksFacts({ blocks }: { blocks: ChosenBlocks }) {
  return (
    <>
      <dl className="facts pt-3">
        <dt>{words.file}</dt>
        <dd>
          <MiddleEllipsis text={blocks.path} />
        </dd>
        <dt>{words.count}</dt>
        <dd>{integer(blocks.blocks)}</dd>
        <dt>{words.size}</dt>
        <dd>
          <span data-tip={exactBytes(blocks.bytes)}>{bytes(blocks.bytes)}</span>
        </dd>
      </dl>
      {blocks.repeated && (
        <p className="px-3.5 pb-3 text-sm text-warning [overflow-wrap:anywhere]">{visible(blocks.repeated)}</p>
      )}
    </>
  );
}

function RunPanel({ model, view, state }: SetupProps) {
  const { argv, cwd, runners, blocks, confirmed } = state;
  const runner = runners?.rows.find(({ index }) => index === runners.picked);
  return (
    <section className="panel flex-none" aria-label={words.run}>
      <h2 className="panel-title">{words.run}</h2>
      {argv && runner ? (
        <dl className="facts">
          <dt>{words.command}</dt>
          <dd>
            <code className="whitespace-pre-wrap">{commandShown(argv)}</code>
          </dd>
          <dt>{words.cwd}</dt>
          <dd className="flex items-baseline gap-2">
            <MiddleEllipsis text={cwd ?? ''} />
            <button
              type="button"
              className="link flex-none"
              disabled={view.busy || isRunning(view)}
              onClick={() => void chooseCwd(model)}
            >
              {words.otherCwd}
            </button>
          </dd>
          <dt>{words.limit}</dt>
          <dd>{words.seconds(runner.limitSecs)}</dd>
        </dl>
      ) : (
        <p className="px-3.5 pb-3 text-sm text-ink-2">{words.noRunner}</p>
      )}
      <div className="flex flex-col gap-2.5 border-t border-line px-3.5 py-3 text-sm text-ink-2">
        {argv && <Told>{argv.some((arg) => arg.includes('{packet_file}')) ? words.packetFile : words.stdin}</Told>}
        {argv && <Told>{confirmed ? words.confirmed : words.asked}</Told>}
        <Button
          tone={canStart(view) ? 'primary' : 'plain'}
          icon={Play}
          className="self-start"
          disabled={!canStart(view)}
          onClick={() => void start(model)}
        >
          {texts.actions.start(blocks?.blocks ?? 0)}
        </Button>
      </div>
    </section>
  );
}

const Told = ({ children }: { children: ReactNode }) => <p>{children}</p>;
