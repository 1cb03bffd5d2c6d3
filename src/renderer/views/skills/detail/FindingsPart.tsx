import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { FixChoice, ShownSkillFinding, SkillDetail } from '../../../../shared/contract/skills';
import { Button } from '../../../kit/Button';
import { Dot, SEVERITY_WORDS } from '../../../kit/Chip';
import { Scroll } from '../../../kit/Scroll';
import { EmptyState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import { goTo, type SkillsModel } from '../model';
import { texts } from '../texts';
import { FixPreview } from './FixPreview';

const words = texts.detail;

/** Which fix is looked at: the finding it was asked for at, and what it covers. */
interface Looking {
  readonly at: number;
  readonly what: FixChoice;
}

/** Everything that is said about the skill, with its place, its hint and its fix. */
export function FindingsPart({ model, detail }: { model: SkillsModel; detail: SkillDetail }) {
  const { findings, moreFindings, hash, row } = detail;
  const current = useStore(model.store, (state) => state.finding);
  const jump = useStore(model.store, (state) => state.jump);
  const [looking, setLooking] = useState<Looking | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // Another skill, or other bytes: what was being looked at is no more.
  useEffect(() => setLooking(null), [hash, row.id]);
  useEffect(() => {
    if (current !== null) list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current, jump]);
  if (findings.length === 0)
    return (
      <EmptyState icon={CircleCheck} title={words.noFindings}>
        <p>{words.noFindingsText}</p>
      </EmptyState>
    );
  const fixesOf = countFixes(findings);
  return (
    <Scroll label={words.findings}>
      <ul ref={list}>
        {findings.map((finding, at) => (
          <li key={`${finding.id} ${at}`} className="finding" data-current={current === at ? '' : undefined}>
            <Dot tone={finding.severity} label={SEVERITY_WORDS[finding.severity].one} />
            <div className="min-w-0">
              <Said finding={finding} onGo={() => goTo(model, at)} />
              {finding.fix && (
                <Fixes
                  finding={finding}
                  all={fixesOf.get(finding.id) ?? 0}
                  looking={looking?.at === at ? looking.what : null}
                  onLook={(what) => setLooking(what && { at, what })}
                />
              )}
              {looking?.at === at && hash !== null && (
                <FixPreview
                  model={model}
                  skill={row.id}
                  hash={hash}
                  what={looking.what}
                  onDone={() => setLooking(null)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {moreFindings > 0 && <p className="px-3.5 py-2 text-sm text-ink-3">{words.moreFindings(moreFindings)}</p>}
    </Scroll>
  );
}

function countFixes(findings: readonly ShownSkillFinding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { id, fix } of findings) if (fix) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function Said({ finding, onGo }: { finding: ShownSkillFinding; onGo: () => void }) {
  const { id, title, message, hint, line, column, elsewhere, ruleSet, why } = finding;
  const place = elsewhere === null ? words.place(line, column) : elsewhere;
  return (
    <>
      <div className="flex min-w-0 items-baseline gap-2">
        <span className="min-w-0 flex-1">
          <button type="button" className="finding-title" data-tip={why} onClick={onGo}>
            {title}
          </button>{' '}
          <span className="text-sm text-ink-3">{place}</span>
        </span>
        <span className="flex-none text-xs text-ink-3" data-tip={id}>
          {words.sets[ruleSet]}
        </span>
      </div>
      <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
        {sentence(visible(message))}
        {hint && ` ${visible(hint)}`}
      </p>
    </>
  );
}

/** A finding's message as a sentence: with a capital and a full stop. */
function sentence(text: string): string {
  const first = text.charAt(0);
  const start = /^[a-z]+[ ,]/.test(text) ? first.toUpperCase() + text.slice(1) : text;
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}

interface FixesProps {
  readonly finding: ShownSkillFinding;
  /** Findings of the same rule that can be fixed. */
  readonly all: number;
  readonly looking: FixChoice | null;
  readonly onLook: (what: FixChoice | null) => void;
}

function Fixes({ finding, all, looking, onLook }: FixesProps) {
  const { fix, id } = finding;
  if (!fix) return null;
  const isOne = looking !== null && 'key' in looking;
  const isAll = looking !== null && 'rule' in looking;
  return (
    <div className="mt-1.5 flex flex-wrap gap-1.5">
      <Button aria-expanded={isOne} onClick={() => onLook(isOne ? null : { key: fix.key })}>
        {fix.title}
      </Button>
      {all > 1 && (
        <Button aria-expanded={isAll} onClick={() => onLook(isAll ? null : { rule: id })}>
          {texts.fix.all(all)}
        </Button>
      )}
    </div>
  );
}
