import { memo } from 'react';
import { cx } from './cx';
import { visible } from './visible';

/**
 * A name that gives way in its middle, so that its ending stays in view. Both halves are real text: selecting and
 * copying gives the whole name. The tooltip has it in full where it does not fit. Each half is isolated, so that a
 * right-to-left name cannot reorder its surroundings. A screen reader gets the name once and in one piece.
 */
export const MiddleEllipsis = memo(function MiddleEllipsis({ text, className }: { text: string; className?: string }) {
  const shown = visible(text);
  const cut = cutAt(shown);
  return (
    <span className={cx('flex min-w-0 whitespace-pre', className)} data-tip={shown} data-tip-when="cut">
      {cut < shown.length && <span className="sr-only select-none">{shown}</span>}
      <bdi className="overflow-hidden text-ellipsis" data-cut aria-hidden={cut < shown.length || undefined}>
        {shown.slice(0, cut)}
      </bdi>
      {cut < shown.length && (
        <bdi className="flex-none" aria-hidden>
          {shown.slice(cut)}
        </bdi>
      )}
    </span>
  );
});

const TAIL = 10;

/** Where the tail begins: ten characters from the end, never between the parts of one character. */
function cutAt(text: string): number {
  if (text.length <= TAIL * 2) return text.length;
  let cut = text.length - TAIL;
  while (cut > 0 && /[\udc00-\udfff]|\p{M}/u.test(text.charAt(cut))) cut--;
  return cut;
}
