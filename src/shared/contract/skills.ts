import { z } from 'zod';
import { severitySchema } from '../models/finding';
import { skillFindingSchema, skillVerdictsSchema } from '../models/skill';
import { openedSchema, tokenSchema } from './app';
import { call } from './define';

/** Names a skill within what was opened; stays the same as long as the skill is at its path. */
export const skillIdSchema = z.number().int().positive();
export type SkillId = z.infer<typeof skillIdSchema>;

/**
 * What a skill comes to, the worst that holds: Murmur refuses it, it breaks the public format, it is valid in all three
 * rule sets.
 */
export const standingSchema = z.enum(['valid', 'format', 'refused']);
export type Standing = z.infer<typeof standingSchema>;

/** One skill of the list. Texts are made visible. */
export const skillListRowSchema = z.object({
  id: skillIdSchema,
  /** Below what was opened; of that itself its name. */
  path: z.string(),
  /** Last part of the path. */
  folder: z.string(),
  murmur09: z.boolean(),
  murmur010: z.boolean(),
  /** `notes`: valid, with warnings. */
  format: z.enum(['yes', 'notes', 'no']),
  /** Clients known to load it, and those of which it is not known, of `clientCount`. */
  clients: z.number().int(),
  unknown: z.number().int(),
  clientCount: z.number().int(),
  standing: standingSchema,
  errors: z.number().int(),
  warnings: z.number().int(),
  notes: z.number().int(),
  /** The skill that it lies in. */
  inside: z.string().nullable(),
  /** It is a link to a folder. */
  linked: z.boolean(),
});
export type SkillListRow = Readonly<z.infer<typeof skillListRowSchema>>;

export const skillSortSchema = z.enum(['path', 'murmur09', 'murmur010', 'format', 'clients', 'problems']);
export type SkillSort = z.infer<typeof skillSortSchema>;

/** How the list is asked for. Filtering and sorting happen in main. */
export const skillQuerySchema = z.object({
  sort: skillSortSchema,
  direction: z.enum(['up', 'down']),
  /** Case-insensitive part of the path, the name, or a rule's id. */
  filter: z.string().max(4096),
  /** `problems`: any error or warning. */
  show: z.enum(['all', 'problems', ...standingSchema.options]),
  /** Only skills with a finding of this rule. */
  rule: z.string().max(200).nullable(),
});
export type SkillQuery = Readonly<z.infer<typeof skillQuerySchema>>;

export const skillTableSchema = z.object({ table: z.number().int(), rows: z.number().int() });
export type SkillTable = Readonly<z.infer<typeof skillTableSchema>>;

const failureSchema = z.object({ code: z.string().nullable(), message: z.string(), hint: z.string().optional() });

/** What was opened as a whole. */
export const skillsSummarySchema = z.object({
  kind: z.enum(['file', 'folder', 'archive']),
  /** The first look goes on, it is done, or it was stopped by the person. Later looks keep `ready`. */
  state: z.enum(['checking', 'ready', 'stopped']),
  /** Why nothing can be shown; a folder that comes back is read again. */
  error: failureSchema.nullable(),
  /** Folders looked at so far. */
  folders: z.number().int(),
  skills: z.number().int(),
  valid: z.number().int(),
  format: z.number().int(),
  refused: z.number().int(),
  /** Skills with an error or a warning. */
  problems: z.number().int(),
  /** Milliseconds that the whole look took. */
  took: z.number().nullable(),
  /** The rules that were broken and by how many skills, most first. */
  rules: z.array(z.object({ id: z.string(), title: z.string(), severity: severitySchema, skills: z.number().int() })),
  /** Folders that could not be read, limits that were met; at most a few hundred. */
  failures: z.array(z.object({ path: z.string(), message: z.string() })),
  watching: z.boolean(),
  /** When something changed on disk last, ms since 1970. */
  changedAt: z.number().nullable(),
  /** Whether style is spoken of, too. */
  advice: z.boolean(),
});
export type SkillsSummary = Readonly<z.infer<typeof skillsSummarySchema>>;

/** A finding as the window has it: a fix is a name; its edits stay where they are made. */
export const shownSkillFindingSchema = skillFindingSchema.omit({ fix: true, file: true }).extend({
  title: z.string(),
  why: z.string(),
  /** The file it stands in, relative to the skill, made visible; null for the skill's own text. */
  elsewhere: z.string().nullable(),
  fix: z.object({ key: z.string(), title: z.string() }).nullable(),
});
export type ShownSkillFinding = Readonly<z.infer<typeof shownSkillFindingSchema>>;

/** Bytes of SKILL.md, told by their hash: a fix is made of these or not at all. */
export const contentHashSchema = z.string().regex(/^[0-9a-f]{64}$/);

export const skillDetailSchema = z.object({
  row: skillListRowSchema,
  kind: z.enum(['file', 'folder', 'archive']),
  /** The skill's file below what was opened, made visible; null without one. */
  file: z.string().nullable(),
  /** Its text without a BOM, decoded as well as can be; null where it cannot be read. */
  text: z.string().nullable(),
  /** Whether the text goes on. */
  cut: z.boolean(),
  hash: contentHashSchema.nullable(),
  verdicts: skillVerdictsSchema,
  findings: z.array(shownSkillFindingSchema),
  /** Findings that are not in the list. */
  moreFindings: z.number().int(),
  front: z.object({ name: z.string().nullable(), description: z.string().nullable() }).nullable(),
  /** As Murmur describes it, and its length in code points. */
  description: z.string().nullable(),
  descriptionLength: z.number().int(),
  packs: z.object({
    files: z.number().int(),
    bytes: z.number(),
    list: z.array(z.object({ path: z.string(), bytes: z.number() })),
  }),
  skipped: z.object({ count: z.number().int(), list: z.array(z.object({ path: z.string(), why: z.string() })) }),
  manifest: z.string().nullable(),
  /** Why it cannot be packed or fixed here; null where it can. */
  readOnly: z.string().nullable(),
});
export type SkillDetail = Readonly<z.infer<typeof skillDetailSchema>>;

