import { FileDiff } from 'lucide-react';
import type { CompareRow, DiffLine, TextDiff } from '../../../../shared/models/compare';
import type { Failure } from '../../../../shared/result';
import { cx } from '../../../kit/cx';
import { bytes, integer } from '../../../kit/format';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { Scroll } from '../../../kit/Scroll';
import { CloseDetail } from '../../../kit/SplitPane';
import { EmptyPanel, EmptyState, ErrorState, Skeleton } from '../../../kit/States';
import { HOSTILE_IN_TEXT, spelled, visible } from '../../../kit/visible';
import { texts } from '../texts';

const words = texts.compare;
const MARKS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', removed: '-', added: '+' };

interface DiffPaneProps {
  readonly row: CompareRow | null;
  readonly diff: TextDiff | null;
  readonly error: Failure | null;
}

/** How the selected entry differs. */
export function DiffPane({ row, diff, error }: DiffPaneProps) {
  if (!row) {
    return <EmptyPanel icon={FileDiff} title={words.selectHint} />;
  }
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <MiddleEllipsis text={visible((row.to ?? row.from)?.name ?? '')} className="flex-1 font-semibold" />
        <CloseDetail />
      </div>
      {error ? (
        <ErrorState error={error} />
      ) : diff ? (
        <Diff diff={diff} />
      ) : (
        <div className="p-4">
          <Skeleton width="60%" />
        </div>
      )}
    </div>
  );
}

function Diff({ diff }: { diff: TextDiff }) {
  switch (diff.kind) {
    case 'same':
      return <EmptyState title={words.sameContent} />;
    case 'binary':
      return (
        <EmptyState title={words.binary}>
          {[diff.from, diff.to]
            .filter((side) => side !== null)
            .map((side) => `${side.looksLike}, ${bytes(side.size)}`)
            .join(' → ')}
        </EmptyState>
      );
    case 'too-large':
      return <EmptyState title={words.tooLarge} />;
    case 'too-different':
      return <EmptyState title={words.tooDifferent} />;
    case 'unreadable':
      return <EmptyState title={words.unreadable}>{visible((diff.from ?? diff.to)?.message ?? '')}</EmptyState>;
    case 'text':
      return <Lines diff={diff} />;
  }
}

function Lines({ diff }: { diff: Extract<TextDiff, { kind: 'text' }> }) {
  return (
    <>
      <Scroll label={words.detail} className="diff">
        {diff.hunks.map((hunk) => (
          <div key={`${hunk.fromLine}:${hunk.toLine}`}>
            <p className="diff-hunk">
              @@ -{hunk.fromLine},{hunk.fromCount} +{hunk.toLine},{hunk.toCount} @@
            </p>
            {hunk.lines.map((line, at) => (
              <p key={at} className={cx('diff-line', `diff-${line.kind}`)}>
                {MARKS[line.kind]} {line.text.replace(/\r$/, '␍').replace(HOSTILE_IN_TEXT, spelled)}
                {line.cut > 0 && ` …${integer(line.cut)}`}
              </p>
            ))}
          </div>
        ))}
      </Scroll>
      <p className="flex-none border-t border-line px-3.5 py-1.5 text-sm text-ink-2">
        {[
          words.lines(diff.added, diff.removed),
          ...(diff.lineEnds ? [`${diff.lineEnds.from} → ${diff.lineEnds.to}`] : []),
          ...(diff.leftOut > 0 ? [words.leftOut(diff.leftOut)] : []),
        ].join(', ')}
      </p>
    </>
  );
}
