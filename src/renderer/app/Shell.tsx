import { lazy, Suspense, useEffect, useMemo } from 'react';
import { ErrorState, Skeleton } from '../kit/States';
import { ToastRegion } from '../kit/Toasts';
import { TooltipHost } from '../kit/Tooltip';
import { useApp, useShell } from './app';
import { Crash } from './Crash';
import { addCommands, commandFor, runCommand } from './commands';
import { DocTabs } from './DocTabs';
import { DropTarget } from './DropTarget';
import { Rail } from './Rail';
import { StatusBar } from './StatusBar';
import { activeDoc } from './shell';
import { shellCommands } from './shellCommands';
import { texts } from './texts';
import { viewOf, views } from './views';

const Palette = lazy(() => import('./Palette'));

/** The window: rail, tabs, the view in front, status bar; above them palette, tooltip, messages, drop hint. */
export function Shell() {
  useTheme();
  useShellCommands();
  usePreload();
  const palette = useShell((state) => state.palette);
  return (
    <div className="shell">
      <Rail />
      <Main />
      <DropTarget />
      {palette && (
        <Suspense fallback={null}>
          <Palette />
        </Suspense>
      )}
      <TooltipHost />
      <ToastRegion store={useApp().toasts} />
    </div>
  );
}

function Main() {
  const id = useShell((state) => state.view);
  const allDocs = useShell((state) => state.docs);
  const active = useShell((state) => activeDoc(state, state.view));
  const docs = useMemo(() => allDocs.filter((doc) => doc.view === id), [allDocs, id]);
  const view = viewOf(id);
  const startError = useShell((state) => state.startError);
  const View = view.component;
  const hasTabs = view.tabs === true && docs.length > 0;
  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <main aria-label={view.title} className="flex min-h-0 min-w-0 flex-1 flex-col">
        {hasTabs && <DocTabs docs={docs} active={active} />}
        <div
          id="document"
          className="flex min-h-0 min-w-0 flex-1 flex-col"
          {...(hasTabs ? { role: 'tabpanel', 'aria-label': active?.title ?? view.title } : {})}
        >
          {startError && <ErrorState title={texts.startFailed} error={startError} onRetry={() => location.reload()} />}
          <Crash key={`${id} ${active?.id ?? ''}`}>
            <Suspense fallback={<Waiting />}>
              <View docs={docs} active={active} />
            </Suspense>
          </Crash>
        </div>
      </main>
      <StatusBar />
    </div>
  );
}

/** Where a view will be, while its code loads: the shape of a header. */
function Waiting() {
  return (
    <div className="flex flex-col gap-3 px-5 py-5" role="status" aria-label={texts.loadingView}>
      <Skeleton width={180} height={20} />
      <Skeleton width={380} />
    </div>
  );
}

/** The system's theme, unless the settings say otherwise. */
function useTheme() {
  const theme = useShell((state) => state.settings?.theme ?? 'system');
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
}

/** Keyboard, menu and palette run the same commands. */
function useShellCommands() {
  const app = useApp();
  const recent = useShell((state) => state.recent);
  useEffect(() => addCommands(app.commands, shellCommands(app, { recent })), [app, recent]);
  useEffect(() => app.host.on('app:command', (id) => void runCommand(app.commands, id)), [app]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? undefined : commandFor(app.commands.getState(), event);
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [app]);
}

/** Loads the code of the other views once the first picture stands. */
function usePreload() {
  useEffect(() => {
    const handle = requestIdleCallback(() => {
      for (const view of views) void view.preload?.();
    });
    return () => cancelIdleCallback(handle);
  }, []);
}
