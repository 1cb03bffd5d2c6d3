import { z } from 'zod';
import { findingRuleSchema } from '../models/finding';
import { type Settings, settingsSchema } from '../models/settings';
import { call } from './define';

/** What main gives out instead of a path: the UI can name an opened file only by it. */
export const tokenSchema = z.string().regex(/^[a-z]+-[0-9a-f]{16}$/);
export type Token = z.infer<typeof tokenSchema>;

/** What a dropped, chosen or given path opens. Paths in it are for showing only. */
export const openedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['package', 'project', 'skills', 'naming', 'registry']),
    token: tokenSchema,
    /** Last component, made visible. */
    name: z.string(),
    /** The whole path, made visible. */
    path: z.string(),
    /** What else the same path could open, for a folder that is two things. */
    also: z.array(z.enum(['package', 'project', 'skills', 'naming', 'registry'])),
  }),
  z.object({ kind: z.literal('refused'), path: z.string(), message: z.string(), hint: z.string().optional() }),
]);
export type Opened = Readonly<z.infer<typeof openedSchema>>;
export type OpenedView = Extract<Opened, { token: Token }>;

export const recentSchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  kind: z.string(),
  at: z.number(),
});
export type Recent = Readonly<z.infer<typeof recentSchema>>;

export const startSchema = z.object({
  name: z.string(),
  version: z.string(),
  versions: z.object({ electron: z.string(), chrome: z.string(), node: z.string() }),
  /** It runs on another Electron than the one it is made for: a test build, not to be given to anyone. */
  testBuild: z.boolean(),
  platform: z.string(),
  settings: settingsSchema,
  /** Where the settings file could not be used, in words; the defaults are in force then. */
  settingsProblem: z.string().nullable(),
  /** Every finding id with its title, meaning and action. */
  catalog: z.array(findingRuleSchema),
  recent: z.array(recentSchema),
  samples: z.array(z.object({ id: z.string(), name: z.string(), what: z.string() })),
  /** What the command line or the file manager asked to open. */
  opened: z.array(openedSchema),
});
export type Start = Readonly<z.infer<typeof startSchema>>;

const { version, theme, zoom, entryLimit, readTimeLimit } = settingsSchema.shape;
/** Some of the settings. Without their defaults: those would reset every setting that is not named. */
export const settingsPatchSchema = z.object({
  version: version.unwrap().optional(),
  theme: theme.unwrap().optional(),
  zoom: zoom.unwrap().optional(),
  entryLimit: entryLimit.unwrap().optional(),
  readTimeLimit: readTimeLimit.unwrap().optional(),
} satisfies Record<keyof Settings, z.ZodType>);
export type SettingsPatch = Readonly<z.infer<typeof settingsPatchSchema>>;

export const appCalls = {
  'app:start': call(z.tuple([]), startSchema),
  'app:choose-files': call(z.tuple([]), z.array(openedSchema)),
  'app:open-recent': call(z.tuple([z.string()]), openedSchema),
  'app:clear-recent': call(z.tuple([]), z.null()),
  'app:open-sample': call(z.tuple([z.string()]), openedSchema),
  /** Only https, and only after the question that main asks. */
  'app:open-link': call(z.tuple([z.string().max(2048)]), z.object({ opened: z.boolean() })),
  'app:copy': call(z.tuple([z.string().max(64 * 1024 * 1024)]), z.null()),
  'app:reveal': call(z.tuple([tokenSchema]), z.null()),
  'settings:set': call(z.tuple([settingsPatchSchema]), settingsSchema),
} as const;

export const appEvents = {
  /** Something was opened from outside the window: a second start, the menu, the file manager. */
  'app:opened': z.array(openedSchema),
  'app:recent': z.array(recentSchema),
  /** A menu entry or its shortcut: the id of a command of the palette. */
  'app:command': z.string(),
  /** The settings were changed from outside the window's own call, as zoom by the menu. */
  'app:settings': settingsSchema,
} as const;
