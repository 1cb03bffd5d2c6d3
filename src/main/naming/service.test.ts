import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until, watchEach } from '../../../test/support/leftovers';
import { type FakeMachine, fakeMachine } from '../../../test/support/naming-machine';
import { namingCalls, namingEvents } from '../../shared/contract/naming';
import type { BatchEvent } from '../../shared/models/naming';
import type { Choosable, NamingHandlers, NamingPorts, Question } from './ports';
import { NamingService } from './service';

let room: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'murscope-naming-service-'));
});
afterEach(() => rmSync(room, { recursive: true }));

const TOML =
  '[[runner]]\nid = "build"\ncapability = "build-runner"\ncommand = ["x", "{packet_file}"]\ngate_command = ["t"]\nworkspace_allowlist = ["/a"]\n';
const namer = (id: string, command = '"namer", "{packet_file}"') =>
  `[[runner]]\nid = "${id}"\ncapability = "naming-runner"\ncommand = [${command}]\nnaming_timeout_secs = 9223372036854775807\n`;
const file = (name: string, content: string) => {
  writeFileSync(join(room, name), content);
  return join(room, name);
};
const blocksFile = (...ids: string[]) =>
  file('blocks.jsonl', ids.map((id) => `${JSON.stringify({ block_id: id, packet: { block_id: id } })}\n`).join(''));

/** A service whose dialogs answer what a test says; every value is checked against the contract. */
function serviceWith(more: Partial<NamingPorts> = {}) {
  const machine: FakeMachine = fakeMachine();
  const asked: Question[] = [];
  const told: { event: string; payload: unknown }[] = [];
  const answers = { yes: true, paths: new Map<Choosable, string>(), tokens: new Map<string, string>(), save: '' };
  const service = new NamingService({
    tell: (event, payload) => {
      namingEvents[event].parse(payload);
      told.push({ event, payload });
    },
    ask: async (question) => {
      asked.push(question);
      return answers.yes;
    },
    choosePath: async (what) => answers.paths.get(what) ?? null,
    chooseSavePath: async () => answers.save || null,
    pathOf: (token) => answers.tokens.get(token) ?? null,
    userData: room,
    sampleFolder: resolve(import.meta.dirname, '../../../resources/samples/naming'),
    machine,
    ...more,
  });
  async function call<C extends keyof NamingHandlers>(channel: C, ...args: Parameters<NamingHandlers[C]>[0]) {
    const handler = service.handlers[channel] as (
      given: readonly unknown[],
      context: { signal: AbortSignal },
    ) => ReturnType<NamingHandlers[C]>;
    const answer = await handler(namingCalls[channel].args.parse(args), { signal: new AbortController().signal });
    if (answer.ok) namingCalls[channel].value.parse(answer.value);
    return answer;
  }
  return { service, machine, asked, told, answers, call };
}

async function chosen(more: Partial<NamingPorts> = {}, ids = ['a', 'b', 'c', 'd', 'e']) {
  const made = serviceWith(more);
  made.answers.paths.set('runners', file('runners.toml', TOML + namer('one') + namer('two', '"other"')));
  made.answers.paths.set('blocks-file', blocksFile(...ids));
  await made.call('naming:choose-runners');
  await made.call('naming:choose-blocks', 'file');
  return made;
}

