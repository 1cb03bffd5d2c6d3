import { Command as Menu } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { keysShown } from '../kit/keys';
import { useApp } from './app';
import { allCommands, type Command } from './commands';
import { texts } from './texts';

/** Every command, found by typing, with its shortcut. */
export default function Palette() {
  const app = useApp();
  const commands = useStore(app.commands, allCommandsCached);
  const groups = useMemo(() => grouped(commands), [commands]);
  // The dialog has no button that opened it, so it is told where the focus was.
  const [before] = useState(() => document.activeElement);
  const giveBack = (event: Event) => {
    event.preventDefault();
    if (before instanceof HTMLElement) before.focus();
  };
  const close = () => app.shell.setState({ palette: false });
  const run = (command: Command) => {
    close();
    // After the dialog has given the focus back, so that a command may move it.
    setTimeout(() => command.run(), 0);
  };
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-80 bg-shade" />
        <Dialog.Content className="palette" aria-describedby={undefined} onCloseAutoFocus={giveBack}>
          <Dialog.Title className="sr-only">{texts.palette.label}</Dialog.Title>
          <Menu label={texts.palette.label} loop>
            <Menu.Input placeholder={texts.palette.placeholder} className="palette-input" />
            <Menu.List className="palette-list" label={texts.palette.label}>
              <Menu.Empty className="px-3 py-6 text-center text-sm text-ink-3">{texts.palette.none}</Menu.Empty>
              {groups.map(([group, items]) => (
                <Menu.Group key={group} heading={group} className="palette-group">
                  {items.map((command) => (
                    <Menu.Item
                      key={command.id}
                      value={`${command.group} ${command.title} ${command.id}`}
                      onSelect={() => run(command)}
                      className="palette-item"
                    >
                      <span className="min-w-0 flex-1 truncate">{command.title}</span>
                      {command.keys && <Keys keys={command.keys} />}
                    </Menu.Item>
                  ))}
                </Menu.Group>
              ))}
            </Menu.List>
          </Menu>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function Keys({ keys }: { keys: string }) {
  return (
    <span className="flex flex-none gap-1">
      {keysShown(keys).map((key) => (
        <kbd key={key} className="kbd">
          {key}
        </kbd>
      ))}
    </span>
  );
}

let cached: { state: unknown; commands: readonly Command[] } | undefined;
/** The same array for the same state, as a store's selector must give. */
function allCommandsCached(state: Parameters<typeof allCommands>[0]): readonly Command[] {
  if (cached?.state !== state) cached = { state, commands: allCommands(state) };
  return cached.commands;
}

function grouped(commands: readonly Command[]): readonly (readonly [string, readonly Command[]])[] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const group = groups.get(command.group) ?? [];
    group.push(command);
    groups.set(command.group, group);
  }
  return [...groups];
}
