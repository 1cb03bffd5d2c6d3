import { CircleCheck } from 'lucide-react';
import { Scroll } from '../../kit/Scroll';
import { EmptyPanel } from '../../kit/States';
import { FindingList } from '../registry/FindingList';
import type { TabProps } from './ProjectView';
import { texts } from './texts';

const words = texts.findings;

/** Findings shown at once; a project with more has one cause for most of them. */
const MOST = 300;

/** Everything that was found, worst first, with what it means and what to do. */
export function FindingsTab({ project: { findings } }: TabProps) {
  if (findings.length === 0) return <EmptyPanel icon={CircleCheck} title={words.none} text={words.noneText} />;
  return (
    <div className="panel min-h-0 flex-1">
      <Scroll label={words.label} className="px-4 py-3">
        <FindingList findings={findings.slice(0, MOST)} />
        {findings.length > MOST && <p className="mt-3 text-ink-3">{words.more(findings.length - MOST)}</p>}
      </Scroll>
    </div>
  );
}
