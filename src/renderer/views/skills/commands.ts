import type { Command } from '../../app/commands';
import {
  checkAgain,
  chooseFolders,
  copyReport,
  openInEditor,
  reveal,
  saveReport,
  stop,
  toggleAdvice,
  undoFix,
} from './actions';
import { type SkillsModel, stepFinding } from './model';
import { texts } from './texts';

const { commands: words } = texts;

/** The commands of the skills in front. */
export function skillsCommands(model: SkillsModel): readonly Command[] {
  const { group } = words;
  const { store, app } = model;
  const one = (id: string, title: string, run: () => unknown, keys?: string): Command => ({
    id: `skills.${id}`,
    title,
    group,
    ...(keys === undefined ? {} : { keys }),
    run: () => void run(),
  });
  return [
    one('next', words.next, () => stepFinding(model, 1), 'F8'),
    one('previous', words.previous, () => stepFinding(model, -1), 'Shift+F8'),
    one('edit', words.edit, () => openInEditor(model), 'Mod+E'),
    one(
      'pack',
      words.pack,
      () => store.getState().selected !== null && store.setState({ packing: true }),
      'Mod+Shift+P',
    ),
    one('undo', words.undo, () => undoFix(model), 'Mod+Alt+Z'),
    one('copy', words.copy, () => copyReport(model, store.getState().selected), 'Mod+Shift+C'),
    one('save', words.save, () => saveReport(model, 'markdown'), 'Mod+S'),
    one('reveal', words.reveal, () => reveal(model)),
    one('check', words.check, () => checkAgain(model), 'F5'),
    one('stop', words.stop, () => stop(model)),
    one('advice', words.advice, () => toggleAdvice(model)),
    one('choose', words.choose, () => chooseFolders(app)),
  ];
}
