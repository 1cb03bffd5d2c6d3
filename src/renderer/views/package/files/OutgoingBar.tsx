import { useStore } from 'zustand';
import { Button } from '../../../kit/Button';
import { bytes } from '../../../kit/format';
import { Progress } from '../../../kit/States';
import type { PackageModel } from '../model';
import { texts } from '../texts';
import { outgoingStore } from './outgoing';

const words = texts.files;

/** How far writing to disk is, and the way to stop it; nothing while nothing is written. */
export function OutgoingBar({ model }: { model: PackageModel }) {
  const { now } = useStore(outgoingStore(model));
  // While the dialog asks where to, nothing is written yet.
  if (now === null || now.total === 0) return null;
  const label = words.outgoing[now.what];
  return (
    <div className="flex flex-none items-center gap-3 border-t border-line px-3 py-1.5 text-xs text-ink-2">
      <span className="flex-none">{label}</span>
      <Progress done={now.done} total={now.total} label={label} />
      <span className="flex-none">{`${bytes(now.done)} / ${bytes(now.total)}`}</span>
      <Button onClick={() => now.controller.abort()}>{words.stopOut}</Button>
    </div>
  );
}
