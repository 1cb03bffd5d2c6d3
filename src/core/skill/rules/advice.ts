import { codePointLength, isBlank, trim } from '../../text/white';
import { frontPair, type SkillRule } from '../subject';

/** Shorter says too little to choose a skill by. */
const SHORT = 40;

/** Style: what makes a skill easier to find and to use. Off unless asked for. */
export const adviceRules: readonly SkillRule[] = [
  {
    id: 'advice-when-to-use',
    ruleSets: ['advice'],
    severity: 'info',
    title: 'A description without a when',
    why: 'An agent chooses a skill by its description; one that says when to use it is chosen more often.',
    action: 'Add a sentence that starts with "Use when".',
    *find(subject) {
      const value = frontPair(subject, 'description')?.value;
      if (value?.kind !== 'string' || isBlank(value.text) || /\b(?:when|whenever|if|for)\b/i.test(value.text)) return;
      yield { message: 'the description does not say when to use the skill', at: value.span };
    },
  },
  {
    id: 'advice-short-description',
    ruleSets: ['advice'],
    severity: 'info',
    title: 'A very short description',
    why: 'A few words seldom tell one skill from the next.',
    action: 'Say what it does, and when to use it.',
    *find(subject) {
      const value = frontPair(subject, 'description')?.value;
      const length = value?.kind === 'string' ? codePointLength(trim(value.text)) : 0;
      if (value === undefined || length === 0 || length >= SHORT) return;
      yield { message: `the description has only ${length} characters`, at: value.span };
    },
  },
  {
    id: 'advice-first-person',
    ruleSets: ['advice'],
    severity: 'info',
    title: 'A description that says I or you',
    why: 'The description is put into a prompt next to others; it reads best in the third person.',
    action: 'Write "Fills forms" rather than "I fill forms" or "You can fill forms".',
    *find(subject) {
      const value = frontPair(subject, 'description')?.value;
      const start = value?.kind === 'string' ? /^(?:I|I'm|I'll|You|We)\b/.exec(trim(value.text)) : null;
      if (value !== undefined && start !== null)
        yield { message: `the description starts with '${start[0]}'`, at: value.span };
    },
  },
  {
    id: 'advice-empty-body',
    ruleSets: ['advice'],
    severity: 'info',
    title: 'No text after the front block',
    why: 'The text is what an agent follows once it has chosen the skill.',
    action: 'Write the steps, or link the files that hold them.',
    *find({ reading }) {
      if (reading?.front == null || !isBlank(reading.source.text.slice(reading.body))) return;
      yield { message: 'there is no text after the front block', at: reading.front.places.closing };
    },
  },
  {
    id: 'advice-reserved-name',
    ruleSets: ['advice'],
    severity: 'info',
    title: 'A name with a reserved word',
    why: "Uploading to claude.ai refuses names that hold 'claude' or 'anthropic'.",
    action: 'Choose a name without it.',
    *find(subject) {
      const value = frontPair(subject, 'name')?.value;
      const word = value?.kind === 'string' ? /claude|anthropic/.exec(value.text)?.[0] : undefined;
      if (value !== undefined && word !== undefined) yield { message: `the name holds '${word}'`, at: value.span };
    },
  },
];
