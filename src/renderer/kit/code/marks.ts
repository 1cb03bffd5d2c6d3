import { type EditorState, type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, hoverTooltip } from '@codemirror/view';
import type { Severity } from '../../../shared/models/finding';

/** A stretch of the text that something is said about. Lines and columns from 1, columns in code points. */
export interface CodeMark {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** Behind the last character. */
  readonly endColumn: number;
  readonly tone: Severity;
  /** What is said, shown where the pointer rests. */
  readonly text: string;
}

interface PlacedMark {
  readonly from: number;
  readonly to: number;
  readonly tone: Severity;
  readonly text: string;
}

const setMarks = StateEffect.define<readonly PlacedMark[]>();

const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };
const TONES: readonly Severity[] = ['info', 'warning', 'error'];

const placedMarks = StateField.define<{ readonly marks: readonly PlacedMark[]; readonly shown: DecorationSet }>({
  create: () => ({ marks: [], shown: Decoration.none }),
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setMarks)) return { marks: effect.value, shown: decorations(effect.value) };
    return transaction.docChanged ? { marks: [], shown: value.shown.map(transaction.changes) } : value;
  },
  provide: (field) => EditorView.decorations.from(field, ({ shown }) => shown),
});

const hover = hoverTooltip((view, at) => {
  const { marks } = view.state.field(placedMarks);
  const under = marks.filter(({ from, to }) => from <= at && at <= to);
  const [first] = under;
  if (first === undefined) return null;
  return {
    pos: first.from,
    end: first.to,
    above: true,
    create: () => ({ dom: tooltip(under) }),
  };
});

/** Room for marks in an editor; they come with `showMarks`. */
export const markExtensions: Extension = [placedMarks, hover];

/** Underlines stretches of the text that is shown. */
export function showMarks(view: EditorView, marks: readonly CodeMark[]): void {
  const placed = marks.map((mark) => place(view.state, mark)).sort((a, b) => a.from - b.from || a.to - b.to);
  view.dispatch({ effects: setMarks.of(placed) });
}

/** Brings a place into the middle of the view and puts the cursor there. */
export function jumpTo(view: EditorView, line: number, column: number): void {
  const at = offsetOf(view.state.doc, line, column);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center', x: 'nearest' }) });
}

/** A mark of no width takes the character after it, or before it at the end of a line: something must be seen. */
function place({ doc }: EditorState, { line, column, endLine, endColumn, tone, text }: CodeMark): PlacedMark {
  const from = offsetOf(doc, line, column);
  const to = Math.max(from, offsetOf(doc, endLine, endColumn));
  if (to > from) return { from, to, tone, text };
  const { from: start, to: end } = doc.lineAt(from);
  if (from < end) return { from, to: from + 1, tone, text };
  return { from: Math.max(start, from - 1), to: from, tone, text };
}

/** The offset of a place; one that is not there is the nearest one that is. */
export function offsetOf(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const { from, text } = doc.line(Math.max(1, line));
  let [units, points] = [0, 1];
  while (points < column && units < text.length) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
    points++;
  }
  return from + units;
}

function decorations(marks: readonly PlacedMark[]): DecorationSet {
  const ranges = marks
    .filter(({ from, to }) => to > from)
    .map(({ from, to, tone }) =>
      Decoration.mark({ class: `cm-marked cm-marked-${tone}`, inclusive: false }).range(from, to),
    );
  return Decoration.set(ranges, true);
}

function tooltip(marks: readonly PlacedMark[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-said';
  for (const { tone, text } of [...marks].sort((a, b) => RANK[b.tone] - RANK[a.tone])) {
    const line = document.createElement('div');
    const dot = document.createElement('span');
    dot.className = 'dot';
    dot.dataset.tone = TONES.includes(tone) ? tone : 'info';
    line.append(dot, document.createTextNode(text));
    box.append(line);
  }
  return box;
}
