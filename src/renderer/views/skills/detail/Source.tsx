import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { SkillDetail } from '../../../../shared/contract/skills';
import { type CodeHandle, type CodeMark, CodeView } from '../../../kit/code/CodeView';
import { EmptyState } from '../../../kit/States';
import type { SkillsModel } from '../model';
import { texts } from '../texts';

const words = texts.detail;

/** The skill's own text, with what is said about it marked where it stands. */
export function Source({ model, detail }: { model: SkillsModel; detail: SkillDetail }) {
  const { findings, text, file, row, cut } = detail;
  const handle = useRef<CodeHandle>(null);
  const marks = useMemo(
    () =>
      findings.flatMap(({ elsewhere, line, column, endLine, endColumn, severity, message, hint }): CodeMark[] =>
        elsewhere === null
          ? [{ line, column, endLine, endColumn, tone: severity, text: hint ? `${message}. ${hint}` : message }]
          : [],
      ),
    [findings],
  );
  const shownText = useMemo(() => (text === null ? '' : asLines(text)), [text]);
  const jump = useStore(model.store, (state) => state.jump);
  const first = useRef(jump);
  useEffect(() => {
    if (jump === first.current) return;
    const { finding } = model.store.getState();
    const at = finding === null ? undefined : findings[finding];
    if (at && at.elsewhere === null) handle.current?.jump(at.line, at.column);
  }, [jump]);
  if (text === null || file === null)
    return (
      <div className="flex min-h-0 flex-1">
        <EmptyState title={file === null ? words.noFile : words.noText} />
      </div>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <CodeView
        handle={handle}
        text={shownText}
        language="markdown-front"
        label={words.source(file)}
        marks={marks}
        follows={`${row.id}`}
        wrap
      />
      {cut && <p className="border-t border-line-soft px-3.5 py-1 text-xs text-ink-3">{words.cut}</p>}
    </div>
  );
}

/** Lines end at a line feed only; a carriage return that stands alone is a character, and is seen. */
const asLines = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\r', '␍');
