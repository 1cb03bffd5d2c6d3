import { Copy, ScrollText } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import type { BlockLog, BlockRow, Printed } from '../../../../shared/models/naming';
import { copy } from '../../../app/app';
import { IconButton } from '../../../kit/Button';
import { bytes, exactBytes, integer } from '../../../kit/format';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { CloseDetail } from '../../../kit/SplitPane';
import { EmptyPanel, EmptyState, ErrorState, Skeleton } from '../../../kit/States';
import { HOSTILE_IN_TEXT, spelled, visible } from '../../../kit/visible';
import type { NamingModel } from '../model';
import { commandShown, texts } from '../texts';
import { StateChip } from './columns';
import { blockTime } from './counts';
import { logText, lookAtLog } from './log';

const words = texts.log;
/** Characters of each end of a long output that are shown. */
const END = 24_000;
/** While a block runs it may print without any change of its state. */
const LOOK_AGAIN = 1_000;

/** What happened to the selected block: its steps, what it got and what it printed. */
export function LogPane({ model, row }: { model: NamingModel; row: BlockRow | null }) {
  const { log, error, waiting } = useStore(model.log.store);
  useEffect(() => lookAtLog(model.log, row?.index ?? null), [model, row?.index]);
  const isRunning = row?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => model.log.again.touch(), LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [model, isRunning]);
  if (!row) return <EmptyPanel icon={ScrollText} title={words.hint} />;
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <MiddleEllipsis text={row.blockId} className="font-semibold" />
          <StateChip row={row} />
        </span>
        <span className="flex flex-none">
          <IconButton
            icon={Copy}
            label={words.copy}
            disabled={!log}
            onClick={() => log && void copy(model.app, words.copied, logText(log))}
          />
          <CloseDetail />
        </span>
      </div>
      {error ? (
        <ErrorState title={words.failed} error={error} onRetry={() => model.log.again.touch()} />
      ) : log ? (
        <Log log={log} />
      ) : waiting ? (
        <div className="wait-a-moment flex flex-col gap-2 p-3.5" role="status" aria-label={words.label}>
          <Skeleton width="60%" />
          <Skeleton width="80%" />
        </div>
      ) : (
        <EmptyState title={words.notYet}>{words.notYetText}</EmptyState>
      )}
    </div>
  );
}

function Log({ log }: { log: BlockLog }) {
  const { argv, cwd, steps, stdin, stdinBytes, stderr, stdout, note } = log;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus, so that keys can scroll it
      tabIndex={0}
      aria-label={words.content}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto px-3.5 py-3 font-mono text-sm -outline-offset-2"
    >
      {argv.length > 0 && (
        <Part title={words.command}>
          <Text text={commandShown(argv)} />
          <Text text={visible(cwd)} dim />
        </Part>
      )}
      {steps.length > 0 && (
        <Part title={words.steps}>
          {steps.map(({ ms, what }, at) => (
            <p key={at} className="flex gap-2">
              <span className="flex-none text-ink-3">+{blockTime(ms)}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">{shown(what)}</span>
            </p>
          ))}
        </Part>
      )}
      {argv.length > 0 && (
        <Part title={words.stdin} size={stdinBytes}>
          <Text text={shown(stdin)} />
        </Part>
      )}
      {stderr && <Output title={words.stderr} printed={stderr} />}
      {stdout && <Output title={words.stdout} printed={stdout} />}
      {note && <p className="font-sans text-ink-2">{note}</p>}
    </section>
  );
}

function Part({ title, size, children }: { title: string; size?: number; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <h2 className="text-ink-3" data-tip={size === undefined ? undefined : exactBytes(size)}>
        {title}
        {size !== undefined && `, ${bytes(size)}`}
      </h2>
      {children}
    </div>
  );
}

function Output({ title, printed: { head, leftOut, tail, total } }: { title: string; printed: Printed }) {
  return (
    <Part title={title} size={total}>
      {total === 0 && <p className="font-sans text-ink-3">{words.nothing}</p>}
      {leftOut === 0 ? (
        <Ends text={head} />
      ) : (
        <>
          <Text text={shown(head.slice(0, END))} />
          <Gap text={words.leftOut(bytes(leftOut))} />
          <Text text={shown(tail.slice(-END))} />
        </>
      )}
    </Part>
  );
}

/** A text with its middle left out where it is long: a page of a million characters would not scroll. */
function Ends({ text }: { text: string }) {
  if (text.length <= END * 2) return <Text text={shown(text)} />;
  return (
    <>
      <Text text={shown(text.slice(0, END))} />
      <Gap text={words.notShown(integer(text.length - END * 2))} />
      <Text text={shown(text.slice(-END))} />
    </>
  );
}

const Gap = ({ text }: { text: string }) => <p className="py-1 font-sans text-ink-3">{text}</p>;

function Text({ text, dim = false }: { text: string; dim?: boolean }) {
  if (text === '') return null;
  return (
    <pre className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${dim ? 'text-ink-2' : ''}`}>
      <bdi>{text}</bdi>
    </pre>
  );
}

/** Hostile characters spelled out; tabs and line ends stay. */
const shown = (text: string): string => text.replace(HOSTILE_IN_TEXT, spelled).replaceAll('\r', '⟨U+000D⟩');
