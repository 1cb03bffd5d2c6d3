import type { Finding } from '../../../shared/models/finding';
import { useShell } from '../../app/app';
import { ruleOf } from '../../app/shell';
import { Dot, SEVERITY_WORDS } from '../../kit/Chip';
import { visible } from '../../kit/visible';

/** Findings in full: what, where, what it means, what to do. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="mt-1.5 flex flex-col gap-3">
      {findings.map((finding, at) => (
        <FindingItem key={`${at} ${finding.id}`} finding={finding} />
      ))}
    </ul>
  );
}

function FindingItem({ finding }: { finding: Finding }) {
  const rule = useShell((state) => ruleOf(state, finding.id));
  return (
    <li className="flex max-w-140 gap-2 text-sm">
      <span className="flex h-4.5 flex-none items-center">
        <Dot tone={finding.severity} label={SEVERITY_WORDS[finding.severity].one} />
      </span>
      <div className="flex min-w-0 flex-col gap-0.5 [overflow-wrap:anywhere]">
        <p className="font-[550]">{visible(finding.message)}</p>
        {finding.entry !== undefined && (
          <span className="font-mono text-ink-2">
            <bdi>{visible(finding.entry)}</bdi>
            {finding.place && `:${finding.place.line}:${finding.place.column}`}
          </span>
        )}
        {rule && <p className="text-ink-2">{rule.meaning}</p>}
        {(finding.hint || rule) && <p>{finding.hint ? visible(finding.hint) : rule?.action}</p>}
      </div>
    </li>
  );
}
