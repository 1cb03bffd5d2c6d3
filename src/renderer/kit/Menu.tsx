import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import type { Point } from './grid/types';
import { keysShown } from './keys';

export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly icon?: LucideIcon;
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** Items in groups, with a line between groups. */
export type MenuGroups = readonly (readonly MenuItem[])[];

/** A button that opens a menu under it. */
export function MenuButton({ children, label, items }: { children: ReactNode; label?: string; items: MenuGroups }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="btn" aria-label={label}>
        {children}
      </DropdownMenu.Trigger>
      <Content items={items} align="end" />
    </DropdownMenu.Root>
  );
}

/** A menu at a point, for a context menu; `at` null closes it. */
export function MenuAt({ at, items, onClose }: { at: Point | null; items: MenuGroups; onClose: () => void }) {
  const back = useRef<HTMLElement | null>(null);
  if (at && !back.current && document.activeElement instanceof HTMLElement) back.current = document.activeElement;
  if (!at) return null;
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="fixed size-0" style={{ left: at.x, top: at.y }} />
      </DropdownMenu.Trigger>
      <Content
        items={items}
        align="start"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          back.current?.focus();
          back.current = null;
        }}
      />
    </DropdownMenu.Root>
  );
}

interface ContentProps {
  readonly items: MenuGroups;
  readonly align: 'start' | 'end';
  readonly onCloseAutoFocus?: (event: Event) => void;
}

function Content({ items, align, onCloseAutoFocus }: ContentProps) {
  return (
    <DropdownMenu.Portal container={document.querySelector('main')}>
      <DropdownMenu.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        loop
        className="menu"
        {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
      >
        {items.map((group, at) => (
          <DropdownMenu.Group key={group[0]?.id ?? at} className="menu-group">
            {group.map(({ id, title, icon: Icon, keys, disabled, run }) => (
              <DropdownMenu.Item key={id} className="menu-item" disabled={disabled ?? false} onSelect={run}>
                {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}
                <span className="flex-1">{title}</span>
                {keys && <span className="text-xs text-ink-3">{keysShown(keys).join(' ')}</span>}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Group>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  );
}
