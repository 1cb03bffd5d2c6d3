import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeIo } from '../../../test/support/fake-io';
import { ownVectors } from '../../../test/support/golden';
import { until, watchEach } from '../../../test/support/leftovers';
import { runCli } from '../run';
import type { CommandRow } from '../table';

const ROWS: readonly CommandRow[] = [
  { name: 'runners', usage: '', summary: '', load: () => import('./runners') },
  { name: 'name', usage: '', summary: '', load: () => import('./name') },
  { name: 'naming-line', usage: '', summary: '', load: () => import('./naming-line') },
  { name: 'serve', usage: '', summary: '', load: () => import('./serve') },
];
const here = watchEach();

async function run(argv: readonly string[], given: Parameters<typeof fakeIo>[0] = {}) {
  const fake = fakeIo({ cwd: here.room, ...given });
  const code = await runCli(argv, fake.io, ROWS);
  return { code, out: fake.out(), complaints: fake.complaints };
}
const file = (name: string, content: string) => {
  writeFileSync(join(here.room, name), content);
  return name;
};
const toml = (script: string, more = '') =>
  `[[runner]]\nid = "namer"\ncapability = "naming-runner"\ncommand = ["/bin/sh", "-c", ${JSON.stringify(script)}, "x", "{packet_file}"]\n${more}`;
const GOOD = `echo '{"name": "N", "purpose": "P"}'`;
const BUILD =
  '[[runner]]\nid = "b"\ncapability = "build-runner"\ncommand = ["x", "{packet_file}"]\ngate_command = ["t"]\nworkspace_allowlist = ["/abs"]\n';
const blocks = (...ids: string[]) =>
  ids.map((id) => `${JSON.stringify({ block_id: id, packet: { block_id: id } })}\n`).join('');

describe('runners', () => {
  test('answers each file in its turn, with defaults and all digits', async () => {
    file('good.toml', toml('x', 'timeout_secs = 9223372036854775807\nunknown = 1\n'));
    file('bad.toml', `${BUILD}${BUILD}`);
    const { code, out, complaints } = await run(['runners', '--jsonl', 'good.toml', 'gone.toml', 'bad.toml']);
    expect(code).toBe(2);
    expect(out.split('\n')).toEqual([
      '{"file":"good.toml","runners":[{"id":"namer","capability":"naming-runner","command":["/bin/sh","-c","x","x","{packet_file}"],' +
        '"gate_command":[],"workspace_allowlist":[],"timeout_secs":9223372036854775807,"naming_timeout_secs":20,"curation_timeout_secs":300}]}',
      '{"file":"gone.toml","ok":false,"error":{"code":null,"message":"there is no such file","hint":"Check the path."}}',
      `{"file":"bad.toml","error":{"kind":"duplicate-id","code":null,"message":"duplicate runner id 'b' — runner ids must be unique"}}`,
      '',
    ]);
    expect(complaints).toEqual([]);
  });

  test('as text, with the first refusal on stderr and exit 1', async () => {
    file('good.toml', toml('echo "a b"'));
    file('bad.toml', '');
    const { code, out, complaints } = await run(['runners', 'good.toml', 'bad.toml']);
    expect(out).toBe(
      `good.toml: 1 runner\n  namer  naming-runner  20 s a block  /bin/sh -c 'echo "a b"' x {packet_file}\n`,
    );
    expect([code, complaints]).toEqual([
      1,
      ['bad.toml: runners.toml has no [[runner]] entries — a daemon with no pinned runners can spawn nothing'],
    ]);
  });

  test('--json is one array', async () => {
    file('good.toml', toml('x'));
    expect(JSON.parse((await run(['runners', '--json', 'good.toml', 'good.toml'])).out)).toHaveLength(2);
  });

  test('over 1 MiB is refused', async () => {
    file('large.toml', '#'.repeat(1024 * 1024 + 1));
    expect((await run(['runners', 'large.toml'])).code).toBe(1);
  });
});

