import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { NamingState } from '../../../../shared/contract/naming';
import { Button } from '../../../kit/Button';
import { cx } from '../../../kit/cx';
import { integer } from '../../../kit/format';
import { MenuButton } from '../../../kit/Menu';
import {
  cancel,
  canStart,
  type ExportForm,
  exportAs,
  isRunning,
  type NamingModel,
  type NamingViewState,
  retryFailed,
  retrySelected,
  start,
  stop,
} from '../model';
import { texts } from '../texts';
import { type Counts, countsOf, duration } from './counts';

const words = texts.progress;
const { actions } = texts;

type Batch = NonNullable<NamingState['batch']>;

/** How the batch goes, and what can be done about it. */
export function ProgressPanel({ model, view, batch }: { model: NamingModel; view: NamingViewState; batch: Batch }) {
  const counts = countsOf(batch.event.counters);
  return (
    <section className="panel flex-none gap-2 px-3.5 py-3.5" aria-label={words.label}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
          <span className="text-base font-semibold whitespace-nowrap">{words.doneOf(counts.done, counts.total)}</span>
          <Clock view={view} batch={batch} />
        </p>
        <Actions model={model} view={view} counts={counts} phase={batch.event.phase} />
      </div>
      <Bar counts={counts} />
      <Told counts={counts} />
    </section>
  );
}

function Actions(props: { model: NamingModel; view: NamingViewState; counts: Counts; phase: Batch['event']['phase'] }) {
  const { model, view, counts, phase } = props;
  const marked = useStore(model.blocks.store, ({ marks }) => marks.size);
  const canRetry = !view.busy && (phase === 'running' || phase === 'done');
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isRunning(view) ? (
        <>
          <Button disabled={phase !== 'running' || view.busy} onClick={() => void stop(model)}>
            {actions.stop}
          </Button>
          <Button disabled={phase === 'cancelling'} onClick={() => void cancel(model)} data-tip={actions.cancelNow}>
            {actions.cancel}
          </Button>
        </>
      ) : (
        <Button disabled={!canStart(view)} onClick={() => void start(model)}>
          {actions.again}
        </Button>
      )}
      <Button disabled={!canRetry || counts.failed + counts.cancelled === 0} onClick={() => void retryFailed(model)}>
        {actions.retryFailed}
      </Button>
      {marked > 0 && (
        <Button disabled={!canRetry} onClick={() => void retrySelected(model)}>
          {actions.retrySelected(marked)}
        </Button>
      )}
      <MenuButton label={actions.exportLabel} items={[exportItems(model)]}>
        {actions.export}
        <ChevronDown size={13} aria-hidden />
      </MenuButton>
    </div>
  );
}

const FORMS: readonly ExportForm[] = ['json', 'csv', 'wire'];
const exportItems = (model: NamingModel) =>
  FORMS.map((form) => ({ id: form, title: actions.exports[form], run: () => void exportAs(model, form) }));

/** The batch's clock, which goes on between two events. */
function Clock({ view, batch }: { view: NamingViewState; batch: Batch }) {
  const running = isRunning(view);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  const { phase, elapsedMs, estimateMs } = batch.event;
  const since = running ? Math.max(0, now - view.heardAt) : 0;
  const text = [
    (running ? words.soFar : words.took)(duration(elapsedMs + since)),
    phase === 'stopping' && words.stopping,
    phase === 'cancelling' && words.cancelling,
    phase === 'running' && estimateMs !== null && words.toGo(duration(Math.max(1000, estimateMs - since))),
  ].filter(Boolean);
  return <span className="text-base text-ink-3">{text.join(', ')}</span>;
}

const SHARES = [
  ['named', 'bg-ok'],
  ['failed', 'bg-error'],
  ['cancelled', 'bg-warning'],
  ['running', 'bg-accent'],
] as const;

function Bar({ counts }: { counts: Counts }) {
  const { done, total } = counts;
  return (
    <div
      role="progressbar"
      aria-label={words.label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={words.doneOf(done, total)}
      className="flex h-2 overflow-hidden rounded-full bg-sunken shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {SHARES.map(([key, colour]) => (
        <span
          key={key}
          className={cx('h-full flex-none', colour)}
          style={{ width: `${total > 0 ? (counts[key] / total) * 100 : 0}%` }}
        />
      ))}
    </div>
  );
}

function Told({ counts }: { counts: Counts }) {
  const kinds = counts.kinds.map(([kind, count]) => `${integer(count)} ${texts.failedKinds[kind]}`).join(', ');
  return (
    <p className="flex flex-wrap gap-x-4.5 text-sm text-ink-2">
      <Count count={counts.named} word={words.named} />
      {counts.failed > 0 && (
        <span className="text-error">
          <b className="font-semibold">{integer(counts.failed)}</b> {words.failed}: {kinds}
        </span>
      )}
      {counts.cancelled > 0 && <Count count={counts.cancelled} word={words.cancelled} />}
      {counts.done < counts.total && (
        <>
          <Count count={counts.running} word={words.running} />
          <Count count={counts.queued} word={words.queued} />
        </>
      )}
    </p>
  );
}

const Count = ({ count, word }: { count: number; word: string }) => (
  <span>
    <b className="font-semibold text-ink">{integer(count)}</b> {word}
  </span>
);
