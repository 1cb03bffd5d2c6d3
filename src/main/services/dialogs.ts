import { type BrowserWindow, dialog } from 'electron';
import { showName } from '../../core/text/visible';

/** The system's dialog for files. Its answer stays in main. */
export async function chooseFiles(window: BrowserWindow | null): Promise<readonly string[]> {
  const options: Electron.OpenDialogOptions = {
    title: 'Open packages',
    properties: ['openFile', 'multiSelections'],
    filters: [
      { name: 'Murmur packages', extensions: ['zip', 'skill'] },
      { name: 'All files', extensions: ['*'] },
    ],
  };
  const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return chosen.canceled ? [] : chosen.filePaths;
}

/** Where to save a text, or null if the person changed their mind. */
export async function chooseSavePath(
  window: BrowserWindow | null,
  name: string,
  kind: string,
  extension: string,
): Promise<string | null> {
  const options: Electron.SaveDialogOptions = {
    title: 'Save report',
    defaultPath: name,
    filters: [{ name: kind, extensions: [extension] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  };
  const chosen = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
  return chosen.canceled || !chosen.filePath ? null : chosen.filePath;
}

/** A file that is not there yet; whoever writes it never takes one that is. */
export async function chooseNewFile(window: BrowserWindow | null, name: string): Promise<string | null> {
  const options: Electron.SaveDialogOptions = {
    title: 'Save entry',
    defaultPath: name,
    properties: ['createDirectory'],
  };
  const chosen = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
  return chosen.canceled || !chosen.filePath ? null : chosen.filePath;
}

/** The folder below which entries are saved. */
export async function chooseFolder(window: BrowserWindow | null): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    title: 'Save entries below this folder',
    properties: ['openDirectory', 'createDirectory'],
  };
  const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
}

/** Asks before the browser opens a link that a package brought; the safe answer is the default. */
export async function askToOpenLink(window: BrowserWindow | null, url: string): Promise<boolean> {
  const options: Electron.MessageBoxOptions = {
    type: 'question',
    message: 'Open this link in the browser?',
    detail: `${showName(url)}\n\nThe link comes from the package, and Murscope does not know where it leads.`,
    buttons: ['Cancel', 'Open'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return response === 1;
}

/** Asks before an entry that could do something becomes a file outside; the safe answer is the default. */
export async function askToDragOut(window: BrowserWindow | null, shown: string, why: string): Promise<boolean> {
  const options: Electron.MessageBoxOptions = {
    type: 'warning',
    message: 'Take this entry out of the package?',
    detail: `${shown}\n\nThis entry ${why}. As a file outside Murscope it can be opened or started like any other.`,
    buttons: ['Cancel', 'Take it out'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return response === 1;
}
