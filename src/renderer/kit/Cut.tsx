import { cx } from './cx';
import { visible } from './visible';

/** A sentence on one line that ends early where there is no room; the tooltip has it in full. */
export function Cut({ text, className }: { text: string; className?: string }) {
  const shown = visible(text);
  return (
    <bdi className={cx('min-w-0 truncate', className)} data-tip={shown} data-tip-when="cut">
      {shown}
    </bdi>
  );
}
