import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import type { Payload } from '../shared/contract';
import type { Opened } from '../shared/contract/app';
import type { EventName } from '../shared/contract/channels';
import type { FindingRule } from '../shared/models/finding';
import { Opening } from './opening';
import { RecentFile } from './recent';
import { readSession, writeSession } from './session';
import type { SettingsFile } from './settings';
import { Tokens } from './tokens';
import type { Reading } from './worker/reading';

/** How long the window's start waits for what the command line names. Milliseconds; what is later comes as an event. */
const PATIENCE = 500;

export interface DeskParts {
  readonly settings: SettingsFile;
  readonly userData: string;
  readonly reading: Reading;
  readonly window: () => BrowserWindow | null;
  readonly catalog: readonly FindingRule[];
  /** What else follows a change: the menu, the theme. */
  readonly onRecent: () => void;
  readonly onSettings: () => void;
}

/** What the services work with: what is open, what is remembered, who reads, and the way to the window. */
export class Desk {
  readonly settings: SettingsFile;
  readonly tokens: Tokens;
  readonly recent: RecentFile;
  readonly opening: Opening;
  readonly reading: Reading;
  readonly catalog: FindingRule[];
  readonly #parts: DeskParts;
  #arriving: Promise<Opened[]> = Promise.resolve([]);
  /** What arrived before the window asked for it; null once the window has started. */
  #early: Opened[] | null = [];

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.settings = parts.settings;
    this.reading = parts.reading;
    this.catalog = [...parts.catalog];
    const session = join(parts.userData, 'session.json');
    this.tokens = new Tokens(() => writeSession(session, this.tokens.all()));
    for (const { kind, path } of readSession(session)) if (existsSync(path)) this.tokens.give(kind, path);
    this.recent = new RecentFile(join(parts.userData, 'recent.json'));
    this.opening = new Opening({
      tokens: this.tokens,
      whatOpens: (path) => this.reading.whatOpens(path),
      onOpened: (kind, path) => {
        this.recent.add(kind, path);
        this.recentChanged();
      },
    });
  }

  window(): BrowserWindow | null {
    return this.#parts.window();
  }

  /** Tells the window something. Nobody hears it where there is no window. */
  tell<E extends EventName>(event: E, payload: Payload<E>): void {
    const window = this.window();
    if (window && !window.isDestroyed()) window.webContents.send(event, payload);
  }

  recentChanged(): void {
    this.tell('app:recent', [...this.recent.list()]);
    this.#parts.onRecent();
  }

  settingsChanged(): void {
    this.#parts.onSettings();
  }

  /** Opens what came from outside the window: a drop, the command line, a second start, the file manager. */
  openFromOutside(paths: readonly string[]): void {
    if (paths.length === 0) return;
    const before = this.#arriving;
    this.#arriving = this.opening.open(paths).then(async (opened) => {
      await before;
      if (this.#early === null) this.tell('app:opened', opened);
      else this.#early.push(...opened);
      return opened;
    });
  }

  /** For the window's start: what is open, and last, so that it comes to the front, what arrived before it was there. */
  async takeOpened(): Promise<Opened[]> {
    await Promise.race([this.#arriving, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    const early = this.#early ?? [];
    this.#early = null;
    const tokens = new Set(early.map((item) => (item.kind === 'refused' ? null : item.token)));
    const open = this.opening.stillOpen().filter((item) => item.kind !== 'refused' && !tokens.has(item.token));
    return [...open, ...early];
  }
}
