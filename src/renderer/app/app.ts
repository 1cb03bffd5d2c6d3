import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Host } from '../../shared/contract';
import { createToasts, say, type ToastStore } from '../kit/Toasts';
import type { Memory } from '../memory';
import { type CommandStore, createCommands } from './commands';
import { createShell, type ShellState, type ShellStore } from './shell';
import { texts } from './texts';

/** What every view can reach: the host, the shell, messages, commands, what is remembered. */
export interface App {
  readonly host: Host;
  readonly memory: Memory;
  readonly shell: ShellStore;
  readonly commands: CommandStore;
  readonly toasts: ToastStore;
}

export function createApp(host: Host, memory: Memory): App {
  return { host, memory, shell: createShell(memory), commands: createCommands(), toasts: createToasts() };
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('No app around this view.');
  return app;
}

export function useShell<T>(selector: (state: ShellState) => T): T {
  return useStore(useApp().shell, selector);
}

/** Puts a text on the clipboard and says so: `Copied path`. */
export async function copy(app: App, what: string, text: string): Promise<void> {
  const result = await app.host.call('app:copy', [text]);
  if (result.ok) say(app.toasts, texts.copied(what));
  else say(app.toasts, texts.notCopied(what), { tone: 'error', detail: result.error.message });
}
