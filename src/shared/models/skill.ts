import { z } from 'zod';
import { severitySchema } from './finding';

/** The questions people ask about a skill folder; each has a verdict of its own. `advice` is style, off unless asked for. */
export const ruleSetSchema = z.enum(['murmur-0.9', 'murmur-0.10', 'agent-skills', 'clients', 'advice']);
export type RuleSet = z.infer<typeof ruleSetSchema>;

export const skillClientSchema = z.enum(['claude-code', 'codex', 'vscode', 'skills-cli']);
export type SkillClient = z.infer<typeof skillClientSchema>;

/** Replaces the bytes `start` to `end` (end excluded) of the file by a text; everything else stays. */
export const textEditSchema = z.object({ start: z.number().int(), end: z.number().int(), text: z.string() });
export type TextEdit = Readonly<z.infer<typeof textEditSchema>>;

/** A change that is safe to make without asking what was meant. Edits do not overlap and stand in file order. */
export const skillFixSchema = z.object({ title: z.string(), edits: z.array(textEditSchema) });
export type SkillFix = Readonly<z.infer<typeof skillFixSchema>>;

/** Something worth saying about a skill. Lines and columns count from 1, columns in code points of the file. */
export const skillFindingSchema = z.object({
  id: z.string(),
  severity: severitySchema,
  ruleSet: ruleSetSchema,
  /** One sentence in plain words; names in it are already made visible. */
  message: z.string(),
  /** Opens from the current directory; for an archive, the archive's path and the entry's name. */
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  endLine: z.number().int(),
  /** Behind the last character. */
  endColumn: z.number().int(),
  hint: z.string().optional(),
  fix: skillFixSchema.optional(),
});
export type SkillFinding = Readonly<z.infer<typeof skillFindingSchema>>;

/** The one refusal Murmur 0.9 would print for the folder. */
export const folderRefusalSchema = z.object({
  kind: z.enum(['missing-skill-md', 'duplicate-skill-md', 'symlink', 'reserved-build-info', 'io']),
  message: z.string(),
});
export type FolderRefusal = Readonly<z.infer<typeof folderRefusalSchema>>;

/** Why Murmur 0.10 would not install a local-source skill. */
export const sourceRefusalSchema = z.object({
  kind: z.enum(['not-found', 'missing-skill-md', 'read', 'not-standard', 'refused']),
  code: z.string().nullable(),
  message: z.string(),
  hint: z.string().optional(),
});
export type SourceRefusal = Readonly<z.infer<typeof sourceRefusalSchema>>;

export const clientVerdictSchema = z.object({
  loads: z.union([z.boolean(), z.literal('unknown')]),
  why: z.string().optional(),
});
export type ClientVerdict = Readonly<z.infer<typeof clientVerdictSchema>>;

/** One verdict per rule set that was asked for. */
export const skillVerdictsSchema = z.object({
  'murmur-0.9': z.object({ ok: z.boolean(), refusal: folderRefusalSchema.optional() }).optional(),
  'murmur-0.10': z.object({ ok: z.boolean(), refusal: sourceRefusalSchema.optional() }).optional(),
  'agent-skills': z.object({ ok: z.boolean() }).optional(),
  clients: z.record(skillClientSchema, clientVerdictSchema).optional(),
});
export type SkillVerdicts = Readonly<z.infer<typeof skillVerdictsSchema>>;

/** What `skill check` says about one skill (chapter 1.5). */
export const skillReportSchema = z.object({
  /** As given, plus `/` and what was found below it. */
  path: z.string(),
  kind: z.enum(['file', 'folder', 'archive']),
  /** Relative to `path`, as are `packs`, `skipped` and `manifest`. */
  skillFile: z.string().nullable(),
  front: z.object({ name: z.string().nullable(), description: z.string().nullable() }).nullable(),
  description: z.string().nullable(),
  verdicts: skillVerdictsSchema,
  /** The skill first, then the supporting files in byte order; sizes in bytes. */
  packs: z.array(z.object({ path: z.string(), bytes: z.number() })),
  skipped: z.array(z.object({ path: z.string(), why: z.string() })),
  manifest: z.string().nullable(),
  findings: z.array(skillFindingSchema),
});
export type SkillReport = Readonly<z.infer<typeof skillReportSchema>>;
