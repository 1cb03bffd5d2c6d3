import { defaultKeymap } from '@codemirror/commands';
import { syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { nonce } from '../nonce';
import { HOSTILE_IN_TEXT, spelledCode } from '../visible';
import { loadLanguage } from './languages';
import { markExtensions } from './marks';

export interface CodeText {
  readonly text: string;
  readonly language: string;
  /** Number of the first line, for a page from the middle of a file. */
  readonly firstLine: number;
  readonly wrap: boolean;
  readonly label: string;
}

/** A line longer than this is shown without colours: highlighting it would hold the window up. */
const LONGEST_COLOURED = 20_000;

const language = new Compartment();
const wrapping = new Compartment();

/** Characters that hide or reorder text are spelled out where they stand. */
const hostile = highlightSpecialChars({
  specialChars: HOSTILE_IN_TEXT,
  render: (code) => {
    const mark = document.createElement('span');
    mark.className = 'cm-hostile';
    mark.textContent = spelledCode(code);
    return mark;
  },
});

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '12px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '18.6px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 14px 0 4px' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--ink-3)', minWidth: '44px' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 10px 0 14px', minWidth: '44px' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--warning) 40%, transparent)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
});

/** A read-only editor in a place of the page. */
export function createEditor(parent: HTMLElement, shown: CodeText): EditorView {
  return new EditorView({ parent, state: stateOf(shown) });
}

/** Shows another text in the same editor. */
export function showText(view: EditorView, shown: CodeText): void {
  view.setState(stateOf(shown));
  void colour(view, shown);
}

/** Shows a text that came of the one at hand: only what differs is replaced, so that the place and the colours stay. */
export function followText(view: EditorView, { text }: CodeText): void {
  const [before, after] = [view.state.doc, view.state.toText(text)];
  const [old, now] = [before.toString(), after.toString()];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd--;
    nowEnd--;
  }
  if (oldEnd === start && nowEnd === start) return;
  view.dispatch({ changes: { from: start, to: oldEnd, insert: after.slice(start, nowEnd) } });
}

export function setWrap(view: EditorView, wrap: boolean): void {
  view.dispatch({ effects: wrapping.reconfigure(wrap ? EditorView.lineWrapping : []) });
}

export const find = (view: EditorView): boolean => openSearchPanel(view);

/** Adds the language's colours once they are loaded, if the text is still the same. */
export async function colour(view: EditorView, { language: name, text }: CodeText): Promise<void> {
  if (hasLongLine(text)) return;
  const before = view.state.doc;
  const support = await loadLanguage(name);
  if (support && view.state.doc === before) view.dispatch({ effects: language.reconfigure(support) });
}

function stateOf({ text, firstLine, wrap, label }: CodeText): EditorState {
  const extensions: Extension[] = [
    EditorView.cspNonce.of(nonce()),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
    lineNumbers({ formatNumber: (line) => String(line + firstLine - 1) }),
    highlightActiveLineGutter(),
    markExtensions,
    drawSelection(),
    hostile,
    highlightSelectionMatches(),
    search({ top: true }),
    keymap.of([...searchKeymap, ...defaultKeymap]),
    syntaxHighlighting(classHighlighter),
    language.of([]),
    wrapping.of(wrap ? EditorView.lineWrapping : []),
    theme,
  ];
  return EditorState.create({ doc: text, extensions });
}

function hasLongLine(text: string): boolean {
  let start = 0;
  for (;;) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > LONGEST_COLOURED) return true;
    if (end < 0) return false;
    start = end + 1;
  }
}
