import type { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type CodeText, colour, createEditor, find, setWrap, showText } from './editor';

export interface CodeHandle {
  /** Opens the search field of the text. */
  find(): void;
}

/** CodeMirror in a React place. Loaded on demand through `CodeView`. */
export default function CodeEditor({ handle, ...shown }: CodeText & { handle?: Ref<CodeHandle> | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const now = useRef(shown);
  now.current = shown;
  const { text, language, firstLine, wrap, label } = shown;

  useEffect(() => {
    if (!place.current) return;
    const made = createEditor(place.current, now.current);
    view.current = made;
    void colour(made, now.current);
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);

  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else if (view.current) showText(view.current, now.current);
  }, [text, language, firstLine, label]);
  useEffect(() => {
    if (view.current) setWrap(view.current, wrap);
  }, [wrap]);

  useImperativeHandle(handle, () => ({ find: () => void (view.current && find(view.current)) }), []);
  return <div ref={place} className="code-view" />;
}
