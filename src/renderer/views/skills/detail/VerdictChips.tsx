import type { SkillDetail } from '../../../../shared/contract/skills';
import { Chip, type Tone } from '../../../kit/Chip';
import { visible } from '../../../kit/visible';
import { texts } from '../texts';

const words = texts.detail;
const { names, loads } = texts.description;

/** The verdict of each rule set in a word, with the reason on hover. */
export function VerdictChips({ detail }: { detail: SkillDetail }) {
  const { verdicts, row, findings } = detail;
  const [murmur09, murmur010] = [verdicts['murmur-0.9'], verdicts['murmur-0.10']];
  const format = findings.find(({ ruleSet, severity }) => ruleSet === 'agent-skills' && severity === 'error');
  return (
    <div className="flex flex-wrap gap-1.5">
      {murmur09 && (
        <Verdict
          set="murmur-0.9"
          tone={toneOf(murmur09.ok)}
          word={murmur09.ok ? words.taken : words.refused}
          why={murmur09.refusal?.message}
        />
      )}
      {murmur010 && (
        <Verdict
          set="murmur-0.10"
          tone={toneOf(murmur010.ok)}
          word={murmur010.ok ? words.taken : words.refused}
          why={murmur010.refusal?.message}
        />
      )}
      <Verdict
        set="agent-skills"
        tone={row.format === 'no' ? 'error' : row.format === 'notes' ? 'warning' : 'ok'}
        word={row.format === 'no' ? words.breaks : words.keeps}
        why={format?.message}
      />
      {verdicts.clients && (
        <Chip
          tone={row.clients === row.clientCount ? 'ok' : row.clients + row.unknown === 0 ? 'error' : 'warning'}
          tip={Object.entries(verdicts.clients)
            .map(([client, verdict]) => `${names[client as keyof typeof names]} ${loads[`${verdict.loads}`]}`)
            .join('\n')}
        >
          {words.clients(row.clients, row.clientCount)}
        </Chip>
      )}
    </div>
  );
}

const toneOf = (ok: boolean): Tone => (ok ? 'ok' : 'error');

interface VerdictProps {
  readonly set: 'murmur-0.9' | 'murmur-0.10' | 'agent-skills';
  readonly tone: Tone;
  readonly word: string;
  readonly why: string | undefined;
}

function Verdict({ set, tone, word, why }: VerdictProps) {
  return (
    <Chip
      tone={tone}
      tip={why === undefined ? `${words.sets[set]} ${word}` : `${words.sets[set]} ${word}: ${visible(why)}`}
    >
      {words.sets[set]}
      <span className="sr-only"> {word}</span>
    </Chip>
  );
}
