import { FileDown } from 'lucide-react';
import { useEffect } from 'react';
import { useApp, useShell } from './app';
import { hintOf, hintText } from './drop';

/**
 * The whole window takes drops. The preload reads the paths of a trusted drop by itself and main answers with
 * `app:opened`; here the window says beforehand what dropping will do, and never navigates.
 */
export function DropTarget() {
  const { shell } = useApp();
  const hint = useShell((state) => state.drop);

  useEffect(() => {
    // Entering a child leaves its parent: only the balance says when the pointer has left the window.
    let inside = 0;
    const enter = (event: DragEvent) => {
      event.preventDefault();
      inside++;
      shell.setState({ drop: hintOf(event.dataTransfer) });
    };
    const over = (event: DragEvent) => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = shell.getState().drop?.other ? 'none' : 'copy';
    };
    const leave = () => {
      inside = Math.max(0, inside - 1);
      if (inside === 0) shell.setState({ drop: null });
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      inside = 0;
      shell.setState({ drop: null });
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [shell]);

  if (!hint) return null;
  const { title, text } = hintText(hint);
  return (
    <div className="drop-overlay" role="status">
      <div className="flex flex-col items-center gap-1.5 rounded-lg border border-line-strong bg-surface px-8 py-6 text-center">
        <FileDown size={28} strokeWidth={1.5} className={hint.other ? 'text-ink-3' : 'text-accent'} aria-hidden />
        <p className="text-lg font-semibold">{title}</p>
        <p className="text-ink-2">{text}</p>
      </div>
    </div>
  );
}
