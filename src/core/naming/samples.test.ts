import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { watchEach } from '../../../test/support/leftovers';
import { BLOCK_STATES } from '../../shared/models/naming';
import { NamingBatch } from './batch';
import { readBlocks } from './packets';
import { parseRunners, readRunners } from './runners';

// The samples are the first thing a newcomer sees: every state within a minute.
const samples = resolve(import.meta.dirname, '../../../resources/samples/naming');
const toml = (name: string) => readFileSync(join(samples, name));
watchEach();

async function sampleBatch(id: string) {
  const runners = parseRunners(toml('runners.toml'));
  const runner = runners.ok ? runners.value.find((candidate) => candidate.id === id) : undefined;
  const read = await readBlocks(join(samples, 'blocks.jsonl'));
  if (!runner || !read.ok) throw new Error('the samples are broken');
  return { runner, blocks: read.value.blocks, repeated: read.value.repeated };
}

test('the sample shows every state of a block, most of them names, each failure as it is meant', async () => {
  const { runner, blocks, repeated } = await sampleBatch('sample-namer-file');
  expect([blocks.length, repeated]).toEqual([60, []]);
  // Only the waiting is left out here; the time limit stays what it is.
  const quick = blocks.map(({ blockId, packet }) => ({
    blockId,
    packet: Buffer.from(
      Buffer.from(packet)
        .toString()
        .replace(/"ms":[0-9]+/, '"ms":0'),
    ),
  }));
  const batch = new NamingBatch({ runner: { ...runner, namingTimeoutSecs: 2n }, blocks: quick, cwd: samples });
  await batch.start();
  const { states } = batch.counters();
  expect(states).toMatchObject({ ok: 49, 'bad-output': 6, 'exit-nonzero': 3, timeout: 2, cancelled: 0 });
  const errors = batch.failed().map((index) => batch.row(index)?.error);
  for (const error of [
    'name: HTML markup',
    'purpose: URL',
    'name: exceeds 40 chars',
    'naming runner printed no output',
  ]) {
    expect(errors).toContain(error);
  }
  expect(errors).toContain('naming runner exited with status 3: the model file is not there');
  const chatty = batch.rows().findIndex((row) => (batch.log(row.index)?.stdout?.leftOut ?? 0) > 0);
  expect(batch.row(chatty)?.state).toBe('ok');
});

test('a program that is not there shows the state that no single block can', async () => {
  const { runner, blocks } = await sampleBatch('not-installed');
  const batch = new NamingBatch({ runner, blocks, cwd: samples });
  await batch.start();
  expect(batch.counters().states['spawn-failed']).toBe(60);
  void batch.retry([0]);
  await batch.cancel();
  expect(BLOCK_STATES).toContain(batch.row(0)?.state);
});

test('the refused sample shows refusals of every kind that a readable file can have', () => {
  const reading = readRunners(toml('runners-refused.toml'));
  expect(new Set(reading.rows.flatMap((row) => row.refusals).map((refusal) => refusal.kind))).toEqual(
    new Set(['duplicate-id', 'field']),
  );
  expect(reading.rows.map((row) => row.refusals.length)).toEqual([0, 2, 3, 2]);
});