describe('naming-line', () => {
  test('answers every golden line in its order', async () => {
    interface Vector {
      line: string;
      expect: { ok?: object; error?: string };
    }
    const vectors = ownVectors<Vector>('naming-line').filter(({ line }) => !line.includes('\n'));
    const { code, out } = await run(['naming-line'], { stdin: vectors.map(({ line }) => `${line}\n`).join('') });
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(vectors.length);
    const prefix = (text: string | undefined) => text?.replace(/^(invalid naming JSON line: ).*/s, '$1');
    expect(answers.map((answer) => ('error' in answer ? { error: prefix(answer.error) } : answer))).toEqual(
      vectors.map(({ expect: wanted }) => wanted.ok ?? { error: prefix(wanted.error) }),
    );
    expect(code).toBe(1);
  });

  test.each([
    ['nothing', '', '', 0],
    ['a line without its end', '{"name":"a","purpose":"b"}', '{"name":"a","purpose":"b"}\n', 0],
    [
      'an empty line',
      '\n{"name":"a","purpose":"b"}\n',
      '{"error":"invalid naming JSON line: the line is empty"}\n{"name":"a","purpose":"b"}\n',
      1,
    ],
    [
      'a line over 1 MiB',
      `${'x'.repeat(1024 * 1024 + 1)}\n`,
      '{"error":"invalid naming JSON line: it is over 1 MiB"}\n',
      1,
    ],
  ])('%s', async (_, stdin, out, code) => expect(await run(['naming-line'], { stdin })).toMatchObject({ out, code }));
});

describe('name', () => {
  const name = (...more: string[]) => ['name', '--runners', 'runners.toml', '--blocks', 'blocks.jsonl', ...more];
  const script = `read -r line; case $line in *bad*) echo x;; *slow*) sleep 0.2; ${GOOD};; *) ${GOOD};; esac`;
  beforeEach(() => {
    file('runners.toml', `${BUILD}${toml(script)}`);
    file('blocks.jsonl', blocks('slow', 'bad', 'c'));
  });
  const RESULTS = [
    '{"block_id":"slow","ok":true,"name":"N","purpose":"P"}',
    '{"block_id":"bad","ok":false,"error":"invalid naming JSON line: `x` is not a JSON value (column 1)"}',
    '{"block_id":"c","ok":true,"name":"N","purpose":"P"}',
  ];

  test('--json is the wire form, in block order; a failed block is exit 1', async () => {
    expect(await run(name('--json'))).toEqual({
      code: 1,
      out: `{"runner_id":"namer","results":[${RESULTS.join(',')}]}\n`,
      complaints: [],
    });
  });
  test('--jsonl is one result a line', async () => {
    expect((await run(name('--jsonl', '--runner', 'namer'))).out).toBe(`${RESULTS.join('\n')}\n`);
  });
  test('text is a line a block, hostile characters made visible', async () => {
    file('blocks.jsonl', blocks('a\u202e', 'bad'));
    expect((await run(name())).out).toBe(
      'named        a⟨U+202E⟩  N — P\nbad output   bad  invalid naming JSON line: `x` is not a JSON value (column 1)\n',
    );
  });
  test('all named is exit 0; no blocks too, and it is said', async () => {
    file('blocks.jsonl', blocks('a', 'b'));
    expect((await run(name())).code).toBe(0);
    file('blocks.jsonl', '');
    expect(await run(name('--json'))).toEqual({
      code: 0,
      out: '{"runner_id":"namer","results":[]}\n',
      complaints: ['blocks.jsonl: it holds no blocks'],
    });
  });
  test('a folder of packets, and a folder to work in', async () => {
    mkdirSync(join(here.room, 'packets'));
    file('packets/one.json', '{"x": 1}');
    file('runners.toml', toml(`pwd > got; ${GOOD}`));
    mkdirSync(join(here.room, 'work'));
    expect(
      (await run(['name', '--runners', 'runners.toml', '--blocks', 'packets', '--cwd', 'work', '--jsonl'])).out,
    ).toContain('"block_id":"one","ok":true');
    expect((await run(name('--cwd', 'gone', '--jsonl'))).out).toContain('is not there');
  });
  test('two blocks with one id both run, and it is said', async () => {
    file('blocks.jsonl', blocks('a', 'a'));
    const { out, complaints } = await run(name('--jsonl'));
    expect(out.trimEnd().split('\n')).toHaveLength(2);
    expect(complaints).toEqual([
      "blocks.jsonl: more than one block has the id 'a': their results cannot be told apart by id",
    ]);
  });

  test.each([
    [
      'a refused runner',
      ['--runner', 'b'],
      { error: { code: 'not_a_naming_runner', message: expect.stringContaining("'b'") } },
      1,
    ],
    [
      'an unknown runner',
      ['--runner', 'ghost'],
      { error: { code: 'unpinned_runner', message: expect.stringContaining("'ghost'") } },
      1,
    ],
    [
      'missing blocks',
      ['--blocks', 'gone'],
      { file: 'gone', ok: false, error: { code: null, message: 'there is no such file' } },
      2,
    ],
    ['missing runners', ['--runners', 'gone'], { file: 'gone', ok: false, error: { code: null } }, 2],
    [
      'broken blocks',
      ['--blocks', 'runners.toml'],
      { file: 'runners.toml', error: { code: null, message: expect.stringMatching(/^line 1, column \d+: /) } },
      1,
    ],
    [
      'refused runners',
      ['--runners', 'blocks.jsonl'],
      { file: 'blocks.jsonl', error: { kind: 'parse', code: null } },
      1,
    ],
  ])('%s: JSON on stdout, a line on stderr as text', async (_, more, wanted, code) => {
    const asJson = await run(name('--json', ...more));
    expect(JSON.parse(asJson.out)).toMatchObject(wanted);
    expect([asJson.code, asJson.complaints]).toEqual([code, []]);
    const asText = await run(name(...more));
    expect([asText.code, asText.out, asText.complaints.length]).toEqual([code, '', 1]);
  });
  test('no naming-runner at all', async () => {
    file('runners.toml', BUILD);
    expect(JSON.parse((await run(name('--json'))).out)).toMatchObject({ error: { code: 'no_naming_runner' } });
  });
  test('what is needed is asked for', async () => {
    expect(await run(['name', '--runners', 'runners.toml'])).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('--blocks')],
    });
  });

  test('Ctrl-C ends the runners, tells every block, and leaves nothing', async () => {
    file('runners.toml', toml(`read -r line; case $line in *first*) ${GOOD};; *) : > up; sleep 60;; esac`));
    file('blocks.jsonl', blocks('first', 'b', 'c', 'd', 'e', 'f'));
    const fake = fakeIo({ cwd: here.room });
    const running = runCli(name('--jsonl'), fake.io, ROWS);
    await until('the first is named and others run', () => fake.out() !== '' && here.processes().size > 0);
    fake.interrupt();
    expect(await running).toBe(1);
    expect(
      fake
        .out()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).error ?? 'ok'),
    ).toEqual(['ok', ...Array(5).fill('cancelled')]);
  });
});

