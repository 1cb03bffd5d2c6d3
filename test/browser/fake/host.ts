import { contract } from '../../../src/shared/contract';
import type { CallName } from '../../../src/shared/contract/channels';
import { err, failure, type Result } from '../../../src/shared/result';
import { appAnswers } from './answers-app';
import { namingAnswers } from './answers-naming';
import { packageAnswers } from './answers-package';
import { skillsAnswers } from './answers-skills';
import { type Answers, type Options, openIn, type World } from './world';

/** Every room's answers; a new view adds a file and a line. */
const rooms: readonly ((world: World) => Answers)[] = [appAnswers, packageAnswers, namingAnswers, skillsAnswers];

type Listener = (payload: never) => void;

/** For tests: what was asked and copied, and events from outside. */
export interface FakeControls {
  readonly calls: { readonly channel: string; readonly args: readonly unknown[] }[];
  readonly aborted: string[];
  readonly saved: World['saved'];
  /** Shapes that the contract does not allow, from either side. */
  readonly faults: string[];
  emit(event: string, payload: unknown): void;
  /** As if a person had dropped this. */
  drop(...names: string[]): void;
}

const quiet: Options = { open: [], fail: new Set(), never: new Set(), slow: 0, recent: true, settingsProblem: null };

/** A host for tests and for a plain browser, behind the same bridge as the real one, held to the same contract. */
export function fakeHost(options: Partial<Options> = {}) {
  const listeners = new Map<string, Set<Listener>>();
  const controls: FakeControls = {
    calls: [],
    aborted: [],
    saved: {},
    faults: [],
    emit(event, payload) {
      for (const listener of listeners.get(event) ?? []) listener(payload as never);
    },
    drop: (...names) =>
      controls.emit(
        'app:opened',
        names.map((name) => openIn(world, name)),
      ),
  };
  const world: World = {
    options: { ...quiet, ...options },
    opens: new Map(),
    settings: { version: 1, theme: 'system', zoom: 1, entryLimit: 524_288_000, readTimeLimit: 60_000 },
    saved: controls.saved,
    emit: controls.emit,
  };
  const answers: Answers = Object.assign({}, ...rooms.map((room) => room(world)));
  const { slow, never, fail } = world.options;

  const bridge = {
    async call(channel: string, args: readonly unknown[], id: string): Promise<unknown> {
      controls.calls.push({ channel, args });
      check(channel, 'args', args);
      if (slow > 0) await new Promise((resolve) => setTimeout(resolve, slow));
      else await Promise.resolve();
      if (never.has(channel)) return new Promise(() => {});
      if (controls.aborted.includes(id)) return err(failure('cancelled', 'Cancelled.'));
      const result = fail.has(channel) ? broken(channel) : (answers[channel]?.(args) ?? broken(channel));
      if (result.ok) check(channel, 'value', result.value);
      return result;
    },
    abort: (id: string) => void controls.aborted.push(id),
    on(event: string, listener: Listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
  };

  function check(channel: string, part: 'args' | 'value', value: unknown): void {
    const parsed = contract.calls[channel as CallName]?.[part].safeParse(value);
    if (!parsed?.success) controls.faults.push(`${channel} ${part}: ${parsed?.error.message ?? 'no such call'}`);
  }

  return { bridge, controls };
}

const broken = (channel: string): Result<never> =>
  err(failure('io', `The file could not be read: ${channel}.`, 'Check that it is still there, and open it again.'));
