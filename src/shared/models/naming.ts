import { z } from 'zod';

/** What a pinned runner may be used for. Only a naming-runner answers a batch. */
export const CAPABILITIES = ['build-runner', 'naming-runner', 'hand-runner'] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** One `[[runner]]` table with its defaults filled in. Time-outs are 64-bit in the file, so they are exact here too. */
export const runnerSchema = z.object({
  id: z.string(),
  /** As spelled in the file; may have blanks around it. */
  capability: z.string(),
  command: z.array(z.string()),
  gateCommand: z.array(z.string()),
  workspaceAllowlist: z.array(z.string()),
  /** Seconds. */
  timeoutSecs: z.bigint(),
  /** Seconds one block may take, from spawn. */
  namingTimeoutSecs: z.bigint(),
  /** Seconds. */
  curationTimeoutSecs: z.bigint(),
});
export type Runner = Readonly<z.infer<typeof runnerSchema>>;

/** Why a runners.toml is refused: not TOML of this shape, no runner in it, an id twice, a field that breaks a rule. */
export const runnersRefusalSchema = z.object({
  kind: z.enum(['parse', 'empty', 'duplicate-id', 'field']),
  message: z.string(),
  place: z.object({ line: z.number().int(), column: z.number().int() }).optional(),
});
export type RunnersRefusal = Readonly<z.infer<typeof runnersRefusalSchema>>;

/** One table of the file as the window shows it: what could be read of it, and everything that is wrong with it. */
export const runnerRowSchema = z.object({
  /** Number of the table in the file, from 0. */
  index: z.number().int(),
  /** Null where the table has no id that is a text. */
  id: z.string().nullable(),
  /** Null where the table's values have the wrong types. */
  runner: runnerSchema.nullable(),
  refusals: z.array(runnersRefusalSchema),
});
export type RunnerRow = Readonly<z.infer<typeof runnerRowSchema>>;

/** What became of a block, in the order in which a person reads it. */
export const BLOCK_STATES = [
  'queued',
  'running',
  'ok',
  'bad-output',
  'exit-nonzero',
  'timeout',
  'spawn-failed',
  'cancelled',
] as const;
export const blockStateSchema = z.enum(BLOCK_STATES);
export type BlockState = z.infer<typeof blockStateSchema>;

/** How many blocks are in each state; the states always add up to `total`. */
export const countersSchema = z.object({
  total: z.number().int(),
  states: z.record(blockStateSchema, z.number().int()),
});
export type Counters = Readonly<z.infer<typeof countersSchema>>;

/** One block of a batch as a row. */
export const blockRowSchema = z.object({
  /** Position in the blocks file, from 0. */
  index: z.number().int(),
  blockId: z.string(),
  state: blockStateSchema,
  /** Milliseconds from spawn to result; of a running block so far; null before. */
  ms: z.number().nullable(),
  /** How often it was started. */
  attempts: z.number().int(),
  name: z.string().nullable(),
  purpose: z.string().nullable(),
  error: z.string().nullable(),
});
export type BlockRow = Readonly<z.infer<typeof blockRowSchema>>;

/** Bytes a runner printed, as kept: the beginning and the end, and how much between them was left out. */
export const printedSchema = z.object({
  /** Decoded as UTF-8, lossily. */
  head: z.string(),
  /** Bytes between head and tail that were not kept. */
  leftOut: z.number(),
  tail: z.string(),
  /** Bytes printed in all. */
  total: z.number(),
});
export type Printed = Readonly<z.infer<typeof printedSchema>>;

/** What happened to one block, for people: every step with its time. */
export const blockLogSchema = z.object({
  blockId: z.string(),
  /** The command as it was started, with the packet file's path in place. */
  argv: z.array(z.string()),
  cwd: z.string(),
  /** The line the runner got on stdin, up to the log's limit. */
  stdin: z.string(),
  stdinBytes: z.number(),
  /** Null before the block ran, and where the log was given up for newer ones. */
  stdout: printedSchema.nullable(),
  stderr: printedSchema.nullable(),
  steps: z.array(z.object({ ms: z.number(), what: z.string() })),
  note: z.string().nullable(),
});
export type BlockLog = Readonly<z.infer<typeof blockLogSchema>>;

export const batchPhaseSchema = z.enum(['ready', 'running', 'stopping', 'cancelling', 'done']);
export type BatchPhase = z.infer<typeof batchPhaseSchema>;

/** A change of a batch, sent at most 20 times a second. */
export const batchEventSchema = z.object({
  phase: batchPhaseSchema,
  counters: countersSchema,
  /** Milliseconds the batch has been running, retries included. */
  elapsedMs: z.number(),
  /** Milliseconds to go, an estimate; null before three results and when nothing runs. */
  estimateMs: z.number().nullable(),
  /** Rows that changed since the last event; null when they are too many to name. */
  changed: z.array(z.number().int()).nullable(),
});
export type BatchEvent = Readonly<z.infer<typeof batchEventSchema>>;

/** One block's answer on the wire of `/name`: fields that are none are left out. */
export const wireResultSchema = z.object({
  block_id: z.string(),
  ok: z.boolean(),
  name: z.string().optional(),
  purpose: z.string().optional(),
  error: z.string().optional(),
});
export type WireResult = Readonly<z.infer<typeof wireResultSchema>>;

/** One call of the endpoint, for its log. Never carries the secret or a packet. */
export const endpointCallSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  status: z.number().int(),
  /** Why it was refused, or how its blocks went. */
  what: z.string(),
  blocks: z.number().int(),
  failed: z.number().int(),
  ms: z.number(),
});
export type EndpointCall = Readonly<z.infer<typeof endpointCallSchema>>;
