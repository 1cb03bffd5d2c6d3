import { isAbsolute } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import {
  CAPABILITIES,
  type Capability,
  type Runner,
  type RunnerRow,
  type RunnersRefusal,
} from '../../shared/models/naming';
import { err, ok, type Result } from '../../shared/result';
import { decodeUtf8 } from '../text/utf8';
import { isBlank, trim } from '../text/white';

/** Bytes of a runners.toml that are looked at. */
export const RUNNERS_LIMIT = 1024 * 1024;
/** Stands for the packet file's path in a command. */
export const PACKET_FILE = '{packet_file}';

/** What a runners.toml holds: every table with everything that is wrong with it, and what is wrong with the whole. */
export interface RunnersReading {
  readonly rows: readonly RunnerRow[];
  /** The first thing that stops the daemon from starting, or null: then every row has a runner. */
  readonly first: RunnersRefusal | null;
}

const seconds = (fallback: bigint) =>
  z.bigint('must be a whole number of seconds').nonnegative('must not be negative').default(fallback);
const texts = z.array(z.string('must be texts'), 'must be a list of texts');

/** The types of one table; what its values must be beyond that is in `FIELD_RULES`. Unknown keys are ignored. */
const tableSchema = z.object({
  id: z.string('must be a text'),
  capability: z.string('must be a text'),
  command: texts,
  gate_command: texts.default([]),
  workspace_allowlist: texts.default([]),
  timeout_secs: seconds(1800n),
  naming_timeout_secs: seconds(20n),
  curation_timeout_secs: seconds(300n),
});

interface FieldRule {
  readonly field: string;
  /** The end of the sentence `runner '…': field …` for each breach. */
  readonly breaches: (runner: Runner) => readonly string[];
}

const when = (broken: boolean, sentence: string): readonly string[] => (broken ? [sentence] : []);
const building = (runner: Runner) => capabilityOf(runner) === 'build-runner';
const positive = (field: string, value: (runner: Runner) => bigint): FieldRule => ({
  field,
  breaches: (runner) => when(value(runner) === 0n, 'must be greater than zero'),
});

/** The rules of one runner in the daemon's order (4.1; words from golden/own/runners). The id's rules come before. */
const FIELD_RULES: readonly FieldRule[] = [
  {
    field: 'capability',
    breaches: (runner) =>
      when(
        capabilityOf(runner) === null,
        `'${runner.capability}' is not a supported capability — pin \`build-runner\`, \`naming-runner\`, or ` +
          '`hand-runner` (loop/review-runner are out of the MVP, §5e)',
      ),
  },
  {
    field: 'command',
    breaches: (runner) => when(runner.command.length === 0, 'must name the agent CLI (at least one element)'),
  },
  {
    field: 'command',
    breaches: (runner) =>
      when(
        building(runner) && runner.command.length > 0 && !usesPacketFile(runner.command),
        'must contain the `{packet_file}` token — the daemon writes the packet into the worktree and splices its path here',
      ),
  },
  {
    field: 'gate_command',
    breaches: (runner) =>
      when(
        building(runner) && runner.gateCommand.length === 0,
        'must name the gate the daemon runs after the agent exits (§5c)',
      ),
  },
  {
    field: 'workspace_allowlist',
    breaches: (runner) =>
      when(
        building(runner) && runner.workspaceAllowlist.length === 0,
        'must list at least one absolute repo root this runner may run in (§5a)',
      ),
  },
  {
    field: 'workspace_allowlist',
    breaches: (runner) =>
      runner.workspaceAllowlist
        .filter((path) => !isAbsolute(path))
        .map((path) => `'${path}' is not an absolute path — the allowlist is absolute repo roots`),
  },
  positive('timeout_secs', (runner) => runner.timeoutSecs),
  positive('naming_timeout_secs', (runner) => runner.namingTimeoutSecs),
  positive('curation_timeout_secs', (runner) => runner.curationTimeoutSecs),
];

/** The capability a runner is pinned with (blanks around it do not count), or null if there is no such capability. */
export function capabilityOf(runner: Runner): Capability | null {
  const spelled = trim(runner.capability);
  return CAPABILITIES.find((capability) => capability === spelled) ?? null;
}

/** Whether a command wants the packet as a file. */
export function usesPacketFile(command: readonly string[]): boolean {
  return command.some((argument) => argument.includes(PACKET_FILE));
}

/**
 * Reads the bytes of a runners.toml (4.1): all tables, all refusals, and the one the daemon would answer with. Never
 * throws; bytes that are not UTF-8 or more than `RUNNERS_LIMIT` are a `parse` refusal.
 */
