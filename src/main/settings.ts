import type { SettingsPatch } from '../shared/contract/app';
import { defaultSettings, type Settings, settingsSchema } from '../shared/models/settings';
import { err, ok, type Result } from '../shared/result';
import { putAside, readJson, writeJson } from './files/json-file';

/** The settings of this person, in one readable JSON file. A broken file never stops a start: it is said. */
export class SettingsFile {
  readonly #path: string;
  #broken = false;
  /** Keys of a newer version, kept as they are. */
  #others: Readonly<Record<string, unknown>> = {};
  #now: Settings = defaultSettings;
  #problem: string | null = null;

  constructor(path: string) {
    this.#path = path;
    this.#load();
  }

  get now(): Settings {
    return this.#now;
  }

  /** Where the file could not be used, in words. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Changes some settings and saves them; the change is in force even where the file cannot be written. */
  change(patch: SettingsPatch): Result<Settings> {
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    this.#now = settingsSchema.parse({ ...this.#now, ...given });
    if (this.#broken) putAside(this.#path);
    const written = writeJson(this.#path, { ...this.#others, ...this.#now });
    if (!written.ok) return err({ ...written.error, message: `The settings were not saved: ${written.error.message}` });
    this.#broken = false;
    this.#problem = null;
    return ok(this.#now);
  }

  #load(): void {
    const read = readJson(this.#path);
    if (!read.ok) this.#refuse(`it cannot be read (${read.error.message})`);
    else if (isObject(read.value)) this.#take(new Map(Object.entries(read.value)));
    else if (read.value !== null) this.#refuse('it is no JSON object');
  }

  /** Takes each setting that can be used, so that one bad value does not cost the others. */
  #take(given: ReadonlyMap<string, unknown>): void {
    const known: string[] = Object.keys(settingsSchema.shape);
    const bad: string[] = [];
    for (const [key, schema] of Object.entries(settingsSchema.shape)) {
      if (!given.has(key)) continue;
      const parsed = schema.safeParse(given.get(key));
      if (parsed.success) this.#now = { ...this.#now, [key]: parsed.data };
      else bad.push(key);
    }
    this.#others = Object.fromEntries([...given].filter(([key]) => !known.includes(key)));
    if (bad.length > 0) this.#refuse(`${bad.join(', ')} cannot be used`, 'their defaults are');
  }

  #refuse(why: string, what = 'the defaults are'): void {
    this.#broken = true;
    this.#problem = `In the settings file ${this.#path}, ${why}; ${what} in force. The next change puts it aside as settings.json.broken.`;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
