import type { Command } from '../../app/commands';
import { type PackageModel, showTab, TAB_IDS } from './model';
import { checkEveryEntry, copyReport, reveal, saveReport } from './reports';
import { openSearch } from './search/store';
import { texts } from './texts';

const { commands: words, tabs } = texts;

/** The commands of the package in front. */
export function packageCommands(model: PackageModel): readonly Command[] {
  const { group } = words;
  return [
    ...TAB_IDS.map((id, at) => ({
      id: `package.${id}`,
      title: words.tab(tabs[id]),
      group,
      keys: `Alt+${at + 1}`,
      run: () => showTab(model, id),
    })),
    {
      id: 'package.copyText',
      title: words.copyText,
      group,
      keys: 'Mod+Shift+C',
      run: () => void copyReport(model, 'text'),
    },
    { id: 'package.copyMarkdown', title: words.copyMarkdown, group, run: () => void copyReport(model, 'markdown') },
    { id: 'package.saveReport', title: words.save, group, keys: 'Mod+S', run: () => void saveReport(model, 'text') },
    {
      id: 'package.search',
      title: texts.search.open,
      group,
      keys: 'Mod+Alt+F',
      run: () => {
        showTab(model, 'files');
        openSearch(model.search);
      },
    },
    { id: 'package.check', title: words.check, group, run: () => void checkEveryEntry(model) },
    { id: 'package.reveal', title: words.reveal, group, run: () => void reveal(model) },
  ];
}
