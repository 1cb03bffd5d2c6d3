import type { SkillDetail } from '../../../../shared/contract/skills';
import type { SkillClient } from '../../../../shared/models/skill';
import { Chip, type Tone } from '../../../kit/Chip';
import { Scroll } from '../../../kit/Scroll';
import { visible } from '../../../kit/visible';
import { texts } from '../texts';

const words = texts.description;
const CLIENTS: readonly SkillClient[] = ['claude-code', 'codex', 'vscode', 'skills-cli'];
const TONES: Readonly<Record<string, Tone>> = { true: 'ok', false: 'error', unknown: 'warning' };

/** What a client chooses the skill by: its name and its description, folded, with its length; and who loads it. */
export function DescriptionPart({ detail }: { detail: SkillDetail }) {
  const { description, descriptionLength, front, verdicts } = detail;
  const { limit } = words;
  return (
    <Scroll label={words.label} className="px-3.5 py-3">
      <div className="flex items-baseline gap-3">
        <code className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">
          {visible(front?.name ?? words.noName)}
        </code>
        {description !== null && (
          <span className={descriptionLength > limit ? 'flex-none text-sm text-error' : 'flex-none text-sm text-ink-3'}>
            {words.length(descriptionLength, limit)}
          </span>
        )}
      </div>
      {description === null ? (
        <p className="mt-1.5 text-ink-2">{words.none}</p>
      ) : (
        <p className="mt-1.5 max-w-160 whitespace-pre-wrap [overflow-wrap:anywhere]">{shown(description)}</p>
      )}
      {description !== null && !front?.description && <p className="mt-1.5 text-sm text-ink-3">{words.from}</p>}
      {verdicts.clients && (
        <dl className="mt-4 grid max-w-160 grid-cols-[max-content_max-content_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 text-sm">
          {CLIENTS.map((client) => {
            const verdict = verdicts.clients?.[client];
            if (!verdict) return null;
            const loads = `${verdict.loads}` as keyof typeof words.loads;
            return (
              <div key={client} className="col-span-3 grid grid-cols-subgrid items-baseline">
                <dt>{words.names[client]}</dt>
                <dd>
                  <Chip tone={TONES[loads] ?? 'plain'}>{words.loads[loads]}</Chip>
                </dd>
                <dd className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{visible(verdict.why ?? '')}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </Scroll>
  );
}

/** Line breaks stay, everything hostile is spelled out. */
const shown = (text: string): string => text.split('\n').map(visible).join('\n');
