import { lazy, type Ref, Suspense } from 'react';
import { Skeleton } from '../States';
import type { CodeHandle } from './CodeEditor';
import type { CodeMark } from './marks';

export type { CodeHandle, CodeMark };

export const loadCode = () => import('./CodeEditor');
const CodeEditor = lazy(loadCode);

export interface CodeViewProps {
  readonly text: string;
  readonly language: string;
  readonly label: string;
  readonly firstLine?: number;
  readonly wrap?: boolean;
  readonly handle?: Ref<CodeHandle>;
  readonly marks?: readonly CodeMark[];
  /** Names the file: another text with the same name keeps the place. */
  readonly follows?: string;
}

/** Read-only text with line numbers, search (Ctrl+F) and colours; hostile characters are spelled out. */
export function CodeView({ firstLine = 1, wrap = false, ...rest }: CodeViewProps) {
  return (
    <Suspense fallback={<CodeWaiting />}>
      <CodeEditor {...rest} firstLine={firstLine} wrap={wrap} />
    </Suspense>
  );
}

const LINES = [38, 52, 44, 61, 30, 48, 57, 25];

/** Grey lines where text will be; they show only if it takes a moment. */
export function CodeWaiting() {
  return (
    <div className="wait-a-moment flex flex-1 flex-col gap-[7px] py-3 pl-14" role="status" aria-label="Loading">
      {LINES.map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