/** One finding's fix, or every fix of one rule in the skill. */
export const fixChoiceSchema = z.union([
  z.object({ key: z.string().max(100) }),
  z.object({ rule: z.string().max(200) }),
]);
export type FixChoice = Readonly<z.infer<typeof fixChoiceSchema>>;
const fixAskSchema = z.object({ hash: contentHashSchema, what: fixChoiceSchema });

/** Lines as they are and as they would be. */
export const hunkSchema = z.object({
  /** Number of the first line, from 1. */
  line: z.number().int(),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type Hunk = Readonly<z.infer<typeof hunkSchema>>;

export const fixPreviewSchema = z.object({
  title: z.string(),
  fixes: z.number().int(),
  hunks: z.array(hunkSchema),
  /** Lines that changed beyond those shown. */
  more: z.number().int(),
});
export type FixPreview = Readonly<z.infer<typeof fixPreviewSchema>>;

export const packAskSchema = z.object({
  name: z.string().max(200),
  version: z.string().max(200),
  summary: z.string().max(4096),
  target: z.enum(['0.9', '0.10']),
});
export type PackAsk = Readonly<z.infer<typeof packAskSchema>>;

export const packPlanSchema = z.object({
  /** In the order of the archive; at most a few thousand. */
  entries: z.array(z.object({ name: z.string(), bytes: z.number() })),
  count: z.number().int(),
  bytes: z.number(),
  manifest: z.string(),
});
export type ShownPackPlan = Readonly<z.infer<typeof packPlanSchema>>;

export const skillReportFormSchema = z.enum(['text', 'markdown', 'json', 'sarif']);
export type SkillReportForm = z.infer<typeof skillReportFormSchema>;

const rowNumber = z.number().int().nonnegative();
const ofSkill = [tokenSchema, skillIdSchema] as const;

export const skillsCalls = {
  /** Asks for folders; empty if the person changed their mind. */
  'skills:choose': call(z.tuple([]), z.array(openedSchema)),
  /**
   * Looks at everything below and follows it from then on: what comes and changes is told by `skills:changed`. Takes the
   * token of a package, too, whose skills it then holds.
   */
  'skills:open': call(z.tuple([tokenSchema]), skillsSummarySchema),
  /** Stops a look that goes on; what was found stays. */
  'skills:stop': call(z.tuple([tokenSchema]), skillsSummarySchema),
  /** Looks at everything again. */
  'skills:check': call(z.tuple([tokenSchema]), skillsSummarySchema),
  'skills:advice': call(z.tuple([tokenSchema, z.boolean()]), skillsSummarySchema),
  'skills:table': call(z.tuple([tokenSchema, skillQuerySchema]), skillTableSchema),
  'skills:rows': call(
    z.tuple([tokenSchema, z.number().int(), rowNumber, z.number().int().min(1).max(500)]),
    z.array(skillListRowSchema),
  ),
  /** The row number of a skill in a made table, null if it is not shown there. */
  'skills:row-of': call(z.tuple([tokenSchema, z.number().int(), skillIdSchema]), rowNumber.nullable()),
  'skills:detail': call(z.tuple(ofSkill), skillDetailSchema),
  'skills:fix-preview': call(z.tuple([...ofSkill, fixAskSchema]), fixPreviewSchema),
  /** Writes SKILL.md if its content is still the one with the hash; the number takes it back. */
  'skills:fix': call(z.tuple([...ofSkill, fixAskSchema]), z.object({ title: z.string(), undo: z.number().int() })),
  /** Puts the bytes back that a fix replaced, if the file is still as the fix left it. */
  'skills:undo': call(z.tuple([tokenSchema, z.number().int()]), z.object({ title: z.string() })),
  'skills:edit': call(z.tuple(ofSkill), z.null()),
  'skills:reveal': call(z.tuple(ofSkill), z.null()),
  /** One skill, or all. */
  'skills:report': call(z.tuple([tokenSchema, skillReportFormSchema, skillIdSchema.nullable()]), z.string()),
  'skills:save-report': call(
    z.tuple([tokenSchema, skillReportFormSchema, skillIdSchema.nullable()]),
    z.object({ saved: z.string().nullable() }),
  ),
  'skills:pack-plan': call(z.tuple([...ofSkill, packAskSchema]), packPlanSchema),
  /** Asks where to, writes, reads it back, and opens it; null if the person changed their mind. */
  'skills:pack': call(
    z.tuple([...ofSkill, packAskSchema]),
    z.object({ saved: z.string(), bytes: z.number(), sha256: z.string(), opened: openedSchema }).nullable(),
  ),
  /** Opens a folder of this machine that a row of a package's `Manifest files` names as a skill's source. */
  'skills:open-source': call(z.tuple([tokenSchema, rowNumber]), openedSchema),
  'skills:close': call(z.tuple([tokenSchema]), z.null()),
} as const;

export const skillsEvents = {
  /** More was found, or something changed on disk: ask for the table again, and for the details of the skills named. */
  'skills:changed': z.object({
    token: tokenSchema,
    summary: skillsSummarySchema,
    /** Skills that changed or went; null for any number of them. */
    ids: z.array(skillIdSchema).max(300).nullable(),
  }),
} as const;
