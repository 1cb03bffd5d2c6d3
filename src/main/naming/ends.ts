import type { App, BrowserWindow } from 'electron';
import type { Question } from './ports';
import type { NamingService } from './service';

export interface EndsParts {
  readonly app: Pick<App, 'on' | 'quit' | 'exit'>;
  readonly window: Pick<BrowserWindow, 'on' | 'close'> & { readonly webContents: Pick<Electron.WebContents, 'on'> };
  readonly process: Pick<NodeJS.Process, 'on'>;
  readonly naming: () => Pick<NamingService, 'isRunning' | 'progress' | 'dispose'> | null;
  readonly ask: (question: Question) => Promise<boolean>;
  /** Ends at once whatever is held. */
  readonly sweep: () => void;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Whatever way the program or its window ends, no process of a runner and no packet file stays behind: a person who
 * closes is asked first; a crash of the page, a quit and a signal end what runs and wait for it.
 */
export function guardEnds({ app, window, process, naming, ask, sweep }: EndsParts): void {
  let sure = false;
  let asking = false;
  let quitting = false;
  const isRunning = () => naming()?.isRunning ?? false;
  const end = async () => naming()?.dispose();

  app.on('before-quit', () => {
    quitting = true;
  });
  window.on('close', (event) => {
    if (sure || !isRunning()) return;
    event.preventDefault();
    if (!asking) void askToClose();
  });

  async function askToClose(): Promise<void> {
    asking = true;
    const wasQuitting = quitting;
    quitting = false;
    sure = await ask(naming()?.progress == null ? LISTENING : RUNNING).catch(() => false);
    asking = false;
    if (!sure) return;
    await end();
    if (wasQuitting || quitting) app.quit();
    else window.close();
  }

  window.on('closed', () => void end());
  window.webContents.on('render-process-gone', () => void end());

  app.on('will-quit', (event) => {
    if (!isRunning()) return;
    event.preventDefault();
    void end().then(() => app.quit());
  });
  app.on('quit', sweep);

  let signals = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      sure = true;
      // Who asks twice does not want to wait.
      if (++signals > 1) {
        sweep();
        app.exit(1);
      } else void end().then(() => app.quit());
    });
  }
}

const RUNNING: Question = {
  message: 'A naming batch is running. Close and end it?',
  detail: 'The running blocks are ended and the others are not started. Results that were not exported are lost.',
  yes: 'End and Close',
};
const LISTENING: Question = {
  message: 'The /name endpoint is listening. Close and stop it?',
  detail: 'Calls that run are cancelled, and nobody answers at its address any more.',
  yes: 'Stop and Close',
};
