import { expect, test } from 'vitest';
import { blocksOf, type FakeMachine, fakeMachine, runnerOf } from '../../../test/support/naming-machine';
import type { BatchEvent } from '../../shared/models/naming';
import { type BatchOptions, NamingBatch } from './batch';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `b${index}`);

function batchOf(count: number, more: Partial<BatchOptions> = {}) {
  const machine = fakeMachine();
  const events: BatchEvent[] = [];
  const batch = new NamingBatch({
    runner: runnerOf(['namer']),
    blocks: blocksOf(ids(count)),
    cwd: '/w',
    machine,
    onEvent: (event) => events.push(event),
    ...more,
  });
  return { batch, machine: (more.machine as FakeMachine | undefined) ?? machine, events };
}
const states = (batch: NamingBatch) => batch.rows().map((row) => row.state);
/** Whether a promise has settled by now. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let is = false;
  void promise.then(() => {
    is = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return is;
}

test('four run at a time, and the next starts the moment one ends', () => {
  const { batch, machine } = batchOf(6);
  void batch.start();
  expect(states(batch)).toEqual(['running', 'running', 'running', 'running', 'queued', 'queued']);
  machine.started[2]?.answer();
  expect(machine.started.map((process) => process.blockId)).toEqual(['b0', 'b1', 'b2', 'b3', 'b4']);
  expect(states(batch)).toEqual(['running', 'running', 'ok', 'running', 'running', 'queued']);
});

test('results stay in block order whatever order they come in, and the end is the end of the last', async () => {
  const { batch, machine } = batchOf(4);
  const done = batch.start();
  for (const index of [3, 1, 0]) machine.started[index]?.answer();
  expect(await settled(done)).toBe(false);
  machine.started[2]?.answer();
  expect(await settled(done)).toBe(true);
  expect(batch.rows().map((row) => row.name)).toEqual(['Name of b0', 'Name of b1', 'Name of b2', 'Name of b3']);
  expect(batch.phase).toBe('done');
});

test('the limit counts from the spawn: SIGTERM then, SIGKILL one second later, and the result says so', () => {
  const { batch, machine } = batchOf(1);
  void batch.start();
  const process = machine.started[0];
  machine.clock.pass(19_999);
  expect(process?.signals).toEqual([]);
  machine.clock.pass(1);
  expect(process?.signals).toEqual(['SIGTERM']);
  machine.clock.pass(999);
  expect(process?.signals).toEqual(['SIGTERM']);
  machine.clock.pass(1);
  expect(process?.signals).toEqual(['SIGTERM', 'SIGKILL']);
  process?.exit(null, { signal: 'SIGKILL' });
  expect(batch.row(0)).toMatchObject({
    state: 'timeout',
    error: 'naming runner timed out after 20s — killed',
    ms: 21_000,
  });
});

test('a runner that ends in time is not troubled later', () => {
  const { batch, machine } = batchOf(1);
  void batch.start();
  machine.started[0]?.answer();
  machine.clock.pass(60_000);
  expect(machine.started[0]?.signals).toEqual([]);
  expect(machine.clock.waiting).toBe(0);
});

test('a limit of 64 bits is no limit at once', () => {
  const { batch, machine } = batchOf(1, { runner: runnerOf(['namer'], { namingTimeoutSecs: 2n ** 63n - 1n }) });
  void batch.start();
  machine.clock.pass(10 ** 12);
  expect(states(batch)).toEqual(['running']);
});

test('the exit counts: pipes that somebody holds delay a result by 250 ms, and are let go', () => {
  const { batch, machine } = batchOf(1);
  void batch.start();
  const [process] = machine.started;
  process?.print('{"name": "N", "purpose": "P"}');
  process?.exit(0, { pipesHeld: true });
  machine.clock.pass(249);
  expect(states(batch)).toEqual(['running']);
  machine.clock.pass(1);
  expect(states(batch)).toEqual(['ok']);
  expect(process?.pipesClosed).toBe(true);
});

test('what arrives within those 250 ms still counts', () => {
  const { batch, machine } = batchOf(1);
  void batch.start();
  const [process] = machine.started;
  process?.exit(0, { pipesHeld: true });
  process?.print('{"name": "Late", "purpose": "P"}');
  machine.clock.pass(250);
  expect(batch.row(0)).toMatchObject({ state: 'ok', name: 'Late' });
});

test('what a runner leaves running is ended after its result, and the batch waits for it', async () => {
  const { batch, machine } = batchOf(5);
  const done = batch.start();
  const [first] = machine.started;
  if (first) first.leftovers = true;
  first?.answer();
  expect(batch.row(0)?.state).toBe('ok');
  expect(first?.signals).toEqual(['SIGTERM']);
  expect(machine.started).toHaveLength(5); // the place is free at once
  for (const process of machine.started.slice(1)) process.answer();
  expect(batch.counters().states.ok).toBe(5);
  expect(await settled(done)).toBe(false);
  machine.clock.pass(1000);
  expect(first?.signals).toEqual(['SIGTERM', 'SIGKILL']);
  expect(await settled(done)).toBe(false);
  if (first) first.leftovers = false;
  machine.clock.pass(100);
  expect(await settled(done)).toBe(true);
  expect(machine.started.every((process) => process.released)).toBe(true);
});

test('cancel: the waiting are cancelled at once, the running are ended, and the promise waits for the last group', async () => {
  const { batch, machine } = batchOf(6);
  void batch.start();
  machine.started[0]?.answer();
  const cancelled = batch.cancel();
  expect(states(batch)).toEqual(['ok', 'running', 'running', 'running', 'running', 'cancelled']);
  expect(machine.started.map((process) => process.signals.join())).toEqual([
    '',
    'SIGTERM',
    'SIGTERM',
    'SIGTERM',
    'SIGTERM',
  ]);
  for (const process of machine.started.slice(1, 4)) process.exit(null, { signal: 'SIGTERM' });
  expect(await settled(cancelled)).toBe(false);
  machine.clock.pass(1000);
  expect(machine.started[4]?.signals).toEqual(['SIGTERM', 'SIGKILL']);
  machine.started[4]?.exit(null, { signal: 'SIGKILL' });
  expect(await settled(cancelled)).toBe(true);
  expect(batch.rows().map((row) => row.error)).toEqual([null, ...Array(5).fill('cancelled')]);
});

test('a runner that answered before the cancel keeps its answer, one that timed out its time-out', () => {
  const { batch, machine } = batchOf(2);
  void batch.start();
  machine.started[0]?.print('{"name": "N", "purpose": "P"}');
  machine.started[0]?.exit(0, { pipesHeld: true });
  machine.clock.pass(240);
  void batch.cancel();
  machine.clock.pass(10);
  machine.started[1]?.exit(null, { signal: 'SIGTERM' });
  expect(states(batch)).toEqual(['ok', 'cancelled']);
});

test('stop after the running ones: no new ones, the running ones finish with their results', async () => {
  const { batch, machine } = batchOf(6);
  const done = batch.start();
  void batch.stopAfterRunning();
  expect(batch.phase).toBe('stopping');
  expect(states(batch).slice(4)).toEqual(['cancelled', 'cancelled']);
  for (const process of machine.started) process.answer();
  expect(await settled(done)).toBe(true);
  expect(batch.counters().states).toMatchObject({ ok: 4, cancelled: 2, queued: 0, running: 0 });
  expect(machine.started).toHaveLength(4);
});

test('stop may become cancel, and cancel never becomes stop', () => {
  const { batch, machine } = batchOf(2);
  void batch.start();
  void batch.stopAfterRunning();
  void batch.cancel();
  void batch.stopAfterRunning();
  expect(batch.phase).toBe('cancelling');
  expect(machine.started[0]?.signals).toEqual(['SIGTERM']);
});

test('retry runs a subset again and keeps every other result', async () => {
  const { batch, machine } = batchOf(4);
  void batch.start();
  machine.started[0]?.answer();
  machine.started[1]?.exit(3);
  machine.started[2]?.answer();
  machine.started[3]?.exit(4);
  expect(batch.failed()).toEqual([1, 3]);
  const again = batch.retry([...batch.failed(), 1, 99]);
  expect(states(batch)).toEqual(['ok', 'running', 'ok', 'running']);
  machine.started[4]?.answer('Second try');
  machine.started[5]?.exit(4);
  expect(await settled(again)).toBe(true);
  expect(batch.row(1)).toMatchObject({ state: 'ok', name: 'Second try', error: null, attempts: 2 });
  expect(batch.row(0)).toMatchObject({ state: 'ok', name: 'Name of b0', attempts: 1 });
  expect(states(batch)).toEqual(['ok', 'ok', 'ok', 'exit-nonzero']);
});

test('a retry that was cancelled before it began leaves the earlier result', () => {
  const { batch, machine } = batchOf(5);
  void batch.start();
  for (let index = 0; index < 5; index++) machine.started[index]?.answer();
  void batch.retry([0, 1, 2, 3, 4]);
  void batch.cancel();
  expect(batch.row(4)).toMatchObject({ state: 'ok', name: 'Name of b4', attempts: 1 });
  for (const process of machine.started.slice(5)) process.exit(null, { signal: 'SIGTERM' });
  expect(states(batch)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled', 'ok']);
});

test('a block that is retried while its first group still ends has two runs that do not mix', async () => {
  const { batch, machine } = batchOf(1);
  void batch.start();
  const [first] = machine.started;
  if (first) first.leftovers = true;
  first?.exit(1);
  const again = batch.retry([0]);
  machine.started[1]?.answer();
  expect(batch.row(0)).toMatchObject({ state: 'ok' });
  expect(await settled(again)).toBe(false);
  if (first) first.leftovers = false;
  machine.clock.pass(20);
  expect(await settled(again)).toBe(true);
});

test('a program that cannot start fails its block only', async () => {
  const machine = fakeMachine(new Map([['b1', 'there is no program']]));
  const { batch } = batchOf(3, { machine });
  const done = batch.start();
  for (const process of machine.started) process.answer();
  expect(await settled(done)).toBe(true);
  expect(batch.row(1)).toMatchObject({
    state: 'spawn-failed',
    error: 'naming runner spawn failed: there is no program',
  });
  expect(states(batch)).toEqual(['ok', 'spawn-failed', 'ok']);
});

test('each block has a packet file of its own, in every place of the command, gone when its group is', () => {
  const { batch, machine } = batchOf(2, {
    runner: runnerOf(['namer', '--in={packet_file}', '{packet_file}:{packet_file}', '$&']),
  });
  void batch.start();
  expect(machine.started.map((process) => process.order.argv)).toEqual([
    ['namer', '--in=/private/0/packet.json', '/private/0/packet.json:/private/0/packet.json', '$&'],
    ['namer', '--in=/private/1/packet.json', '/private/1/packet.json:/private/1/packet.json', '$&'],
  ]);
  expect(machine.files.size).toBe(2);
  machine.started[0]?.answer();
  expect([...machine.files]).toEqual(['/private/1/packet.json']);
});

test('a packet file that cannot be written is said in the words of the wire', async () => {
  const machine: FakeMachine = {
    ...fakeMachine(),
    packetFiles: {
      write() {
        throw new Error('no space left');
      },
    },
  };
  const { batch } = batchOf(1, { machine, runner: runnerOf(['namer', '{packet_file}']) });
  expect(await settled(batch.start())).toBe(true);
  expect(batch.row(0)).toMatchObject({
    state: 'spawn-failed',
    error: 'cannot write the packet temp file: no space left',
  });
});

test('events come at most 20 a second, their counters always add up, and the last one is the truth', () => {
  const { batch, machine, events } = batchOf(400);
  void batch.start();
  let began = 0;
  for (let step = 0; began < 400; step++) {
    const process = machine.started[began];
    if (process) {
      if (step % 3 === 0) process.exit(1);
      else process.answer();
      began++;
    }
    machine.clock.pass(7);
  }
  machine.clock.pass(50);
  expect(events.length).toBeGreaterThan(20);
  expect(events.length).toBeLessThanOrEqual((400 * 7 + 50) / 50 + 1);
  for (const { counters } of events) {
    expect(Object.values(counters.states).reduce((sum, count) => sum + count, 0)).toBe(400);
  }
  expect(events.at(-1)).toMatchObject({ phase: 'done', counters: batch.counters(), estimateMs: null });
  const told = new Set(events.flatMap((event) => event.changed ?? []));
  expect(told.size).toBe(400);
});

test('too many changes at once are not named one by one', () => {
  const { batch, machine, events } = batchOf(2000);
  void batch.start();
  void batch.cancel();
  machine.clock.pass(0);
  expect(events).toHaveLength(1);
  expect(events[0]?.changed).toBeNull();
});

test('there is an estimate after three results, of the time per result so far', () => {
  const { batch, machine } = batchOf(10);
  void batch.start();
  for (let index = 0; index < 2; index++) {
    machine.clock.pass(1000);
    machine.started[index]?.answer();
  }
  expect(batch.event().estimateMs).toBeNull();
  machine.clock.pass(1000);
  machine.started[2]?.answer();
  expect(batch.event()).toMatchObject({ elapsedMs: 3000, estimateMs: 7000 });
});

test('the log of a block tells its steps, what it was given and what it printed', () => {
  const { batch, machine } = batchOf(1);
  expect(batch.log(0)).toBeNull();
  void batch.start();
  machine.clock.pass(110);
  machine.started[0]?.complain('loading model…\n');
  machine.clock.pass(20_000);
  machine.started[0]?.exit(null, { signal: 'SIGTERM' });
  expect(batch.log(0)).toMatchObject({
    argv: ['namer'],
    cwd: '/w',
    stdin: '{"block_id":"b0"}',
    stdinBytes: 18,
    stderr: { head: 'loading model…\n', tail: '', leftOut: 0, total: 17 },
    note: null,
    steps: [
      { ms: 0, what: 'started, pid 1001' },
      { ms: 20_000, what: 'SIGTERM to the group' },
      { ms: 20_110, what: 'ended by SIGTERM' },
    ],
  });
});

test('logs share one limit: the oldest is given up and says so', () => {
  const { batch, machine } = batchOf(3, { logsLimit: 10_000 });
  void batch.start();
  for (const process of machine.started) {
    process.print('x'.repeat(4000));
    process.exit(1);
  }
  expect(batch.log(0)).toMatchObject({ stdout: null, note: expect.stringContaining('given up') });
  expect(batch.log(2)?.stdout?.total).toBe(4000);
});

test('a batch of no blocks is done at once', async () => {
  const { batch } = batchOf(0);
  expect(await settled(batch.start())).toBe(true);
  expect(batch.phase).toBe('done');
});

test('a batch that is cancelled before it began runs nothing', async () => {
  const { batch, machine } = batchOf(3);
  expect(await settled(batch.dispose())).toBe(true);
  expect(machine.started).toEqual([]);
  expect(batch.counters().states.cancelled).toBe(3);
});

test('after dispose there are no events', async () => {
  const { batch, machine, events } = batchOf(1);
  void batch.start();
  const disposed = batch.dispose();
  machine.started[0]?.exit(null, { signal: 'SIGTERM' });
  await disposed;
  const before = events.length;
  machine.clock.pass(1000);
  expect(events.length).toBe(before);
});