export function readRunners(bytes: Uint8Array): RunnersReading {
  const tables = parseTables(bytes);
  if (!tables.ok) return { rows: [], first: tables.error };
  if (tables.value.length === 0) return { rows: [], first: EMPTY };
  const rows = tables.value.map(readTable);
  // The daemon parses the whole file before it looks at any rule.
  const refusals = rows.flatMap((row) => row.refusals);
  return { rows: withRules(rows), first: refusals[0] ?? withRules(rows).flatMap((row) => row.refusals)[0] ?? null };
}

/** The daemon's answer: all runners with their defaults, or the first refusal. */
export function parseRunners(bytes: Uint8Array): Result<readonly Runner[], RunnersRefusal> {
  const reading = readRunners(bytes);
  if (reading.first) return err(reading.first);
  return ok(reading.rows.flatMap((row) => (row.runner ? [row.runner] : [])));
}

const EMPTY: RunnersRefusal = {
  kind: 'empty',
  message: 'runners.toml has no [[runner]] entries — a daemon with no pinned runners can spawn nothing',
};

function parseRefusal(why: string, place?: { line: number; column: number }): RunnersRefusal {
  const message = `runners.toml is not valid TOML: ${why}`;
  return place ? { kind: 'parse', message, place } : { kind: 'parse', message };
}

function parseTables(bytes: Uint8Array): Result<readonly unknown[], RunnersRefusal> {
  if (bytes.length > RUNNERS_LIMIT) return err(parseRefusal('it is over 1 MiB'));
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return err(parseRefusal(`it is not UTF-8 (byte ${decoded.fault.at + 1})`));
  try {
    const document = parse(decoded.text, { integersAsBigInt: true, maxDepth: 100 });
    if (holdsTooBigInteger(document)) return err(parseRefusal('an integer does not fit 64 bits'));
    const runner = document.runner ?? [];
    return Array.isArray(runner) ? ok(runner) : err(parseRefusal('`runner` must be a list of tables ([[runner]])'));
  } catch (error) {
    if (error instanceof TomlError) {
      const { line, column } = error;
      const [first = ''] = error.message.replace('Invalid TOML document: ', '').split('\n');
      return err(parseRefusal(`${first} (line ${line}, column ${column})`, { line, column }));
    }
    // Whatever else a parser may throw on hostile text is still only a file that is no TOML.
    return err(parseRefusal(error instanceof Error ? error.message : String(error)));
  }
}

/** TOML's integers have 64 bits for the daemon, wherever they stand; our parser reads any. */
function holdsTooBigInteger(document: object): boolean {
  const open: object[] = [document];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const value of Object.values(next)) {
      if (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value) return true;
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return false;
}

function readTable(table: unknown, index: number): RunnerRow {
  const read = tableSchema.safeParse(table);
  if (read.success) {
    const given = read.data;
    const runner: Runner = {
      id: given.id,
      capability: given.capability,
      command: given.command,
      gateCommand: given.gate_command,
      workspaceAllowlist: given.workspace_allowlist,
      timeoutSecs: given.timeout_secs,
      namingTimeoutSecs: given.naming_timeout_secs,
      curationTimeoutSecs: given.curation_timeout_secs,
    };
    return { index, id: runner.id, runner, refusals: [] };
  }
  // By hand, not by a schema: a file may hold a hundred thousand tables that are none.
  const fields = new Map(typeof table === 'object' && table !== null ? Object.entries(table) : []);
  const id: unknown = fields.get('id');
  const refusals = read.error.issues.map((issue) => {
    const [field, place] = issue.path;
    const missing = fields.get(String(field)) === undefined;
    const what =
      field === undefined ? 'it must be a table' : `\`${String(field)}\` ${missing ? 'is missing' : issue.message}`;
    const at = typeof place === 'number' ? ` (element ${place + 1})` : '';
    return parseRefusal(`runner ${index + 1}: ${what}${at}`);
  });
  return { index, id: typeof id === 'string' ? id : null, runner: null, refusals };
}

/** The rules of 4.1, for each table that could be read. */
function withRules(rows: readonly RunnerRow[]): RunnerRow[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const { runner } = row;
    if (!runner) return row;
    const refusals: RunnersRefusal[] = [];
    const breach = (field: string, sentence: string) =>
      refusals.push({ kind: 'field', message: `runner '${runner.id}': field \`${field}\` ${sentence}` });
    if (isBlank(runner.id)) breach('id', 'must be a non-empty runner id');
    if (seen.has(runner.id)) {
      refusals.push({
        kind: 'duplicate-id',
        message: `duplicate runner id '${runner.id}' — runner ids must be unique`,
      });
    }
    seen.add(runner.id);
    for (const rule of FIELD_RULES) for (const sentence of rule.breaches(runner)) breach(rule.field, sentence);
    return { ...row, refusals };
  });
}