describe('choosing', () => {
  test('shows the runners, the exact command, the folder and the blocks', async () => {
    const { call } = await chosen({}, ['a', 'a']);
    expect(await call('naming:state')).toMatchObject({
      ok: true,
      value: {
        runners: {
          name: 'runners.toml',
          refused: null,
          picked: 1,
          rows: [{ pickable: false }, { pickable: true, limitSecs: '9223372036854775807' }, {}],
        },
        blocks: { blocks: 2, bytes: 32, repeated: expect.stringContaining("'a'") },
        cwd: room,
        argv: ['namer', '{packet_file}'],
        confirmed: false,
        batch: null,
        problem: null,
      },
    });
  });

  test('a refused file is shown with every refusal and starts nothing', async () => {
    const { call, answers } = await chosen();
    answers.paths.set('runners', file('bad.toml', `${namer('x', '')}${namer('x')}`));
    expect(await call('naming:choose-runners')).toMatchObject({
      value: {
        argv: null,
        runners: {
          picked: null,
          refused: { kind: 'field' },
          rows: [{ refusals: [{}], pickable: false }, { refusals: [{ kind: 'duplicate-id' }] }],
        },
      },
    });
    expect(await call('naming:start')).toMatchObject({ ok: false, error: { code: 'runners-refused' } });
  });

  test('what cannot be read is a problem, and the choice before stays', async () => {
    const { call, answers } = await chosen();
    answers.paths.set('blocks-file', file('cut.json', '[{"block_id": '));
    expect(await call('naming:choose-blocks', 'file')).toMatchObject({
      value: { problem: { message: expect.stringMatching(/^cut\.json: line 1, column 15: /) }, blocks: { blocks: 5 } },
    });
    answers.paths.delete('blocks-file');
    expect(await call('naming:choose-blocks', 'file')).toMatchObject({ value: { blocks: { blocks: 5 } } });
  });

  test('a dropped file is taken for what it is; an unknown token for nothing', async () => {
    const { call, answers } = serviceWith();
    answers.tokens.set('naming-00000000000000aa', file('runners.toml', namer('one')));
    answers.tokens.set('naming-00000000000000bb', blocksFile('a'));
    expect(await call('naming:use', 'naming-00000000000000aa')).toMatchObject({
      value: { runners: { picked: 0 }, blocks: null },
    });
    expect(await call('naming:use', 'naming-00000000000000bb')).toMatchObject({
      value: { runners: { picked: 0 }, blocks: { blocks: 1 } },
    });
    expect(await call('naming:use', 'naming-00000000000000cc')).toMatchObject({ error: { code: 'not-open' } });
  });

  test('the sample is there and can be started', async () => {
    const { call } = serviceWith();
    expect(await call('naming:use-sample')).toMatchObject({
      value: { sample: true, blocks: { blocks: 60 }, argv: ['node', 'naming-runner.mjs'] },
    });
    expect(await serviceWith({ sampleFolder: null }).call('naming:use-sample')).toMatchObject({
      value: { problem: { code: 'no-sample' } },
    });
  });

  test('another runner can be picked, a build-runner not', async () => {
    const { call } = await chosen();
    expect(await call('naming:pick-runner', 2)).toMatchObject({ value: { argv: ['other'] } });
    expect(await call('naming:pick-runner', 0)).toMatchObject({ value: { argv: null } });
    expect(await call('naming:start')).toMatchObject({ error: { code: 'not_a_naming_runner' } });
  });

  test('a reload takes what is on disk now and keeps the folder', async () => {
    const { call, answers } = await chosen();
    mkdirSync(join(room, 'work'));
    answers.paths.set('work-folder', join(room, 'work'));
    await call('naming:choose-cwd');
    file('runners.toml', namer('new', '"new"'));
    blocksFile('x');
    expect(await call('naming:reload')).toMatchObject({
      value: { argv: ['new'], blocks: { blocks: 1 }, cwd: join(room, 'work') },
    });
  });
});

