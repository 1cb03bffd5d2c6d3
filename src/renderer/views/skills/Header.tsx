import { Check, ChevronDown, Copy, RotateCw, Save } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { SkillQuery, SkillsSummary } from '../../../shared/contract/skills';
import type { Doc } from '../../app/shell';
import { Button } from '../../kit/Button';
import { Chip, type Tone } from '../../kit/Chip';
import { integer, moment } from '../../kit/format';
import { MenuButton } from '../../kit/Menu';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { Skeleton } from '../../kit/States';
import { checkAgain, copyReport, saveReport, stop, toggleAdvice } from './actions';
import { change, type SkillsModel } from './model';
import { texts } from './texts';

const words = texts.header;

/** How many there are and how they stand: the answer before any detail. The chips filter the list. */
export function Header({ doc, model }: { doc: Doc; model: SkillsModel }) {
  const summary = useStore(model.store, (state) => state.summary);
  return (
    <header className="flex-none px-5 pt-3">
      <div className="flex h-8 items-center gap-2.5">
        <h1 className="flex min-w-0 items-baseline gap-2.5">
          <span className="text-xl font-[620] tracking-tight">{texts.title}</span>
          <MiddleEllipsis text={doc.name} className="text-lg text-ink-2" />
        </h1>
        <span className="flex-1" />
        <Report model={model} summary={summary} />
      </div>
      <div className="mt-1 flex min-h-5.5 flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2">
        {summary ? <Counts model={model} summary={summary} /> : <Skeleton width={320} />}
        <span className="flex-1" />
        {summary && <Activity model={model} summary={summary} />}
      </div>
    </header>
  );
}

function Counts({ model, summary }: { model: SkillsModel; summary: SkillsSummary }) {
  const { skills, valid, format, refused, failures } = summary;
  return (
    <>
      <span className="mr-1.5 font-[550] text-ink">{words.skills(skills)}</span>
      <Standing model={model} show="valid" tone="ok" text={words.valid(valid)} tip={words.validTip} />
      <Standing model={model} show="format" tone="warning" text={words.format(format)} tip={words.formatTip} />
      <Standing model={model} show="refused" tone="error" text={words.refused(refused)} tip={words.refusedTip} />
      {failures.length > 0 && (
        <Chip
          tone="warning"
          tip={failures
            .slice(0, 12)
            .map(({ path, message }) => `${path}: ${message}`)
            .join('\n')}
        >
          {words.failures(failures.length)}
        </Chip>
      )}
    </>
  );
}

interface StandingProps {
  readonly model: SkillsModel;
  readonly show: Extract<SkillQuery['show'], 'valid' | 'format' | 'refused'>;
  readonly tone: Tone;
  readonly text: string;
  readonly tip: string;
}

function Standing({ model, show, tone, text, tip }: StandingProps) {
  const current = useStore(model.store, (state) => state.query.show);
  const count = useStore(model.store, ({ summary }) => summary?.[show] ?? 0);
  return (
    <button
      type="button"
      className="chip-button"
      aria-pressed={current === show}
      data-tip={tip}
      onClick={() => change(model, { show: current === show ? 'all' : show })}
    >
      <Chip tone={count === 0 ? 'plain' : tone}>{text}</Chip>
    </button>
  );
}

/** What is going on: the look at everything, or that changes are followed. */
function Activity({ model, summary }: { model: SkillsModel; summary: SkillsSummary }) {
  const now = useNow(summary.changedAt);
  if (summary.state === 'checking')
    return (
      <span className="flex items-center gap-2" role="status">
        {summary.took === null ? words.checking(summary.skills) : words.checkingAgain}
        <Button className="h-5.5" onClick={() => void stop(model)}>
          {words.stop}
        </Button>
      </span>
    );
  const watch = summary.watching ? words.watching : words.notWatching;
  const parts: string[] = [summary.state === 'stopped' ? words.stopped : watch];
  if (summary.changedAt !== null) parts.push(words.changed(since(summary.changedAt, now)));
  return <span className="text-ink-3">{parts.join(', ')}</span>;
}

const MINUTE = 60_000;

function since(at: number, now: number): string {
  const past = Math.max(0, now - at);
  if (past < MINUTE) return `${integer(Math.floor(past / 1000))} s ago`;
  if (past < 60 * MINUTE) return `${integer(Math.floor(past / MINUTE))} min ago`;
  return moment(at, now);
}

/** The time, told anew every second while seconds matter, then every half minute. */
function useNow(at: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const every = now - at < MINUTE ? 1000 : MINUTE / 2;
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [at, at !== null && now - at < MINUTE]);
  return now;
}

const FORMS = ['json', 'markdown', 'sarif'] as const;

function Report({ model, summary }: { model: SkillsModel; summary: SkillsSummary | null }) {
  if (!summary) return <span className="h-6.5 w-21" />;
  const { report } = texts;
  return (
    <MenuButton
      label={report.label}
      items={[
        [{ id: 'copy', title: report.copy, icon: Copy, run: () => void copyReport(model, null) }],
        FORMS.map((form) => ({
          id: form,
          title: report.save(report.forms[form]),
          icon: Save,
          run: () => void saveReport(model, form),
        })),
        [
          { id: 'check', title: report.checkAgain, icon: RotateCw, keys: 'F5', run: () => void checkAgain(model) },
          {
            id: 'advice',
            title: report.advice,
            ...(summary.advice ? { icon: Check } : {}),
            run: () => void toggleAdvice(model),
          },
        ],
      ]}
    >
      {report.button}
      <ChevronDown size={13} aria-hidden />
    </MenuButton>
  );
}
