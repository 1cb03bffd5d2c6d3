import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type Ref, useCallback } from 'react';
import { useStore } from 'zustand';
import type { Preview } from '../../../../shared/contract/package';
import type { Finding } from '../../../../shared/models/finding';
import type { Failure } from '../../../../shared/result';
import { IconButton } from '../../../kit/Button';
import { Dot, SEVERITY_WORDS } from '../../../kit/Chip';
import { type CodeHandle, CodeView, CodeWaiting } from '../../../kit/code/CodeView';
import { exactBytes, integer } from '../../../kit/format';
import { HexView } from '../../../kit/HexView';
import { EmptyState, ErrorState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import { texts } from '../texts';
import { nextPage, type PreviewModel, previousPage, readBytes } from './store';

const words = texts.preview;

interface PreviewBodyProps {
  readonly preview: PreviewModel;
  readonly name: string;
  readonly wrap: boolean;
  readonly code: Ref<CodeHandle>;
  readonly onCopy: (text: string) => void;
  readonly onRetry: (error: Failure) => void;
}

/** A page of content: waiting, refused, text or bytes. */
export function PreviewBody({ preview, name, wrap, code, onCopy, onRetry }: PreviewBodyProps) {
  const { target, page, error, loading, before, seen } = useStore(preview.store);
  if (error) return <ErrorState title={words.failed} error={error} onRetry={() => onRetry(error)} onCopy={onCopy} />;
  const label = words.label(visible(name));
  if (target?.kind === 'text')
    return <CodeView text={target.text} language={target.language} label={label} wrap={wrap} handle={code} />;
  if (!page) return loading ? <CodeWaiting /> : null;
  return (
    <>
      {page.findings.map((finding) => (
        <Said key={finding.id + finding.message} finding={finding} />
      ))}
      {page.total === 0 ? (
        <EmptyState title={words.empty} />
      ) : page.kind === 'text' ? (
        <CodeView
          text={page.text}
          language={page.language}
          firstLine={page.firstLine}
          follows={String(seen)}
          label={label}
          wrap={wrap}
          handle={code}
        />
      ) : (
        <Bytes preview={preview} page={page} label={label} id={target?.kind === 'entry' ? String(target.index) : ''} />
      )}
      {page.kind === 'text' && (page.next !== null || before.length > 0) && (
        <Pages preview={preview} page={page} first={before.length === 0} />
      )}
    </>
  );
}

interface BytesProps {
  readonly preview: PreviewModel;
  readonly page: Extract<Preview, { kind: 'hex' }>;
  readonly label: string;
  readonly id: string;
}

function Bytes({ preview, page, label, id }: BytesProps) {
  const read = useCallback((offset: number, signal: AbortSignal) => readBytes(preview, offset, signal), [preview]);
  return <HexView id={id} label={label} total={page.total} first={page.bytes} read={read} />;
}

/** What reading this entry showed. */
function Said({ finding }: { finding: Finding }) {
  return (
    <p className="flex flex-none gap-2 border-b border-line px-3.5 py-1.5 text-sm">
      <span className="flex h-4.5 items-center">
        <Dot tone={finding.severity} label={SEVERITY_WORDS[finding.severity].one} />
      </span>
      {visible(finding.message)}
    </p>
  );
}

/** Steps through a long text, a page of bytes at a time. */
function Pages({
  preview,
  page,
  first,
}: {
  preview: PreviewModel;
  page: Extract<Preview, { kind: 'text' }>;
  first: boolean;
}) {
  const end = page.next ?? page.total;
  return (
    <div className="flex flex-none items-center gap-1 border-t border-line px-3 py-1 text-sm text-ink-2">
      <span className="flex-1">{words.page(integer(page.offset), integer(end), exactBytes(page.total))}</span>
      <IconButton icon={ChevronLeft} label={words.previous} disabled={first} onClick={() => previousPage(preview)} />
      <IconButton
        icon={ChevronRight}
        label={words.next}
        disabled={page.next === null}
        onClick={() => nextPage(preview)}
      />
    </div>
  );
}