describe('confirming', () => {
  test('the first run asks with the exact command; a yes is remembered across starts of the program', async () => {
    const { call, asked, machine } = await chosen();
    expect(await call('naming:start')).toMatchObject({ value: { started: true, state: { confirmed: true } } });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.detail).toContain('namer {packet_file}');
    expect(asked[0]?.detail).toContain(`in ${room}`);
    expect(machine.started).toHaveLength(4);
    const again = await chosen();
    await again.call('naming:start');
    expect([again.asked.length, again.machine.started.length]).toEqual([0, 4]);
  });

  test('a no starts nothing and is not remembered', async () => {
    const { call, asked, answers, machine } = await chosen();
    answers.yes = false;
    expect(await call('naming:start')).toMatchObject({ value: { started: false } });
    expect(machine.started).toEqual([]);
    await call('naming:start');
    expect(asked).toHaveLength(2);
  });

  test.each([
    [
      'another content of runners.toml',
      async (made: Awaited<ReturnType<typeof chosen>>) => {
        file('runners.toml', `${TOML}${namer('one')}# changed\n`);
        await made.call('naming:reload');
      },
    ],
    [
      'another runner',
      async (made: Awaited<ReturnType<typeof chosen>>) => void (await made.call('naming:pick-runner', 2)),
    ],
    [
      'another folder',
      async (made: Awaited<ReturnType<typeof chosen>>) => {
        made.answers.paths.set('work-folder', '/');
        await made.call('naming:choose-cwd');
      },
    ],
  ])('%s is asked about anew', async (_, change) => {
    const made = await chosen();
    await made.call('naming:start');
    const cancelled = made.call('naming:cancel');
    for (const process of made.machine.started) process.exit(null, { signal: 'SIGTERM' });
    await cancelled;
    await change(made);
    expect(await made.call('naming:state')).toMatchObject({ value: { confirmed: false } });
    await made.call('naming:start');
    expect(made.asked).toHaveLength(2);
  });

  test('what was chosen while the question stood does not run on its answer', async () => {
    let answer = (_yes: boolean) => {};
    const ask = () =>
      new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    const made = await chosen({ ask });
    const starting = made.call('naming:start');
    await new Promise((resolve) => setImmediate(resolve));
    made.answers.paths.set('runners', file('evil.toml', namer('one', '"evil"')));
    await made.call('naming:choose-runners');
    answer(true);
    expect(await starting).toMatchObject({ value: { started: false } });
    expect(made.machine.started).toEqual([]);
  });

  test('a broken memory is no memory', async () => {
    file('naming-confirmed.json', '{"not": "a list"}');
    const { call, asked } = await chosen();
    await call('naming:start');
    expect(asked).toHaveLength(1);
  });
});

