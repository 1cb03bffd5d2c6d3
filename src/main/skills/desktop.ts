import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import type { Token } from '../../shared/contract/app';
import { skillsCalls } from '../../shared/contract/skills';
import type { Desk } from '../desk';
import type { SkillRoot } from './places';
import type { SkillHandlers, SkillPorts } from './ports';

/** The skills service on the desktop: made at the first call, so that a start without skills pays nothing for it. */
export function skillsDesktop(desk: Desk): SkillHandlers {
  const load = async () => {
    const [{ SkillsService }, { SkillsWatch }] = await Promise.all([import('./service'), import('./watch')]);
    const service = new SkillsService(portsOf(desk, (root, onChange) => new SkillsWatch(root, onChange)));
    app.once('will-quit', () => service.dispose());
    return service.handlers();
  };
  let loading: Promise<SkillHandlers> | null = null;
  type AnyHandler = (args: readonly unknown[], context: { readonly signal: AbortSignal }) => unknown;
  const handlers = Object.fromEntries(
    (Object.keys(skillsCalls) as (keyof SkillHandlers)[]).map((channel): [string, AnyHandler] => [
      channel,
      async (args, context) => {
        loading ??= load();
        return ((await loading)[channel] as AnyHandler)(args, context);
      },
    ]),
  );
  return handlers as unknown as SkillHandlers;
}

function portsOf(desk: Desk, watch: SkillPorts['watch']): SkillPorts {
  const { front, background } = desk.reading;
  return {
    front,
    background,
    limit: () => desk.reading.limit,
    pathOf: (token) => pathOf(desk, token),
    watch,
    tell: (event, payload) => desk.tell(event, payload),
    open: (paths) => desk.opening.open(paths),
    chooseFolders: () => chooseFolders(desk.window()),
    chooseSavePath: (path, kind, extension) => chooseSavePath(desk.window(), path, kind, extension),
    openInEditor: (path) => shell.openPath(path),
    reveal: (path) => shell.showItemInFolder(path),
    version: app.getVersion(),
  };
}

/** Of a package the archive; of skills what is at the path. */
function pathOf({ tokens }: Desk, token: Token): { path: string; kind: SkillRoot['kind'] } | null {
  const held = tokens.find(token);
  if (held === undefined || (held.kind !== 'skills' && held.kind !== 'package')) return null;
  return { path: held.path, kind: held.kind === 'package' ? 'archive' : kindAt(held.path) };
}

/** What is not there is taken for a folder, which may come back. */
function kindAt(path: string): SkillRoot['kind'] {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || stat.isDirectory()) return 'folder';
    return basename(path).toLowerCase() === 'skill.md' ? 'file' : 'archive';
  } catch {
    return 'folder';
  }
}

async function chooseFolders(window: BrowserWindow | null): Promise<readonly string[]> {
  const options: Electron.OpenDialogOptions = {
    title: 'Open a folder of skills',
    properties: ['openDirectory', 'multiSelections'],
  };
  const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return chosen.canceled ? [] : chosen.filePaths;
}

async function chooseSavePath(
  window: BrowserWindow | null,
  defaultPath: string,
  name: string,
  extension: string,
): Promise<string | null> {
  const options: Electron.SaveDialogOptions = {
    title: name === 'Murmur package' ? 'Pack the skill' : 'Save report',
    defaultPath,
    filters: [{ name, extensions: [extension] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  };
  const chosen = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
  return chosen.canceled || !chosen.filePath ? null : chosen.filePath;
}
