import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import type { Finding } from '../../../../shared/models/finding';
import { useShell } from '../../../app/app';
import { ruleOf } from '../../../app/shell';
import { Dot, SEVERITY_WORDS, severityCounts } from '../../../kit/Chip';
import { visible } from '../../../kit/visible';
import { selectFinding } from '../findings/actions';
import { countsOf, showTab, worstFirst } from '../model';
import type { TabProps } from '../PackageView';
import { texts } from '../texts';

const words = texts.overview;
const SHOWN = 4;

/** The worst findings in sentences: what it is, what it means, what to do. One of each kind comes before a second. */
export function FindingsPanel({ model, summary }: TabProps) {
  const { findings } = summary;
  const worst = useMemo(() => oneOfEach(worstFirst(findings)).slice(0, SHOWN), [findings]);
  return (
    <section className="panel" aria-label={words.findings}>
      <h2 className="panel-title">
        {words.findings} <small>{severityCounts(countsOf(findings))}</small>
        {findings.length > worst.length && (
          <button type="button" className="link ml-auto text-xs font-normal" onClick={() => showTab(model, 'findings')}>
            {words.allFindings(findings.length)}
          </button>
        )}
      </h2>
      {worst.length === 0 ? (
        <div className="flex gap-2 border-t border-line-soft px-3.5 py-3 text-sm">
          <CircleCheck size={16} strokeWidth={1.75} className="mt-px flex-none text-ok" aria-hidden />
          <div>
            <p className="font-[570]">{words.noFindings}</p>
            <p className="text-ink-2">{words.noFindingsText}</p>
          </div>
        </div>
      ) : (
        <ul>
          {worst.map((finding) => (
            <li key={findings.indexOf(finding)} className="border-t border-line-soft">
              <FindingLine finding={finding} onOpen={() => selectFinding(model, finding)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function FindingLine({ finding, onOpen }: { finding: Finding; onOpen: () => void }) {
  const rule = useShell((state) => ruleOf(state, finding.id));
  return (
    <button type="button" className="finding-line" onClick={onOpen}>
      <span className="flex h-4.5 items-center justify-center">
        <Dot tone={finding.severity} label={SEVERITY_WORDS[finding.severity].one} />
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-[570]">{visible(finding.message)}</span>
        {rule && (
          <span className="block text-ink-2">
            {rule.meaning} {finding.hint ? visible(finding.hint) : rule.action}
          </span>
        )}
      </span>
    </button>
  );
}

/** The first of every kind, in the given order, then the others. */
function oneOfEach(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  const [first, rest]: [Finding[], Finding[]] = [[], []];
  for (const finding of findings) {
    (seen.has(finding.id) ? rest : first).push(finding);
    seen.add(finding.id);
  }
  return [...first, ...rest];
}