describe('serve', () => {
  const serve = (...more: string[]) => [
    'serve',
    '--runners',
    'runners.toml',
    '--secret-file',
    'runnerd.secret',
    ...more,
  ];
  beforeEach(() => void file('runners.toml', toml(GOOD)));

  test('listens, answers, tells each call, and ends with Ctrl-C', async () => {
    const fake = fakeIo({ cwd: here.room });
    const running = runCli(serve('--create-secret'), fake.io, ROWS);
    await until('it listens', () => fake.out().includes('\n'));
    const address = /^listening on (http:\/\/127\.0\.0\.1:[0-9]+)\n$/.exec(fake.out())?.[1] ?? '';

    const secret = readFileSync(join(here.room, 'runnerd.secret'), 'utf8').trim();
    expect(statSync(join(here.room, 'runnerd.secret')).mode & 0o777).toBe(0o600);
    const call = (headers: Record<string, string>) =>
      fetch(`${address}/name`, { method: 'POST', headers, body: `{"blocks": [${blocks('a').trim()}]}` });
    expect(await (await call({ 'x-runnerd-secret': secret })).json()).toEqual({
      runner_id: 'namer',
      results: [{ block_id: 'a', ok: true, name: 'N', purpose: 'P' }],
    });
    expect((await call({})).status).toBe(401);
    await until('both calls are told', () => fake.out().split('\n').length === 4);
    expect(fake.out()).toMatch(/ 200 namer, 1 block, 0 failed, [0-9.]+ s\n.* 401 wrong or missing secret, /);
    expect(fake.out()).not.toContain(secret);
    fake.interrupt();
    expect(await running).toBe(0);
  });

  test.each([
    ['no secret file', [], 2, 'there is no secret file'],
    ['a port that is none', ['--create-secret', '--port', '70000'], 2, '--port 70000 is no port'],
    ['a folder that is none', ['--create-secret', '--cwd', 'gone'], 2, 'gone: there is no such folder'],
    ['missing runners', ['--create-secret', '--runners', 'gone'], 2, 'gone: there is no such file'],
  ])('%s is said on one line', async (_, more, code, complaint) => {
    const ran = await run(serve(...more));
    expect([ran.code, ran.out, ran.complaints.length]).toEqual([code, '', 1]);
    expect(ran.complaints[0]).toContain(complaint);
  });

  test('a secret file that others can read is refused', async () => {
    writeFileSync(join(here.room, 'runnerd.secret'), '0'.repeat(64), { mode: 0o644 });
    expect(await run(serve())).toMatchObject({ code: 1, complaints: [expect.stringContaining('mode 644')] });
  });
});