describe('a batch', () => {
  test('goes its way: progress, rows, log, retry, and everything adds up', async () => {
    const events: BatchEvent[] = [];
    const made = await chosen({ onBatch: (event) => events.push(event) });
    const { call, machine, service } = made;
    await call('naming:start');
    expect([service.isRunning, service.progress]).toEqual([true, 0]);
    machine.started[0]?.answer('A\u202e');
    machine.started[1]?.exit(1);
    const table = await call('naming:table', {
      states: ['ok', 'exit-nonzero'],
      filter: '',
      sort: 'name',
      direction: 'down',
    });
    expect(table).toMatchObject({ value: { rows: 2 } });
    const number = table.ok ? table.value.table : 0;
    expect(await call('naming:rows', number, 0, 500)).toMatchObject({
      value: [
        { index: 0, name: 'A⟨U+202E⟩' },
        { index: 1, state: 'exit-nonzero' },
      ],
    });
    expect([await call('naming:row-of', number, 1), await call('naming:row-of', number, 4)]).toMatchObject([
      { value: 1 },
      { value: null },
    ]);
    expect(await call('naming:log', 1)).toMatchObject({
      value: { blockId: 'b', argv: ['namer', expect.stringContaining('packet.json')] },
    });
    expect(service.progress).toBe(2 / 5);
    expect(await call('naming:choose-runners')).toMatchObject({ error: { code: 'batch-running' } });
    for (const process of machine.started.slice(2)) process.answer();
    machine.clock.pass(50);
    expect(events.at(-1)).toMatchObject({ phase: 'done' });
    await call('naming:retry', 'failed');
    machine.started[5]?.answer('Again');
    expect(await call('naming:state')).toMatchObject({
      value: { batch: { number: 1, runnerId: 'one', event: { counters: { states: { ok: 5 } } } } },
    });
    expect([service.isRunning, service.progress]).toEqual([false, null]);
  });

  test('stop lets the running ones end, cancel ends them', async () => {
    const { call, machine } = await chosen();
    await call('naming:start');
    expect(await call('naming:stop')).toMatchObject({ value: { batch: { event: { phase: 'stopping' } } } });
    const cancelling = call('naming:cancel');
    for (const process of machine.started) process.exit(null, { signal: 'SIGTERM' });
    expect(await cancelling).toMatchObject({
      value: { batch: { event: { phase: 'done', counters: { states: { cancelled: 5 } } } } },
    });
  });

  test('the filter looks at ids, names, purposes and errors; equal rows keep the order of the blocks', async () => {
    const { call, machine } = await chosen();
    await call('naming:start');
    machine.started[0]?.complain('No Model');
    machine.started[0]?.exit(1);
    const rows = async (filter: string, sort: 'state' | 'block' | 'index' | 'time', direction: 'up' | 'down') => {
      const table = await call('naming:table', { states: [], filter, sort, direction });
      const given = await call('naming:rows', table.ok ? table.value.table : 0, 0, 500);
      return given.ok ? given.value.map((row) => row.blockId).join('') : given.error.code;
    };
    expect(await rows('no model', 'index', 'up')).toBe('a');
    expect(await rows('', 'index', 'down')).toBe('edcba');
    expect(await rows('', 'block', 'down')).toBe('edcba');
    expect(await rows('', 'state', 'up')).toBe('bcdea');
    expect(await rows('', 'state', 'down')).toBe('abcde');
  });

  test('an old table is told apart from an empty one', async () => {
    const { call } = await chosen();
    expect(await call('naming:table', { states: [], filter: '', sort: 'index', direction: 'up' })).toMatchObject({
      error: { code: 'no-batch' },
    });
    await call('naming:start');
    for (let made = 0; made < 5; made++)
      await call('naming:table', { states: [], filter: '', sort: 'index', direction: 'up' });
    expect(await call('naming:rows', 1, 0, 10)).toMatchObject({ error: { code: 'table-replaced' } });
    expect(await call('naming:rows', 5, 4, 10)).toMatchObject({ value: [{ blockId: 'e' }] });
  });

  test('it is saved as JSON, CSV and the wire form', async () => {
    const { call, machine, answers } = await chosen({}, ['a', '=b']);
    await call('naming:start');
    machine.started[0]?.answer('One, "two"');
    machine.started[1]?.exit(1);
    expect(await call('naming:export', 'csv')).toMatchObject({ value: { saved: null } });
    const saved = async (form: 'json' | 'csv' | 'wire') => {
      answers.save = join(room, `saved.${form}`);
      expect(await call('naming:export', form)).toMatchObject({ value: { saved: answers.save } });
      return readFileSync(answers.save, 'utf8');
    };
    expect(await saved('csv')).toBe(
      'block_id,state,ms,attempts,name,purpose,error\r\na,ok,0,1,"One, ""two""",What it is for,\r\n' +
        "'=b,exit-nonzero,0,1,,,naming runner exited with status 1: (no stderr)\r\n",
    );
    expect(JSON.parse(await saved('json'))).toMatchObject({
      runner_id: 'one',
      blocks: [
        { block_id: 'a', state: 'ok', attempts: 1 },
        { block_id: '=b', name: null },
      ],
    });
    expect(await saved('wire')).toBe(
      '{"runner_id":"one","results":[{"block_id":"a","ok":true,"name":"One, \\"two\\"","purpose":"What it is for"},' +
        '{"block_id":"=b","ok":false,"error":"naming runner exited with status 1: (no stderr)"}]}\n',
    );
    answers.save = join(room, 'no', 'such', '\0');
    expect(await call('naming:export', 'json')).toMatchObject({ error: { code: 'not-saved' } });
  });
});

