import type { Settings } from '../../shared/models/settings';
import { readJson } from '../files/json-file';

/** What of the settings the first picture needs. */
export type Look = Pick<Settings, 'theme' | 'zoom'>;

const THEMES: readonly unknown[] = ['system', 'light', 'dark'] satisfies Settings['theme'][];
const isTheme = (value: unknown): value is Settings['theme'] => THEMES.includes(value);

/**
 * The theme and zoom in the settings file, or what holds without one. Read by hand: the settings proper, with their
 * schema, are loaded while the window paints, and say what is wrong with the file.
 */
export function lookIn(settingsFile: string): Look {
  const read = readJson(settingsFile);
  const given: object = read.ok && typeof read.value === 'object' && read.value !== null ? read.value : {};
  const theme = 'theme' in given && isTheme(given.theme) ? given.theme : 'system';
  const zoom = 'zoom' in given ? given.zoom : 1;
  return { theme, zoom: typeof zoom === 'number' && zoom >= 0.5 && zoom <= 3 ? zoom : 1 };
}
