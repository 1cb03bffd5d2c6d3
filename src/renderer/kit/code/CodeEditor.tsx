import type { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type CodeText, colour, createEditor, find, followText, setWrap, showText } from './editor';
import { type CodeMark, jumpTo, showMarks } from './marks';

export interface CodeHandle {
  /** Opens the search field of the text. */
  find(): void;
  /** Brings a line and a column, both from 1, into view. */
  jump(line: number, column: number): void;
}

export interface CodeEditorProps extends CodeText {
  readonly handle?: Ref<CodeHandle> | undefined;
  readonly marks?: readonly CodeMark[] | undefined;
  /** A text with the same name is the same file as it is now: the place in it stays. */
  readonly follows?: string | undefined;
}

/** CodeMirror in a React place. Loaded on demand through `CodeView`. */
export default function CodeEditor({ handle, marks, follows, ...shown }: CodeEditorProps) {
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
  const followed = useRef(follows);
  useEffect(() => {
    const isSame = follows !== undefined && followed.current === follows;
    followed.current = follows;
    if (first.current) first.current = false;
    else if (view.current && isSame) followText(view.current, now.current);
    else if (view.current) showText(view.current, now.current);
  }, [text, language, firstLine, label, follows]);
  useEffect(() => {
    if (view.current && marks) showMarks(view.current, marks);
  }, [marks, text, follows]);
  useEffect(() => {
    if (view.current) setWrap(view.current, wrap);
  }, [wrap]);

  useImperativeHandle(
    handle,
    () => ({
      find: () => void (view.current && find(view.current)),
      jump: (line, column) => view.current && jumpTo(view.current, line, column),
    }),
    [],
  );
  return <div ref={place} className="code-view" />;
}