describe('with real processes', () => {
  const here = watchEach();
  const real = async (script: string) => {
    const { systemMachine } = await import('../../core/naming/process/system');
    const made = serviceWith({ machine: systemMachine });
    made.answers.paths.set(
      'runners',
      file('runners.toml', namer('n', `"/bin/sh", "-c", ${JSON.stringify(script)}, "x", "{packet_file}"`)),
    );
    made.answers.paths.set('blocks-file', blocksFile('a', 'b', 'c', 'd', 'e', 'f'));
    await made.call('naming:choose-runners');
    await made.call('naming:choose-blocks', 'file');
    return made;
  };
  const STUBBORN = "trap '' TERM; while :; do sleep 0.1; done";

  test('dispose ends the batch and the endpoint with its calls, and leaves nothing', async () => {
    const made = await real(STUBBORN);
    const { call, service, told, asked } = made;
    await call('naming:start');
    expect(await call('naming:endpoint-start', 0)).toMatchObject({ value: { endpoint: { port: expect.any(Number) } } });
    expect(asked).toHaveLength(1); // the same command, in the same folder
    const state = await call('naming:state');
    const port = state.ok ? state.value.endpoint.port : null;
    const secret = readFileSync(join(room, 'runnerd.secret'), 'utf8').trim();
    const post = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/name`, {
        method: 'POST',
        headers,
        body: '{"blocks": [{"block_id": "x", "packet": 1}]}',
      });
    expect((await post({})).status).toBe(401);
    const called = post({ 'x-runnerd-secret': secret }).catch(() => 'gone');
    await until('batch and call run', () => here.processes().size >= 5);
    await service.dispose();
    expect(here.left()).toEqual([]);
    expect(await called).toBe('gone');
    expect(service.isRunning).toBe(false);
    expect(JSON.stringify(told)).not.toContain(secret);
    expect(await call('naming:endpoint-log')).toMatchObject({
      value: expect.arrayContaining([expect.objectContaining({ status: 401 })]),
    });
  });

  test('the endpoint keeps its runners while it listens, and tells its calls', async () => {
    const { call, told, answers } = await real(`echo '{"name": "N", "purpose": "P"}'`);
    await call('naming:endpoint-start', 0);
    expect(await call('naming:endpoint-start', 0)).toMatchObject({ error: { code: 'endpoint-listening' } });
    expect(await call('naming:choose-runners')).toMatchObject({ value: { problem: { code: 'endpoint-listening' } } });
    expect(await call('naming:choose-secret')).toMatchObject({ error: { code: 'endpoint-listening' } });
    const state = await call('naming:state');
    const port = state.ok ? state.value.endpoint.port : null;
    await fetch(`http://127.0.0.1:${port}/name`, { method: 'POST', body: '{}' });
    await until('the call is told', () => told.some(({ event }) => event === 'naming:endpoint'));
    expect(told.find(({ event }) => event === 'naming:endpoint')?.payload).toMatchObject({ calls: 1, refused: 1 });
    expect(await call('naming:endpoint-stop')).toMatchObject({ value: { endpoint: { port: null } } });
    answers.paths.set('secret-file', file('open.secret', '0'.repeat(64)));
    await call('naming:choose-secret');
    expect(await call('naming:endpoint-start', 0)).toMatchObject({ error: { code: 'secret-refused' } });
  });
});

describe('the next start', () => {
  test('has the choices of the last one, the runner that was picked among them', async () => {
    const first = await chosen();
    await first.call('naming:pick-runner', 2);
    const next = serviceWith();
    expect(await next.call('naming:state')).toMatchObject({
      value: { runners: { picked: 2 }, blocks: { blocks: 5 }, argv: ['other'], problem: null },
    });
  });

  test('leaves out what is gone, without a word about it', async () => {
    await chosen();
    rmSync(join(room, 'blocks.jsonl'));
    const next = serviceWith();
    expect(await next.call('naming:state')).toMatchObject({
      value: { runners: { picked: 1 }, blocks: null, problem: null },
    });
  });

  test('begins anew where its memory is not ours', async () => {
    file('naming.json', '{"runners": 7}');
    expect(await serviceWith().call('naming:state')).toMatchObject({ value: { runners: null, blocks: null } });
  });
});

test('reading both files again keeps the runner that was picked', async () => {
  const { call } = await chosen();
  await call('naming:pick-runner', 2);
  expect(await call('naming:reload')).toMatchObject({ value: { runners: { picked: 2 } } });
});
