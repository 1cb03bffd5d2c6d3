import { FileArchive, FolderOpen } from 'lucide-react';
import { useEffect } from 'react';
import type { Recent } from '../../../shared/contract/app';
import { chooseFiles, clearRecent, openRecent, openSample } from '../../app/actions';
import { useApp, useShell } from '../../app/app';
import { setStatus } from '../../app/shell';
import { Button } from '../../kit/Button';
import { moment } from '../../kit/format';
import { keysShown } from '../../kit/keys';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { Skeleton } from '../../kit/States';
import { texts } from './texts';

const words = texts.welcome;

/** The first minute: where to drop, what to open, what there is to try. */
export function Welcome() {
  const app = useApp();
  const start = useShell((state) => state.start);
  useEffect(() => {
    if (start) setStatus(app.shell, { left: [`${start.name} ${start.version}`] });
  }, [app, start]);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto p-5">
      <div className="m-auto flex w-full max-w-200 flex-col gap-6 py-4">
        <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-9 text-center">
          <FileArchive size={26} strokeWidth={1.4} className="text-accent" aria-hidden />
          <h1 className="text-xl font-[620] tracking-tight">{words.title}</h1>
          <p className="max-w-120 text-ink-2">{words.text}</p>
          <div className="mt-2 flex items-center gap-3">
            <Button tone="primary" icon={FolderOpen} onClick={() => void chooseFiles(app)}>
              {words.open}
            </Button>
            <span className="flex gap-1">
              {keysShown('Mod+O').map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </span>
          </div>
        </div>
        <div className="grid gap-6 [grid-template-columns:repeat(auto-fit,minmax(280px,1fr))]">
          <Samples />
          <RecentFiles />
        </div>
      </div>
    </div>
  );
}

function Samples() {
  const app = useApp();
  const start = useShell((state) => state.start);
  return (
    <section aria-label={words.samples}>
      <h2 className="flex h-6 items-baseline text-sm font-semibold">{words.samples}</h2>
      <ul className="mt-1 border-t border-line">
        {start
          ? start.samples.map((sample) => (
              <li key={sample.id} className="border-b border-line-soft">
                <button type="button" className="entry-row" onClick={() => void openSample(app, sample.id)}>
                  <span className="font-[550]">{sample.name}</span>
                  <span className="text-ink-2">{sample.what}</span>
                </button>
              </li>
            ))
          : SKELETON_ROWS.map((width) => <SkeletonRow key={width} width={width} />)}
      </ul>
    </section>
  );
}

function RecentFiles() {
  const app = useApp();
  const recent = useShell((state) => state.recent);
  const start = useShell((state) => state.start);
  return (
    <section aria-label={words.recent}>
      <h2 className="flex h-6 items-baseline justify-between text-sm font-semibold">
        {words.recent}
        {recent.length > 0 && (
          <button type="button" className="link text-xs font-normal" onClick={() => void clearRecent(app)}>
            {words.clear}
          </button>
        )}
      </h2>
      <ul className="mt-1 border-t border-line">
        {!start && SKELETON_ROWS.map((width) => <SkeletonRow key={width} width={width} />)}
        {start && recent.length === 0 && <li className="py-2 text-sm text-ink-3">{words.none}</li>}
        {recent.slice(0, 8).map((item) => (
          <li key={item.id} className="border-b border-line-soft">
            <RecentRow item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentRow({ item }: { item: Recent }) {
  const app = useApp();
  return (
    <button type="button" className="entry-row" onClick={() => void openRecent(app, item.id)}>
      <span className="flex w-full justify-between gap-3">
        <MiddleEllipsis text={item.name} className="font-[550]" />
        <span className="flex-none text-ink-3">{moment(item.at)}</span>
      </span>
      <MiddleEllipsis text={item.path} className="w-full text-ink-2" />
    </button>
  );
}

const SKELETON_ROWS = [150, 120, 170, 140];

function SkeletonRow({ width }: { width: number }) {
  return (
    <li className="flex h-12.25 flex-col justify-center gap-2 border-b border-line-soft">
      <Skeleton width={width} />
      <Skeleton width={width * 1.6} height={10} />
    </li>
  );
}
