import type { PlacedVerdict } from '../clients';
import { clientVerdicts } from '../clients';
import type { SkillRule } from '../subject';

/** What the table of clients comes to, as findings: one a reason, naming the clients. */
export const clientRules: readonly SkillRule[] = [
  {
    id: 'client-does-not-load',
    ruleSets: ['clients'],
    severity: 'error',
    title: 'A client that passes the skill over',
    why: 'The client does not list the skill, mostly without saying so.',
    action: 'Correct what the reason names.',
    when: (subject) => clientVerdicts(subject).some(({ loads }) => loads === false),
    *find(subject) {
      const byReason = new Map<string, [PlacedVerdict, ...PlacedVerdict[]]>();
      for (const verdict of clientVerdicts(subject)) {
        if (verdict.loads !== false || verdict.why === undefined) continue;
        const others = byReason.get(verdict.why);
        if (others === undefined) byReason.set(verdict.why, [verdict]);
        else others.push(verdict);
      }
      for (const [why, verdicts] of byReason) {
        const names = verdicts.map(({ client }) => client).join(', ');
        const { at } = verdicts[0];
        yield {
          message: `${names} ${verdicts.length > 1 ? 'do' : 'does'} not load it: ${why}`,
          ...(at === undefined ? {} : { at }),
        };
      }
    },
  },
];
