import type { Start } from '../../../src/shared/contract/app';
import type { Settings } from '../../../src/shared/models/settings';
import { ok } from '../../../src/shared/result';
import { catalog } from './catalog';
import { type Answers, openIn, type World } from './world';

const start = (world: World): Start => ({
  name: 'Murscope',
  version: '0.1.0',
  versions: { electron: '33.2.1', chrome: '130.0', node: '20.18.1' },
  testBuild: false,
  platform: 'linux',
  settings: world.settings,
  settingsProblem: world.options.settingsProblem,
  catalog: [...catalog],
  recent: !world.options.recent
    ? []
    : [
        {
          id: 'r1',
          name: 'house-0.1.0.mur.zip',
          path: '/home/sam/packages/house-0.1.0.mur.zip',
          kind: 'package',
          at: Date.now() - 3_600_000,
        },
        {
          id: 'r2',
          name: 'murmur-tool-editor-0.2.0.mur.zip',
          path: '/home/sam/.murmur/artifacts/local/murmur-tool-editor/0.2.0/murmur-tool-editor-0.2.0.mur.zip',
          kind: 'package',
          at: Date.now() - 86_400_000,
        },
      ],
  samples: [
    { id: 'house', name: 'Capsule', what: 'Prompts, a local skill and two configured tools' },
    { id: 'skill', name: 'Skill', what: 'One skill and nothing else' },
    { id: 'hostile', name: 'Hostile', what: 'A dozen things that are wrong with an archive' },
    { id: 'large', name: 'Large', what: '100,000 entries' },
  ],
  opened: world.options.open.map((name) => openIn(world, name)),
});

/** What main answers about the app itself. */
export const appAnswers = (world: World): Answers => ({
  'app:start': () => ok(start(world)),
  'app:choose-files': () => ok([openIn(world, 'house')]),
  'app:open-recent': () => ok(openIn(world, 'house')),
  'app:open-sample': ([id]) => ok(openIn(world, String(id))),
  'app:clear-recent': () => ok(null),
  'app:open-link': () => ok({ opened: true }),
  'app:copy': ([text]) => {
    world.saved.copied = text;
    return ok(null);
  },
  'app:reveal': () => ok(null),
  'settings:set': ([change]) => {
    world.settings = { ...world.settings, ...(change as Partial<Settings>) };
    return ok(world.settings);
  },
});
