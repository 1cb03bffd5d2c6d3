import { z } from 'zod';
import {
  batchEventSchema,
  blockLogSchema,
  blockRowSchema,
  blockStateSchema,
  endpointCallSchema,
  runnersRefusalSchema,
} from '../models/naming';
import { failureSchema } from '../models/package';
import { tokenSchema } from './app';
import { call } from './define';

/** One `[[runner]]` table as a row. All texts are made visible; they are for showing only. */
export const shownRunnerSchema = z.object({
  /** Number of the table in the file, from 0: what `pick-runner` takes. */
  index: z.number().int(),
  id: z.string(),
  capability: z.string(),
  command: z.array(z.string()),
  /** Seconds one block may take, in decimal digits; empty where the table could not be read. */
  limitSecs: z.string(),
  /** Whether it can answer a batch: a naming-runner of a file that is not refused. */
  pickable: z.boolean(),
  refusals: z.array(runnersRefusalSchema),
});
export type ShownRunner = Readonly<z.infer<typeof shownRunnerSchema>>;

/** The runners.toml that was chosen. */
export const chosenRunnersSchema = z.object({
  /** Last component, and whole path, made visible. */
  name: z.string(),
  path: z.string(),
  rows: z.array(shownRunnerSchema),
  /** What the daemon would answer; null if it takes the file. */
  refused: runnersRefusalSchema.nullable(),
  /** The runner that will run: the one picked, else the first naming-runner; null if there is none. */
  picked: z.number().int().nullable(),
});
export type ChosenRunners = Readonly<z.infer<typeof chosenRunnersSchema>>;

/** The blocks that were chosen. */
export const chosenBlocksSchema = z.object({
  name: z.string(),
  path: z.string(),
  blocks: z.number().int(),
  /** Bytes of all packets. */
  bytes: z.number(),
  /** A sentence about ids that stand more than once, or null. */
  repeated: z.string().nullable(),
});
export type ChosenBlocks = Readonly<z.infer<typeof chosenBlocksSchema>>;

export const endpointStateSchema = z.object({
  /** Null while it does not listen. */
  port: z.number().int().nullable(),
  /** Made visible. */
  secretFile: z.string(),
  /** Calls since it listens, and how many of them were refused. */
  calls: z.number().int(),
  refused: z.number().int(),
});
export type EndpointState = Readonly<z.infer<typeof endpointStateSchema>>;

/** Everything the Naming view stands on; rows and logs are asked for. */
export const namingStateSchema = z.object({
  runners: chosenRunnersSchema.nullable(),
  blocks: chosenBlocksSchema.nullable(),
  /** Why the last choice was not taken; the one before stays. */
  problem: failureSchema.nullable(),
  /** Where the runner works, made visible: the folder of runners.toml unless another was chosen. */
  cwd: z.string().nullable(),
  /** The exact command of the runner that will run, made visible; `{packet_file}` stands where the file's path will. */
  argv: z.array(z.string()).nullable(),
  /** Whether it ran before with this content of runners.toml in this folder: if not, starting asks first. */
  confirmed: z.boolean(),
  /** Null before a start. `number` tells batches apart. */
  batch: z.object({ number: z.number().int(), runnerId: z.string(), event: batchEventSchema }).nullable(),
  endpoint: endpointStateSchema,
  /** Whether there is a sample to try. */
  sample: z.boolean(),
});
export type NamingState = Readonly<z.infer<typeof namingStateSchema>>;

/** How the table of blocks is asked for. */
export const blockQuerySchema = z.object({
  /** States that are shown; empty for all. */
  states: z.array(blockStateSchema).max(8),
  /** Case-insensitive part of the id, the name, the purpose or the error. */
  filter: z.string().max(4096),
  sort: z.enum(['index', 'block', 'state', 'time', 'name']),
  direction: z.enum(['up', 'down']),
});
export type BlockQuery = Readonly<z.infer<typeof blockQuerySchema>>;

export const blockTableSchema = z.object({ table: z.number().int(), rows: z.number().int() });
export type BlockTable = Readonly<z.infer<typeof blockTableSchema>>;

const indexSchema = z.number().int().nonnegative();

export const namingCalls = {
  'naming:state': call(z.tuple([]), namingStateSchema),
  /** Asks which file; the state is as before if the person changed their mind. */
  'naming:choose-runners': call(z.tuple([]), namingStateSchema),
  /** A JSON array, JSON lines, or a folder of packets. */
  'naming:choose-blocks': call(z.tuple([z.enum(['file', 'folder'])]), namingStateSchema),
  /** Where the runner works. */
  'naming:choose-cwd': call(z.tuple([]), namingStateSchema),
  /** What was dropped or opened as naming: runners.toml or blocks, as its content says. */
  'naming:use': call(z.tuple([tokenSchema]), namingStateSchema),
  'naming:use-sample': call(z.tuple([]), namingStateSchema),
  /** Reads both choices again. */
  'naming:reload': call(z.tuple([]), namingStateSchema),
  /** The runner of this row; null for the file's first naming-runner. */
  'naming:pick-runner': call(z.tuple([indexSchema.nullable()]), namingStateSchema),
  /** Asks first where the command was not confirmed yet; `started` false if the answer was no. */
  'naming:start': call(z.tuple([]), z.object({ started: z.boolean(), state: namingStateSchema })),
  /** Settles when no process of the batch is left. */
  'naming:cancel': call(z.tuple([]), namingStateSchema),
  /** Settles at once; the running blocks still end by themselves. */
  'naming:stop': call(z.tuple([]), namingStateSchema),
  'naming:retry': call(
    z.tuple([z.union([z.literal('failed'), z.array(indexSchema).max(1_000_000)])]),
    namingStateSchema,
  ),
  'naming:table': call(z.tuple([blockQuerySchema]), blockTableSchema),
  /** Ids, names and errors in rows are made visible, and cut at 400 characters. */
  'naming:rows': call(
    z.tuple([z.number().int(), indexSchema, z.number().int().min(1).max(500)]),
    z.array(blockRowSchema),
  ),
  /** The place of a block in a made table, null if it is not shown there. */
  'naming:row-of': call(z.tuple([z.number().int(), indexSchema]), z.number().int().nullable()),
  /** Null before the block ran. Texts are exact. */
  'naming:log': call(z.tuple([indexSchema]), blockLogSchema.nullable()),
  /** Asks where to save; null if the person changed their mind. */
  'naming:export': call(z.tuple([z.enum(['json', 'csv', 'wire'])]), z.object({ saved: z.string().nullable() })),
  /** Port 0 takes one that is free. Makes the secret file if there is none. Asks first like `start`. */
  'naming:endpoint-start': call(z.tuple([z.number().int().min(0).max(65_535)]), namingStateSchema),
  /** Settles when every call is cancelled and no process of one is left. */
  'naming:endpoint-stop': call(z.tuple([]), namingStateSchema),
  'naming:choose-secret': call(z.tuple([]), namingStateSchema),
  /** The latest calls, newest first. */
  'naming:endpoint-log': call(z.tuple([]), z.array(endpointCallSchema)),
} as const;

export const namingEvents = {
  /** At most 20 a second; the last change always comes. */
  'naming:progress': z.object({ number: z.number().int(), event: batchEventSchema }),
  /** At most 20 a second, however many calls there are. */
  'naming:endpoint': endpointStateSchema,
} as const;
