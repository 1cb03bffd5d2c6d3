import { join } from 'node:path';
import { dialog, shell } from 'electron';
import { watchStores } from '../../core/store/watch';
import type { Token } from '../../shared/contract/app';
import { projectCalls } from '../../shared/contract/project';
import { registryCalls } from '../../shared/contract/registry';
import { ok } from '../../shared/result';
import type { Desk } from '../desk';
import type { Projects } from '../project/service';
import { keptFile } from './kept-file';
import type { RegistryPorts } from './ports';
import { projectReading, storeReading } from './reading';
import type { Registry } from './registry';
import type { AnswersOf } from './service';

type RegistryAnswers = AnswersOf<typeof registryCalls>;
type ProjectAnswers = AnswersOf<typeof projectCalls>;
export type StoresHandlers = RegistryAnswers & ProjectAnswers;

/** The stores and the projects on the desktop; they go together, because each project brings a store. */
interface Stores {
  readonly registry: Registry;
  readonly projects: Projects;
  readonly answers: StoresHandlers;
}

/** Answers for Registry and Project, made at the first call, so that a start without them pays nothing. */
export function storesDesktop(desk: Desk, userData: string): StoresHandlers {
  let loading: Promise<Stores> | null = null;
  const load = () => {
    loading ??= loadStores(desk, userData);
    return loading;
  };
  type Handler = (args: readonly unknown[], context: { readonly signal: AbortSignal }) => unknown;
  const channels = [...Object.keys(registryCalls), ...Object.keys(projectCalls)] as (keyof StoresHandlers)[];
  const handlers = Object.fromEntries(
    channels.map((channel): [string, Handler] => [
      channel,
      async (args, context) => ((await load()).answers[channel] as Handler)(args, context),
    ]),
  );
  return handlers as unknown as StoresHandlers;
}

async function loadStores(desk: Desk, userData: string): Promise<Stores> {
  const [{ Registry }, { registryService }, { Projects }, { DeclaredPackages }] = await Promise.all([
    import('./registry'),
    import('./service'),
    import('../project/service'),
    import('../project/declared'),
  ]);
  const { tokens } = desk;
  const declared = new DeclaredPackages();
  const { HOME, USERPROFILE } = process.env;
  const env = { HOME, USERPROFILE };
  const openPackage = (path: string) => desk.opening.openOne(path);
  const ports: RegistryPorts = {
    reading: storeReading(desk.reading),
    watch: (root, onChange) => watchStores([root], onChange),
    env,
    roots: keptFile(join(userData, 'stores.json')),
    digests: keptFile(join(userData, 'digests.json')),
    send: (event, payload) => desk.tell(event, payload),
    chooseFolder: () => chooseFolder(desk, ADD_STORE),
    storeAt: (folder) => storeAt(desk, folder),
    openPackage,
    reveal: (path) => shell.showItemInFolder(path),
    pathOf: (token) => {
      const held = tokens.find(token);
      // A store that was taken in is remembered by its path; its token has done its work.
      if (held?.kind === 'registry') tokens.release(token);
      return held?.path ?? null;
    },
    declaredBy: (reference) => declared.by(reference),
  };
  const registry = new Registry(ports);
  const projects = new Projects({
    reading: projectReading(desk.reading),
    env,
    registry,
    declared,
    send: (event, payload) => desk.tell(event, payload),
    openPackage,
    pathOf: (token) => tokens.find(token, 'project')?.path ?? null,
  });
  const stores = registryService(registry, ports);
  const project = projects.service();
  /** Projects of the last session count as open before anyone looks at them. */
  const openAll = () => projects.openAll(tokens.all().flatMap(({ kind, token }) => (kind === 'project' ? token : [])));
  const answers: StoresHandlers = {
    ...stores,
    ...project,
    'registry:open': (args, context) => {
      openAll();
      return stores['registry:open'](args, context);
    },
    'registry:about': (args, context) => {
      openAll();
      const path = tokens.find(args[0], 'package')?.path;
      if (path === undefined || !registry.covers(path)) return ok(null);
      registry.start();
      return stores['registry:about'](args, context);
    },
    'project:choose': async () => {
      const folder = await chooseFolder(desk, { title: 'Open a project' });
      return ok(folder === null ? null : await desk.opening.openOne(folder));
    },
    'project:close': (args, context) => {
      tokens.release(args[0] as Token);
      return project['project:close'](args, context);
    },
  };
  return { registry, projects, answers };
}

const ADD_STORE = { title: 'Add a store', message: 'A folder of packages, as ~/.murmur/artifacts is one' };

/** The system's dialog for a folder. Its answer stays in main. */
async function chooseFolder(desk: Desk, words: Electron.OpenDialogOptions): Promise<string | null> {
  const window = desk.window();
  const options: Electron.OpenDialogOptions = {
    ...words,
    properties: ['openDirectory', 'showHiddenFiles'],
  };
  const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
}

/** The store that a folder is or holds; the folder itself where that cannot be told. */
async function storeAt(desk: Desk, folder: string): Promise<string> {
  const decision = await desk.reading.whatOpens(folder);
  if (!decision.ok) return folder;
  const store = [decision.value, ...decision.value.also].find(({ kind }) => kind === 'registry');
  return store?.path ?? folder;
}
