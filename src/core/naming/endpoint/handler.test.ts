import { expect, test } from 'vitest';
import { blocksOf, fakeMachine, runnerOf } from '../../../../test/support/naming-machine';
import type { Block } from '../block';
import { ANSWER_LIMIT, handleNameRequest, isSameSecret } from './handler';
import { parseNameRequest } from './request';

const runners = [
  runnerOf(['agent', '{packet_file}'], { id: 'build', capability: 'build-runner' }),
  runnerOf(['namer']),
];
const call = (request: { runnerId?: string; blocks?: readonly Block[] }, given = 'right', expected = 'right') => {
  const machine = fakeMachine();
  const answer = handleNameRequest(
    runners,
    expected,
    given,
    { runnerId: request.runnerId ?? null, blocks: request.blocks ?? [] },
    '/w',
    {
      machine,
    },
  );
  return { machine, answer };
};

test.each([
  ['wrong', 'wrong', 'right'],
  ['missing', '', 'right'],
  ['of another length', 'right2', 'right'],
  ['missing on both sides', '', ''],
])('a secret that is %s is answered by a bare 401, whatever the call says', async (_, given, expected) => {
  expect(await call({ runnerId: 'ghost' }, given, expected).answer).toEqual({ status: 401, body: {} });
});

test('equal secrets are equal', () => expect(isSameSecret('a'.repeat(64), 'a'.repeat(64))).toBe(true));

test.each([
  ['ghost', 'unpinned_runner'],
  ['build', 'not_a_naming_runner'],
])('runner %s is refused with 403 and %s', async (runnerId, error) => {
  expect(await call({ runnerId, blocks: blocksOf(['a']) }).answer).toMatchObject({
    status: 403,
    body: { error, detail: expect.stringContaining(`'${runnerId}'`) },
  });
});

test('an accepted call is a 200 with one result a block, partly failed or not; fields that are none are left out', async () => {
  const { machine, answer } = call({ blocks: blocksOf(['a', 'b']) });
  machine.started[0]?.answer('A');
  machine.started[1]?.exit(1);
  const given = await answer;
  expect(JSON.stringify(given)).toBe(
    '{"status":200,"body":{"runner_id":"namer","results":[{"block_id":"a","ok":true,"name":"A","purpose":"What it is for"},' +
      '{"block_id":"b","ok":false,"error":"naming runner exited with status 1: (no stderr)"}]}}',
  );
});

test('no blocks give no results', async () => {
  expect(await call({ runnerId: 'namer' }).answer).toEqual({ status: 200, body: { runner_id: 'namer', results: [] } });
});

test('an answer that could not be under 2 MiB is refused before anything runs', async () => {
  const { machine, answer } = call({
    blocks: blocksOf(Array.from({ length: 30_000 }, (_, index) => `block ${index}`)),
  });
  expect(await answer).toMatchObject({ status: 400, body: { error: 'bad_request' } });
  expect(machine.started).toEqual([]);
});

test('an answer that became too large leaves out its last results and stays under 2 MiB', async () => {
  const { machine, answer } = call({
    blocks: blocksOf(Array.from({ length: 14_000 }, (_, index) => `block ${index}`)),
  });
  for (let next = 0; next < 14_000; next++) {
    machine.started[next]?.complain('x'.repeat(200));
    machine.started[next]?.exit(1);
  }
  const { body } = await answer;
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(ANSWER_LIMIT);
  const results = 'results' in body && Array.isArray(body.results) ? body.results : [];
  expect(results).toHaveLength(14_000);
  expect(results[0]?.error).toContain('xxx');
  expect(results.at(-1)).toEqual({
    block_id: 'block 13999',
    ok: false,
    error: 'left out: the answer would be over 2 MiB',
  });
});

test('a client that hung up cancels its batch', async () => {
  const machine = fakeMachine();
  const controller = new AbortController();
  const request = { runnerId: null, blocks: blocksOf(['a', 'b', 'c', 'd', 'e']) };
  const answer = handleNameRequest(runners, 's', 's', request, '/w', { machine, signal: controller.signal });
  controller.abort();
  expect(machine.started.map((process) => process.signals)).toEqual(Array(4).fill(['SIGTERM']));
  for (const process of machine.started) process.exit(null, { signal: 'SIGTERM' });
  expect(await answer).toMatchObject({
    status: 200,
    body: { results: Array(5).fill({ ok: false, error: 'cancelled' }) },
  });
});

test.each([
  ['{"runner_id": "n", "blocks": [{"block_id": "a", "packet": {"x" : 1.0}}], "more": [1]}', 'n', [['a', '{"x":1.0}']]],
  ['{"blocks": []}', null, []],
  ['{"runner_id": null}', null, []],
  ['{}', null, []],
])('%s is a call', (body, runnerId, blocks) => {
  const parsed = parseNameRequest([Buffer.from(body.slice(0, 7)), Buffer.from(body.slice(7))]);
  expect(parsed.ok && parsed.value.runnerId).toBe(runnerId);
  expect(
    parsed.ok && parsed.value.blocks.map((block) => [block.blockId, Buffer.from(block.packet).toString()]),
  ).toEqual(blocks);
});

test.each([
  ['', 'the body is empty'],
  ['[]', 'line 1, column 1: the body must be an object'],
  ['{} {}', 'line 1, column 4: there is something after the object'],
  ['{"blocks": {}}', 'line 1, column 12: `blocks` must be a list'],
  ['{"blocks": null}', 'line 1, column 12: `blocks` must be a list'],
  ['{"blocks": [], "blocks": []}', 'line 1, column 16: `blocks` stands twice'],
  ['{"runner_id": 1}', 'line 1, column 15: `runner_id` must be a string'],
  ['{"runner_id": true}', 'line 1, column 15: `runner_id` must be a string'],
  ['{"runner_id": "\\udc00"}', 'line 1, column 15: `runner_id` holds half a surrogate pair'],
  ['{"blocks": [1]}', 'line 1, column 13: a block must be an object with `block_id` and `packet`'],
  ['{"blocks": [{"block_id": "a"}]}', 'line 1, column 29: a block has no `packet`'],
  ['{"blocks": [', 'line 1, column 13: the text ends where a value or `]` should be'],
])('%s is none', (body, reason) => {
  expect(parseNameRequest([Buffer.from(body)])).toEqual({ ok: false, error: reason });
});
