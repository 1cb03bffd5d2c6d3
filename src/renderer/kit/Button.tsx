import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx';

type Native = Omit<ComponentPropsWithRef<'button'>, 'type'>;

export interface ButtonProps extends Native {
  readonly tone?: 'plain' | 'primary';
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

/** A button with words. */
export function Button({ tone = 'plain', icon: Icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={cx('btn', tone === 'primary' && 'btn-primary', className)} {...rest}>
      {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Native {
  readonly icon: LucideIcon;
  /** Its name, also its tooltip. */
  readonly label: string;
  /** Shortcut in the tooltip, as `Ctrl K`. */
  readonly keys?: string;
}

/** A button that is only a picture: its name is read aloud and shown as a tooltip. */
export function IconButton({ icon: Icon, label, keys, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={cx('btn btn-icon', className)}
      aria-label={label}
      data-tip={keys ? `${label}  ${keys}` : label}
      {...rest}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
