import { useEffect } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { matches, type Press } from '../kit/keys';
import { useApp } from './app';

/** Something a person can do by name: the palette, the menu and the keyboard all run it. */
export interface Command {
  /** Stable, also what the menu sends: `tab.close`. */
  readonly id: string;
  readonly title: string;
  /** Heading in the palette. */
  readonly group: string;
  /** `Mod+Shift+E`; Mod is Ctrl, on a Mac ⌘. */
  readonly keys?: string;
  /** More combinations that run it, not shown. */
  readonly alsoKeys?: readonly string[];
  readonly run: () => void;
}

export interface CommandState {
  /** By who brought them; the newest first where two take one key. */
  readonly sources: readonly { readonly owner: symbol; readonly commands: readonly Command[] }[];
}

export type CommandStore = StoreApi<CommandState>;

export const createCommands = (): CommandStore => createStore<CommandState>(() => ({ sources: [] }));

/** Adds commands; the answer takes them away again. */
export function addCommands(store: CommandStore, commands: readonly Command[]): () => void {
  const owner = Symbol('commands');
  store.setState(({ sources }) => ({ sources: [{ owner, commands }, ...sources] }));
  return () => store.setState(({ sources }) => ({ sources: sources.filter((source) => source.owner !== owner) }));
}

export const allCommands = (state: CommandState): readonly Command[] =>
  state.sources.flatMap((source) => source.commands);

export function runCommand(store: CommandStore, id: string): boolean {
  const command = allCommands(store.getState()).find((one) => one.id === id);
  command?.run();
  return command !== undefined;
}

/** The commands of a view while it is shown. `commands` must be stable (useMemo). */
export function useCommands(commands: readonly Command[]): void {
  const { commands: store } = useApp();
  useEffect(() => addCommands(store, commands), [store, commands]);
}

/** The command that a key press runs, if any. */
export function commandFor(state: CommandState, press: Press, mac?: boolean): Command | undefined {
  return allCommands(state).find((command) =>
    [command.keys, ...(command.alsoKeys ?? [])].some((keys) => keys !== undefined && matches(keys, press, mac)),
  );
}
