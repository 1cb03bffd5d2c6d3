import { CATALOG_PARTS, explanations } from '../../core/report/catalog';
import { nearest } from '../../core/text/nearest';
import { showName } from '../../core/text/visible';
import { writeAnswers } from '../answers';
import type { Answer, FormOptions, Register } from '../command';
import { withExamples, withForms } from '../help';

export const register: Register = (program, run) => {
  const command = program
    .command('explain')
    .description('What a finding means and what to do about it. ID is as a report names it.')
    .argument('<ID...>', 'as `name-bidi` or `front-block-missing`')
    .action((ids: string[], options: FormOptions) =>
      run((io, form) => writeAnswers(io, form, ids, async (id) => explain(id)), options),
    );
  withExamples(withForms(command, true), [
    ['murscope explain ask-not-granted', 'one finding'],
    ['murscope explain --json symlink crc-mismatch', 'several, as JSON'],
  ]);
};

function explain(id: string): Answer {
  const rules = explanations(id);
  if (rules.length === 0) return unknown(id);
  const meanings = rules.map(({ about, severity, title, meaning, action }) => ({
    about,
    severity,
    title,
    meaning,
    action,
  }));
  return {
    json: { id, meanings },
    text: () =>
      meanings
        .map((one) => `${id} (${one.about}, ${one.severity}): ${one.title}\n  ${one.meaning}\n  ${one.action}\n`)
        .join('\n'),
    exit: 0,
  };
}

function unknown(id: string): Answer {
  const meant = nearest(
    id,
    CATALOG_PARTS.flatMap(({ rules }) => rules.map((rule) => rule.id)),
  );
  const hint = meant === null ? 'docs/findings lists every id.' : `Did you mean ${meant}?`;
  const message = 'there is no finding of this id';
  return {
    json: { id, error: { code: null, message, hint } },
    text: () => '',
    complaint: `${showName(id)}: ${message}. ${hint}`,
    exit: 1,
  };
}
