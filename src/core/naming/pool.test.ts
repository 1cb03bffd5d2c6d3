import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isResting, newPool, PARALLELISM, type PoolEffect, type PoolEvent, type PoolState, step } from './pool';

/** A world in which the pool lives: what it asked for and has not got yet. */
class World {
  state: PoolState = newPool(1000);
  readonly alive = new Map<number, { block: number; started: boolean; exited: boolean; settled: boolean }>();
  readonly timers = new Map<string, PoolEvent>();
  readonly killed = new Set<number>();
  /** How often each block was asked for, and how often it came to an end. */
  readonly asked = new Map<number, number>();
  readonly ended = new Map<number, number>();
  rests = 0;
  busy = 0;

  tell(event: PoolEvent): void {
    const { state, effects } = step(this.state, event);
    this.state = state;
    for (const effect of effects) this.#do(effect);
    const running = [...state.runs.values()].filter((run) => run.phase !== 'leaving').length;
    expect(running).toBeLessThanOrEqual(PARALLELISM);
    expect(running).toBe([...this.alive.values()].filter((run) => !run.settled).length);
  }

  #do(effect: PoolEffect): void {
    if (effect.do === 'start') {
      this.alive.set(effect.run, { block: effect.block, started: false, exited: false, settled: false });
    } else if (effect.do === 'arm') {
      this.timers.set(`${effect.run} ${effect.timer}`, { type: 'timer', run: effect.run, timer: effect.timer });
    } else if (effect.do === 'disarm') this.timers.delete(`${effect.run} ${effect.timer}`);
    else if (effect.do === 'signal' && effect.signal === 'SIGKILL') this.killed.add(effect.run);
    else if (effect.do === 'settle') {
      const run = this.alive.get(effect.run);
      expect(run?.settled).toBe(false);
      if (run) run.settled = true;
      this.ended.set(effect.block, (this.ended.get(effect.block) ?? 0) + 1);
    } else if (effect.do === 'drop') {
      for (const block of effect.blocks) this.ended.set(block, (this.ended.get(block) ?? 0) + 1);
    } else if (effect.do === 'release') {
      expect(this.alive.get(effect.run)?.settled).toBe(true);
      this.alive.delete(effect.run);
    } else if (effect.do === 'rest') {
      expect(this.alive.size).toBe(0);
      this.rests++;
    }
  }
}

test('whatever happens in whatever order, nobody runs beside the four, every block ends once, and rest is rest', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 30, maxLength: 300 }), fc.nat(12), (choices, blocks) => {
      const world = new World();
      const enqueue = (list: number[]) => {
        for (const block of list) world.asked.set(block, (world.asked.get(block) ?? 0) + 1);
        world.tell({ type: 'enqueue', blocks: list });
      };
      enqueue(Array.from({ length: blocks }, (_, block) => block));
      for (const choice of choices) world.tell(nextEvent(world, choice, enqueue) ?? { type: 'enqueue', blocks: [] });
      // Whatever was going on comes to its end: processes die when killed, groups are empty, timers fire.
      for (let turn = 0; turn < 2000 && !isResting(world.state); turn++) finish(world);
      expect(isResting(world.state)).toBe(true);
      expect(world.alive.size).toBe(0);
      expect(world.ended).toEqual(world.asked);
      expect([...world.timers.keys()]).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

/** One thing that could happen now, by a number. */
function nextEvent(world: World, choice: number, enqueue: (list: number[]) => void): PoolEvent | null {
  const runs = [...world.alive];
  const kind = choice % 17;
  if (kind === 0) return { type: choice % 5 === 0 ? 'cancel' : 'stop' };
  if (kind === 1) {
    enqueue([100 + (choice % 7)]);
    return null;
  }
  const [id, run] = runs[choice % Math.max(1, runs.length)] ?? [];
  if (id === undefined || !run) return null;
  if (kind < 6) {
    const timers = [...world.timers].filter(([name]) => name.startsWith(`${id} `));
    const [name, event] = timers[choice % Math.max(1, timers.length)] ?? [];
    if (name === undefined || !event) return null;
    world.timers.delete(name);
    return event;
  }
  if (!run.started) {
    run.started = true;
    return kind < 9 ? { type: 'not-started', run: id, why: 'no' } : { type: 'started', run: id };
  }
  if (!run.exited) {
    run.exited = true;
    return { type: 'exited', run: id, code: kind === 9 ? 1 : 0, signal: null };
  }
  return kind % 2 === 0 ? { type: 'pipes-closed', run: id } : { type: 'looked', run: id, alive: choice % 3 > 0 };
}

function finish(world: World): void {
  for (const [id, run] of [...world.alive]) {
    if (!run.started) {
      run.started = true;
      world.tell({ type: 'started', run: id });
    } else if (!run.exited) {
      run.exited = true;
      world.tell({ type: 'exited', run: id, code: null, signal: 'SIGKILL' });
    } else if (!run.settled) world.tell({ type: 'pipes-closed', run: id });
    else world.tell({ type: 'looked', run: id, alive: false });
  }
}

test('a group that outlives its SIGTERM gets one SIGKILL', () => {
  const world = new World();
  world.tell({ type: 'enqueue', blocks: [0] });
  world.tell({ type: 'started', run: 0 });
  world.tell({ type: 'cancel' });
  world.tell({ type: 'cancel' });
  expect([...world.timers.keys()]).toEqual(['0 kill']);
  world.timers.delete('0 kill');
  world.tell({ type: 'timer', run: 0, timer: 'kill' });
  expect([...world.killed]).toEqual([0]);
});

test('a cancel while a process is being started ends it as soon as it is', () => {
  const world = new World();
  world.tell({ type: 'enqueue', blocks: [0] });
  world.tell({ type: 'cancel' });
  expect(step(world.state, { type: 'started', run: 0 }).effects).toContainEqual({
    do: 'signal',
    run: 0,
    signal: 'SIGTERM',
  });
  expect(step(world.state, { type: 'not-started', run: 0, why: 'x' }).effects).toContainEqual({
    do: 'settle',
    run: 0,
    block: 0,
    ending: { kind: 'cancelled' },
  });
});
