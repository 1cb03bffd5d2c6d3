import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Start } from '../../shared/contract/app';

/** The packages that come with Murscope, to look around in: file, name, what is to be seen. */
const SAMPLES = [
  {
    id: 'capsule',
    file: 'good-capsule-1.2.0.mur.zip',
    name: 'A good capsule',
    what: 'Prompts, a skill and two configured tools',
  },
  { id: 'tool', file: 'echo-tool-0.3.0.mur.zip', name: 'A tool', what: 'A component with its interfaces' },
  { id: 'skill', file: 'release-notes-0.1.0.mur.zip', name: 'A skill', what: 'As mur build packs it' },
  { id: 'hostile', file: 'hostile-0.0.1.mur.zip', name: 'A hostile package', what: 'Everything that can be wrong' },
] as const;

const folder = () =>
  app.isPackaged ? join(process.resourcesPath, 'samples') : join(app.getAppPath(), 'resources/samples');

/** The samples that are there. */
export function samples(): Start['samples'] {
  return SAMPLES.filter(({ file }) => existsSync(join(folder(), file))).map(({ id, name, what }) => ({
    id,
    name,
    what,
  }));
}

/** The path of a sample by its id. */
export function samplePath(id: string): string | undefined {
  const sample = SAMPLES.find((one) => one.id === id);
  return sample && join(folder(), sample.file);
}
