import type { FixChoice, SkillId, SkillReportForm } from '../../../shared/contract/skills';
import { copy } from '../../app/app';
import { openItems } from '../../app/shell';
import { say } from '../../kit/Toasts';
import { lastUndo, readDetail, type SkillsModel, tell } from './model';
import { texts } from './texts';

/** Asks for folders and opens them. */
export async function chooseFolders(app: SkillsModel['app']): Promise<void> {
  const chosen = await app.host.call('skills:choose', []);
  if (!chosen.ok) return say(app.toasts, chosen.error.message, { tone: 'error', detail: chosen.error.hint });
  openItems(app.shell, chosen.value);
  for (const item of chosen.value)
    if (item.kind === 'refused') say(app.toasts, item.message, { tone: 'error', detail: item.hint });
}

export async function stop(model: SkillsModel): Promise<void> {
  const stopped = await model.app.host.call('skills:stop', [model.token]);
  if (stopped.ok) model.store.setState({ summary: stopped.value });
}

export async function checkAgain(model: SkillsModel): Promise<void> {
  const checked = await model.app.host.call('skills:check', [model.token]);
  if (checked.ok) model.store.setState({ summary: checked.value });
}

export async function toggleAdvice(model: SkillsModel): Promise<void> {
  const on = !(model.store.getState().summary?.advice ?? false);
  const answer = await model.app.host.call('skills:advice', [model.token, on]);
  if (!answer.ok) return tell(model, answer.error);
  model.store.setState({ summary: answer.value });
  const { selected } = model.store.getState();
  if (selected !== null) void readDetail(model, selected);
}

/** Writes a fix and remembers how to take it back. */
export async function applyFix(model: SkillsModel, skill: SkillId, hash: string, what: FixChoice): Promise<boolean> {
  const { app, token, store } = model;
  const fixed = await app.host.call('skills:fix', [token, skill, { hash, what }]);
  if (!fixed.ok) {
    tell(model, fixed.error);
    void readDetail(model, skill);
    return false;
  }
  const { title, undo: number } = fixed.value;
  store.setState(({ undos }) => ({ undos: [...undos, { number, skill, title }].slice(-50) }));
  say(app.toasts, texts.fix.applied(title));
  void readDetail(model, skill);
  return true;
}

/** Takes the last fix of the selected skill back. */
export async function undoFix(model: SkillsModel): Promise<void> {
  const { app, token, store } = model;
  const last = lastUndo(store.getState());
  if (!last) return;
  const undone = await app.host.call('skills:undo', [token, last.number]);
  store.setState(({ undos }) => ({ undos: undos.filter(({ number }) => number !== last.number) }));
  if (!undone.ok) return tell(model, undone.error);
  say(app.toasts, texts.detail.undone(undone.value.title));
  if (store.getState().selected === last.skill) void readDetail(model, last.skill);
}

const ofSelected =
  (channel: 'skills:edit' | 'skills:reveal') =>
  async (model: SkillsModel): Promise<void> => {
    const { selected } = model.store.getState();
    if (selected === null) return;
    const done = await model.app.host.call(channel, [model.token, selected]);
    if (!done.ok) tell(model, done.error);
  };
export const openInEditor = ofSelected('skills:edit');
export const reveal = ofSelected('skills:reveal');

/** One skill's report, or that of all. */
export async function copyReport(
  model: SkillsModel,
  id: SkillId | null,
  form: SkillReportForm = 'text',
): Promise<void> {
  const report = await model.app.host.call('skills:report', [model.token, form, id]);
  if (report.ok) await copy(model.app, texts.report.what, report.value);
  else tell(model, report.error);
}

export async function saveReport(model: SkillsModel, form: SkillReportForm): Promise<void> {
  const saved = await model.app.host.call('skills:save-report', [model.token, form, null]);
  if (!saved.ok) tell(model, saved.error);
  else if (saved.value.saved !== null) say(model.app.toasts, texts.report.saved(saved.value.saved));
}
