import { Copy } from 'lucide-react';
import { copy, useApp } from '../../app/app';
import type { ViewProps } from '../../app/views';
import { IconButton } from '../../kit/Button';
import { type SoonText, soonTexts } from './texts';

/** A view that is not built yet says what it will do and how to do it today. */
export function Soon({ text, docs }: ViewProps & { text: SoonText }) {
  const app = useApp();
  return (
    <section className="flex min-h-0 flex-1 flex-col overflow-auto px-5 py-3.5" aria-label={text.title}>
      <h1 className="text-xl font-[620] tracking-tight">{text.title}</h1>
      <p className="mt-1 text-sm text-ink-3">{soonTexts.status}</p>
      <p className="mt-4 max-w-160 text-ink-2">{text.what}</p>
      {docs.map((doc) => (
        <p key={doc.id} className="mt-4 max-w-160 [overflow-wrap:anywhere]">
          {soonTexts.opened(doc.name)}
        </p>
      ))}
      <h2 className="mt-6 text-sm font-semibold">{soonTexts.meanwhile}</h2>
      <ul className="mt-2 flex max-w-160 flex-col gap-1.5">
        {text.commands.map((command) => (
          <li key={command} className="flex items-center gap-2 rounded-md border border-line bg-surface py-1 pr-1 pl-3">
            <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">{command}</code>
            <IconButton icon={Copy} label={`Copy ${command}`} onClick={() => void copy(app, soonTexts.copy, command)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
