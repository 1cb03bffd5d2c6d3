import { app, clipboard, shell } from 'electron';
import type { Start } from '../../shared/contract/app';
import { err, failure, ok } from '../../shared/result';
import type { Desk } from '../desk';
import type { Handlers } from '../ipc';
import { isTestBuild } from './build';
import { askToOpenLink, chooseFiles } from './dialogs';
import { httpsAddress } from './links';
import { samplePath, samples } from './samples';

type AppCalls = Pick<Handlers, Extract<keyof Handlers, `app:${string}` | 'settings:set'>>;

/** What the shell of the window asks for. */
export function appService(desk: Desk): AppCalls {
  const { settings, recent, tokens, opening } = desk;
  return {
    'app:start': async () => ok(await start(desk)),
    'app:choose-files': async () => ok(await opening.open(await chooseFiles(desk.window()))),
    'app:open-recent': async ([id]) => {
      const path = recent.pathOf(id);
      return path === undefined ? err(gone) : ok(await opening.openOne(path));
    },
    'app:clear-recent': () => {
      recent.clear();
      desk.recentChanged();
      return ok(null);
    },
    'app:open-sample': async ([id]) => {
      const path = samplePath(id);
      return path === undefined ? err(gone) : ok(await opening.openOne(path));
    },
    'app:open-link': async ([address]) => {
      const url = httpsAddress(address);
      if (url === null)
        return err(failure('not-https', 'Only https links are opened.', 'Copy the link to look at it.'));
      if (!(await askToOpenLink(desk.window(), url))) return ok({ opened: false });
      await shell.openExternal(url);
      return ok({ opened: true });
    },
    'app:copy': ([text]) => {
      clipboard.writeText(text);
      return ok(null);
    },
    'app:reveal': ([token]) => {
      const held = tokens.find(token);
      if (!held) return err(notOpen);
      shell.showItemInFolder(held.path);
      return ok(null);
    },
    'settings:set': ([patch]) => {
      const changed = settings.change(patch);
      desk.settingsChanged();
      return changed;
    },
  };
}

const gone = failure('not-there', 'This is no longer in the list.', 'Open the file again.');
/** A token that main did not give out, or that was closed. */
export const notOpen = failure('not-open', 'This file is no longer open.', 'Open it again.');

async function start(desk: Desk): Promise<Start> {
  const { settings, recent } = desk;
  const { electron, chrome, node } = process.versions;
  return {
    name: app.getName(),
    version: app.getVersion(),
    versions: { electron: electron ?? '', chrome: chrome ?? '', node },
    testBuild: isTestBuild(electron),
    platform: process.platform,
    settings: settings.now,
    settingsProblem: settings.problem,
    catalog: desk.catalog,
    recent: [...recent.list()],
    samples: samples(),
    opened: await desk.takeOpened(),
  };
}
