import type { BlockQuery, NamingState } from '../../../src/shared/contract/naming';
import { BLOCK_STATES, type BlockRow, type BlockState, type Counters } from '../../../src/shared/models/naming';
import { err, failure, ok } from '../../../src/shared/result';
import type { Answers, World } from './world';

const STATES: readonly BlockState[] = ['ok', 'ok', 'bad-output', 'ok', 'timeout', 'ok', 'exit-nonzero', 'spawn-failed'];
const ERRORS: Partial<Record<BlockState, string>> = {
  'bad-output': 'name: HTML markup',
  timeout: 'naming runner timed out after 20s — killed',
  'exit-nonzero': 'naming runner exited with status 3: the model file is not there',
  'spawn-failed': 'naming runner spawn failed: there is no program (No such file or directory)',
  cancelled: 'cancelled',
};

/** Blocks of which the first `done` have a result and four run. */
function blocksOf(total: number, done: number): BlockRow[] {
  return Array.from({ length: total }, (_, index) => {
    const ended = STATES[index % STATES.length] ?? 'ok';
    const state: BlockState = index < done ? ended : index < done + 4 ? 'running' : 'queued';
    return {
      index,
      blockId:
        index === 1 ? 'sb_⟨U+202E⟩evil_<img src=x onerror=alert(1)>' : `sb_block_${String(index).padStart(5, '0')}`,
      state,
      ms: state === 'queued' ? null : 120 + ((index * 37) % 900),
      attempts: state === 'queued' ? 0 : 1,
      name: state === 'ok' ? `Block ${index}` : null,
      purpose: state === 'ok' ? 'Says what it is for.' : null,
      error: ERRORS[state] ?? null,
    };
  });
}

function countersOf(rows: readonly BlockRow[]): Counters {
  const states = Object.fromEntries(BLOCK_STATES.map((state) => [state, 0])) as Record<BlockState, number>;
  for (const { state } of rows) states[state]++;
  return { total: rows.length, states };
}

const idle: NamingState = {
  runners: null,
  blocks: null,
  problem: null,
  cwd: null,
  argv: null,
  confirmed: false,
  batch: null,
  endpoint: { port: null, secretFile: '/home/sam/.config/murscope/runnerd.secret', calls: 0, refused: 0 },
  sample: true,
};

const chosen: NamingState = {
  ...idle,
  runners: {
    name: 'runners.toml',
    path: '/home/sam/naming/runners.toml',
    rows: [
      {
        index: 0,
        id: 'namer-1',
        capability: 'naming-runner',
        command: ['node', 'namer.mjs', '{packet_file}', 'two words'],
        limitSecs: '20',
        pickable: true,
        refusals: [],
      },
      {
        index: 1,
        id: 'builder',
        capability: 'build-runner',
        command: ['agent', '{packet_file}'],
        limitSecs: '20',
        pickable: false,
        refusals: [],
      },
    ],
    refused: null,
    picked: 0,
  },
  blocks: { name: 'blocks.jsonl', path: '/home/sam/naming/blocks.jsonl', blocks: 60, bytes: 48_213, repeated: null },
  cwd: '/home/sam/naming',
  argv: ['node', 'namer.mjs', '{packet_file}', 'two words'],
};

/** `?naming=batch:10000:300` has a batch of 10,000 blocks, 300 of them done; `?naming=chosen` only the files. */
export function namingAnswers(_world: World): Answers {
  const [what = '', total = '60', done = '38'] = (
    new URLSearchParams(globalThis.location?.search).get('naming') ?? ''
  ).split(':');
  let state = what === '' ? idle : chosen;
  const rows = blocksOf(Number(total), Number(done));
  const startBatch = (): NamingState => {
    const counters = countersOf(rows);
    const phase = Number(done) >= Number(total) ? 'done' : 'running';
    const event = { phase, counters, elapsedMs: 12_000, estimateMs: 8_000, changed: null } as const;
    return { ...state, batch: { number: 1, runnerId: 'namer-1', event } };
  };
  if (what === 'batch') state = startBatch();
  const tables = new Map<number, readonly BlockRow[]>();
  return {
    'naming:state': () => ok(state),
    'naming:use-sample': () => {
      state = chosen;
      return ok(state);
    },
    'naming:choose-runners': () => ok(state),
    'naming:choose-blocks': () => {
      state = {
        ...state,
        problem: failure('json', 'cut.json: line 1, column 15: it ends too early', 'Choose another.'),
      };
      return ok(state);
    },
    'naming:start': () => {
      state = startBatch();
      return ok({ started: true, state });
    },
    'naming:retry': () => ok(state),
    'naming:table': ([query]) => {
      const { states, filter, direction } = query as BlockQuery;
      const shown = rows.filter(
        (row) => (states.length === 0 || states.includes(row.state)) && row.blockId.includes(filter),
      );
      const table = tables.size + 1;
      tables.set(table, direction === 'up' ? shown : shown.reverse());
      return ok({ table, rows: shown.length });
    },
    'naming:rows': ([table, from, count]) => {
      const made = tables.get(Number(table));
      if (!made) return err(failure('table-replaced', 'Newer tables have taken the place of this one.'));
      return ok(made.slice(Number(from), Number(from) + Number(count)));
    },
    'naming:row-of': ([table, index]) => {
      const at = tables.get(Number(table))?.findIndex((row) => row.index === index) ?? -1;
      return ok(at < 0 ? null : at);
    },
    'naming:log': ([index]) =>
      ok(
        rows[Number(index)]?.state === 'queued'
          ? null
          : {
              blockId: `sb_block_${index}`,
              argv: ['node', 'namer.mjs', '/tmp/packet.json', 'two words'],
              cwd: '/home/sam/naming',
              stdin: `{"block_id":"sb_block_${index}"}`,
              stdinBytes: 32,
              stdout: { head: '{"name":"a\u202eb"}\n', leftOut: 4_000_000, tail: 'the end\n', total: 4_000_026 },
              stderr: { head: 'loading model…\n', leftOut: 0, tail: '', total: 17 },
              steps: [
                { ms: 2, what: 'started, pid 20733' },
                { ms: 20_000, what: 'time limit, SIGTERM to the group' },
              ],
              note: 'Left out here: 4000000 bytes of stdout.',
            },
      ),
  };
}
