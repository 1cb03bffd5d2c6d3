import type { SkillClient, SkillReport, SkillVerdicts } from '../../shared/models/skill';

/** A verdict of one rule set in a few words, for a row or a line. */
export interface VerdictWords {
  readonly name: string;
  readonly good: boolean | null;
  readonly text: string;
}

const CLIENTS: readonly SkillClient[] = ['claude-code', 'codex', 'vscode', 'skills-cli'];

/** The verdicts that were asked for, in the order of the questions (chapter 3). */
export function verdictWords(verdicts: SkillVerdicts): VerdictWords[] {
  const words: VerdictWords[] = [];
  const { clients } = verdicts;
  const murmur9 = verdicts['murmur-0.9'];
  const murmur10 = verdicts['murmur-0.10'];
  const format = verdicts['agent-skills'];
  if (murmur9) words.push({ name: 'Murmur 0.9', good: murmur9.ok, text: murmur9.ok ? 'packs' : 'refused' });
  if (murmur10) words.push({ name: 'Murmur 0.10', good: murmur10.ok, text: murmur10.ok ? 'installs' : 'refused' });
  if (format) words.push({ name: 'Agent Skills', good: format.ok, text: format.ok ? 'valid' : 'not valid' });
  if (clients) words.push(clientWords(clients));
  return words;
}

function clientWords(clients: NonNullable<SkillVerdicts['clients']>): VerdictWords {
  const loading = CLIENTS.filter((client) => clients[client].loads === true);
  const unknown = CLIENTS.some((client) => clients[client].loads === 'unknown');
  const text =
    loading.length === CLIENTS.length
      ? 'all load it'
      : loading.length > 0
        ? loading.join(', ')
        : 'none known to load it';
  return { name: 'Clients', good: loading.length === CLIENTS.length ? true : unknown ? null : false, text };
}

/** Whether a report means exit code 1: a finding of severity error, or a refusal. */
export function isBad({ findings, verdicts }: SkillReport): boolean {
  return (
    findings.some(({ severity }) => severity === 'error') ||
    verdicts['murmur-0.9']?.ok === false ||
    verdicts['murmur-0.10']?.ok === false
  );
}
