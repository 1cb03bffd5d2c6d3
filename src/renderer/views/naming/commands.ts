import type { Command } from '../../app/commands';
import {
  cancel,
  chooseBlocks,
  chooseCwd,
  chooseRunners,
  type ExportForm,
  exportAs,
  isRunning,
  type NamingModel,
  PARTS,
  reload,
  retryFailed,
  retrySelected,
  showPart,
  start,
  startEndpoint,
  stop,
  stopEndpoint,
  takeSample,
} from './model';
import { texts } from './texts';

const { commands: words, tabs, actions } = texts;
const { group } = words;

/** What always can be done; what cannot be done at the moment does nothing. */
export function namingCommands(model: NamingModel): readonly Command[] {
  const whileRunning = (run: () => void) => () => {
    if (isRunning(model.store.getState())) run();
  };
  const withBatch = (run: () => void) => () => {
    if (model.store.getState().state?.batch) run();
  };
  const exports = (['json', 'csv', 'wire'] as const satisfies ExportForm[]).map((form) => ({
    id: `naming.export.${form}`,
    title: words.exportAs(actions.exports[form]),
    group,
    ...(form === 'json' ? { keys: 'Mod+S' } : {}),
    run: withBatch(() => void exportAs(model, form)),
  }));
  return [
    ...PARTS.map((part, at) => ({
      id: `naming.${part}`,
      title: words.show(tabs[part]),
      group,
      keys: `Alt+${at + 1}`,
      run: () => showPart(model, part),
    })),
    { id: 'naming.start', title: words.start, group, keys: 'Mod+Enter', run: () => void start(model) },
    {
      id: 'naming.cancel',
      title: words.cancel,
      group,
      keys: 'Mod+.',
      run: whileRunning(() => void cancel(model)),
    },
    { id: 'naming.stop', title: words.stop, group, run: whileRunning(() => void stop(model)) },
    { id: 'naming.retryFailed', title: words.retryFailed, group, run: withBatch(() => void retryFailed(model)) },
    { id: 'naming.retrySelected', title: words.retrySelected, group, run: withBatch(() => void retrySelected(model)) },
    ...exports,
    { id: 'naming.runners', title: words.runners, group, run: () => void chooseRunners(model) },
    { id: 'naming.blocksFile', title: words.blocksFile, group, run: () => void chooseBlocks(model, 'file') },
    { id: 'naming.blocksFolder', title: words.blocksFolder, group, run: () => void chooseBlocks(model, 'folder') },
    { id: 'naming.cwd', title: words.cwd, group, run: () => void chooseCwd(model) },
    { id: 'naming.sample', title: words.sample, group, run: () => void takeSample(model) },
    { id: 'naming.reload', title: words.reload, group, run: () => void reload(model) },
    { id: 'naming.endpointStart', title: words.endpointStart, group, run: () => void startEndpoint(model, 0) },
    { id: 'naming.endpointStop', title: words.endpointStop, group, run: () => void stopEndpoint(model) },
  ];
}
