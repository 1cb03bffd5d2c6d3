import { type MouseEvent, useEffect, useRef } from 'react';
import { bytes } from '../../../../kit/format';
import { Scroll } from '../../../../kit/Scroll';
import { say } from '../../../../kit/Toasts';
import { visible } from '../../../../kit/visible';
import { texts } from '../../texts';
import type { FormProps } from '../Formed';
import { MOST, namePictures, renderMarkdown } from './render';

const words = texts.preview.markdown;
namePictures(words.image);

/** Markdown as it reads. Its links open in the browser after main has asked. */
export default function MarkdownView({ model, page, name }: FormProps) {
  const place = useRef<HTMLDivElement>(null);
  const text = page.kind === 'text' ? page.text : '';
  useEffect(() => place.current?.replaceChildren(renderMarkdown(text)), [text]);
  const isCut = page.kind === 'text' && (text.length > MOST || page.next !== null);
  return (
    <>
      <Scroll label={words.label(visible(name))} className="markdown-view">
        {/* biome-ignore lint/a11y: the links in it are links; only their clicks are taken over here */}
        <div ref={place} onClick={(event) => follow(event, model)} onAuxClick={(event) => event.preventDefault()} />
      </Scroll>
      {isCut && (
        <p className="flex-none border-t border-line px-3.5 py-1.5 text-sm text-ink-2">{words.cut(bytes(MOST))}</p>
      )}
    </>
  );
}

function follow(event: MouseEvent, { app }: FormProps['model']): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link) return;
  event.preventDefault();
  const address = link.getAttribute('href');
  if (address === null) say(app.toasts, words.notOpened, { detail: visible(link.title) });
  else void openLink(app, address);
}

async function openLink(app: FormProps['model']['app'], address: string): Promise<void> {
  const result = await app.host.call('app:open-link', [address.slice(0, 2048)]);
  if (!result.ok) say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
}
