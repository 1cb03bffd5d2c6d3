import { z } from 'zod';
import { projectSchema } from '../models/project';
import { openedSchema, tokenSchema } from './app';
import { call } from './define';

const rowNumber = z.number().int().nonnegative();

export const projectCalls = {
  /** Asks which folder; null if the person changed their mind. What it holds decides which view it opens. */
  'project:choose': call(z.tuple([]), openedSchema.nullable()),
  /** Reads the project and follows it from then on: changes come as `project:changed`. */
  'project:open': call(z.tuple([tokenSchema]), projectSchema),
  /** The exact JSON bytes of one config row, for the Config pane only. */
  'project:config': call(z.tuple([tokenSchema, rowNumber]), z.object({ json: z.string() })),
  /** The file behind a row of `Manifest files`, read only on this click. */
  'project:manifest-file': call(z.tuple([tokenSchema, rowNumber]), z.object({ text: z.string() })),
  'project:manifest-files-text': call(z.tuple([tokenSchema]), z.string()),
  /** Opens the installed package behind an entry of `artifacts:` in a package tab. */
  'project:open-artifact': call(z.tuple([tokenSchema, rowNumber]), openedSchema),
  /** Computes the digests of the declared packages, so that changed bytes are told from pinned ones. */
  'project:verify': call(z.tuple([tokenSchema]), projectSchema),
  'project:close': call(z.tuple([tokenSchema]), z.null()),
} as const;

export const projectEvents = {
  /** The manifest, the lock file, a declared file or a store changed. */
  'project:changed': z.object({ token: tokenSchema, project: projectSchema }),
} as const;
