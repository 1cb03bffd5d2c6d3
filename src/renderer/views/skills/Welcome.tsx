import { FileText, FolderOpen } from 'lucide-react';
import { chooseFiles } from '../../app/actions';
import { useApp } from '../../app/app';
import { Button } from '../../kit/Button';
import { chooseFolders } from './actions';
import { texts } from './texts';

const words = texts.welcome;

/** What belongs here, and how to open it. */
export function Welcome() {
  const app = useApp();
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto p-5">
      <div className="m-auto flex w-full max-w-160 flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-9 text-center">
        <FileText size={26} strokeWidth={1.4} className="text-accent" aria-hidden />
        <h1 className="text-xl font-[620] tracking-tight">{words.title}</h1>
        <p className="max-w-120 text-ink-2">{words.text}</p>
        <div className="mt-2 flex items-center gap-2">
          <Button tone="primary" icon={FolderOpen} onClick={() => void chooseFolders(app)}>
            {words.open}
          </Button>
          <Button onClick={() => void chooseFiles(app)}>{words.file}</Button>
        </div>
      </div>
    </div>
  );
}
