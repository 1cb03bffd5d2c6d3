import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { until, watchEach } from '../../../test/support/leftovers';
import { blocksOf, runnerOf } from '../../../test/support/naming-machine';
import type { Runner } from '../../shared/models/naming';
import { NamingBatch } from './batch';
import type { Block } from './block';

// Every sentence of 4.3 with real processes. Each test ends with: no process and no file is left.
const here = watchEach();

const GOOD = `echo '{"name": "N", "purpose": "P"}'`;
const sh = (script: string, ...rest: string[]) => ['/bin/sh', '-c', script, ...rest];
function batchOf(command: readonly string[], blocks: readonly Block[] = blocksOf(['a']), runner: Partial<Runner> = {}) {
  return new NamingBatch({ runner: runnerOf(command, runner), blocks, cwd: here.room });
}
/** Runs one block, or these, to the end: `[state, error or name]` of each. */
async function outcomes(command: readonly string[], blocks?: readonly Block[], runner?: Partial<Runner>) {
  const batch = batchOf(command, blocks, runner);
  await batch.start();
  return batch.rows().map((row) => [row.state, row.error ?? row.name]);
}
const inRoom = (name: string) => join(here.room, name);
const read = (name: string) => readFileSync(inRoom(name), 'utf8');
const OK = ['ok', 'N'];

describe('what a runner is given', () => {
  test('the packet is one compact line on stdin in its own spelling, and stdin is closed', async () => {
    const packet = '{"z":1.00,"a":1e999,"10":123456789012345678901234567890,"9":"\\ud800","__proto__":{"x":[]}}';
    expect(await outcomes(sh(`cat > got; ${GOOD}`), blocksOf(['a'], packet))).toEqual([OK]);
    expect(read('got')).toBe(`${packet}\n`);
  });

  test('a packet of 8 MiB arrives whole', async () => {
    const packet = JSON.stringify('x'.repeat(8 * 1024 * 1024));
    expect(await outcomes(sh(`wc -c > got; ${GOOD}`), blocksOf(['a'], packet))).toEqual([OK]);
    expect(read('got').trim()).toBe(String(packet.length + 1));
  });

  test('the packet file is private, whole, and in every place of the command', async () => {
    const script = `cp "$1" got; stat -c %a "$1" "$(dirname "$1")" > modes; echo "$2" > twice; ${GOOD}`;
    expect(await outcomes(sh(script, 'x', '{packet_file}', '<{packet_file}|{packet_file}>'))).toEqual([OK]);
    expect(read('got')).toBe('{"block_id":"a"}\n');
    expect(read('modes')).toBe('600\n700\n');
    expect(read('twice')).toMatch(/^<(.+)\|\1>\n$/);
  });

  test('blocks whose ids look alike as file names share no file', async () => {
    const ids = ['sb_a', 'sb/a', 'sb_a', '../../evil', 'SB_A'];
    const rows = await outcomes(
      sh(`cat "$1" >> got; echo "$1" >> paths; ${GOOD}`, 'x', '{packet_file}'),
      blocksOf(ids),
    );
    expect(rows).toEqual(ids.map(() => OK));
    expect(new Set(read('paths').trim().split('\n')).size).toBe(5);
    expect(read('got').trim().split('\n').sort()).toEqual(ids.map((id) => JSON.stringify({ block_id: id })).sort());
  });

  test('arguments are arguments, never a shell', async () => {
    const evil = ['$(touch evil)', '; touch evil', '`touch evil`', '*', '', ' a  b ', "'", '"', '\n'];
    expect(await outcomes(['/bin/sh', '-c', `printf '%s\\0' "$@" > got; ${GOOD}`, 'x', ...evil])).toEqual([OK]);
    expect(read('got').split('\0').slice(0, -1)).toEqual(evil);
    expect(existsSync(inRoom('evil'))).toBe(false);
  });

  test('the working folder is the one that was given', async () => {
    expect(await outcomes(sh(`pwd -P > got; ${GOOD}`))).toEqual([OK]);
    expect(read('got').trim().endsWith(here.room)).toBe(true);
  });

  test('each runner leads a process group of its own', async () => {
    expect(await outcomes(sh(`[ "$(ps -o pgid= -p $$ | tr -d ' ')" = $$ ] || exit 9; ${GOOD}`))).toEqual([OK]);
  });
});

test('four run at a time, as a sliding window', async () => {
  const waits = `read -r line; id=$(printf %s "$line" | tr -dc 0-9); : > start-$id; while [ ! -e go-$id ]; do sleep 0.01; done; ${GOOD}`;
  const batch = batchOf(sh(waits), blocksOf(['0', '1', '2', '3', '4', '5']));
  const done = batch.start();
  const started = () => [0, 1, 2, 3, 4, 5].filter((id) => existsSync(inRoom(`start-${id}`)));
  await until('four have started', () => started().length === 4);
  expect(started()).toEqual([0, 1, 2, 3]);
  writeFileSync(inRoom('go-2'), '');
  await until('the fifth has started though three of the first still run', () => started().length === 5);
  expect(batch.rows().map((row) => row.state)).toEqual(['running', 'running', 'ok', 'running', 'running', 'queued']);
  for (const id of [0, 1, 3, 4, 5]) writeFileSync(inRoom(`go-${id}`), '');
  await done;
  expect(batch.counters().states.ok).toBe(6);
});

describe('the time limit', () => {
  const second = { namingTimeoutSecs: 1n };
  const TIMED_OUT = ['timeout', 'naming runner timed out after 1s — killed'];
  test('ends the whole group: a sleeper, its children, who ignores SIGTERM, who holds the pipes', async () => {
    const scripts = [
      'sleep 60',
      'sleep 60 & sleep 60 & wait',
      "trap '' TERM; while :; do sleep 0.2; done",
      "(trap '' TERM; sleep 60) & exec sleep 60",
    ];
    const rows = await outcomes(
      sh('read -r script; eval "$(printf %s "$script" | tr -d \'"\')"'),
      scriptBlocks(scripts),
      second,
    );
    expect(rows).toEqual(scripts.map(() => TIMED_OUT));
  });

  test('is there also for one that stopped itself, and for one that does not read a large packet', async () => {
    const large = blocksOf(['a', 'b'], JSON.stringify('x'.repeat(1024 * 1024)));
    expect(await outcomes(sh('kill -STOP $$'), large, second)).toEqual([TIMED_OUT, TIMED_OUT]);
  });
});

/** Blocks whose packet is a shell script for `eval`. */
function scriptBlocks(scripts: readonly string[]): Block[] {
  return scripts.map((script, index) => ({ blockId: String(index), packet: Buffer.from(`"${script}"`) }));
}

describe('what a runner prints', () => {
  test('a flood of stdout is no memory problem: the result comes from the end, the log says what was left out', async () => {
    const batch = batchOf(sh(`echo begin; head -c 50000000 /dev/zero | tr '\\0' x; echo; ${GOOD}`));
    await batch.start();
    expect(batch.row(0)).toMatchObject({ state: 'ok', name: 'N' });
    const stdout = batch.log(0)?.stdout;
    expect(stdout?.head.startsWith('begin\nxxx')).toBe(true);
    expect([stdout?.head.length, stdout?.tail.length]).toEqual([512 * 1024, 512 * 1024]);
    expect(stdout?.leftOut).toBe((stdout?.total ?? 0) - 1024 * 1024);
    expect(batch.log(0)?.note).toBe(`Left out here: ${stdout?.leftOut} bytes of stdout.`);
  });

  test('a flood of stderr neither blocks the runner nor stays, and the excerpt is its last line', async () => {
    const batch = batchOf(sh("head -c 5000000 /dev/zero | tr '\\0' x >&2; echo >&2; echo last >&2; exit 7"));
    await batch.start();
    expect(batch.row(0)?.error).toBe('naming runner exited with status 7: last');
    expect(batch.log(0)?.stderr?.tail.length).toBe(64 * 1024);
  });

  test.each([
    ['without a line end', `printf '{"name": "N", "purpose": "P"}'`, OK],
    [
      'with other lines before it',
      `echo loading; echo '{"name": "Old", "purpose": "P"}'; ${GOOD}; echo; printf ' \\n'`,
      OK,
    ],
    ['only as a part of it', `printf '{"name": "N", '; sleep 0.05; printf '"purpose": "P"}\\n'`, OK],
    ['nothing', 'cat > /dev/null', ['bad-output', 'naming runner printed no output']],
    ['blanks', `printf ' \\n\\t\\n'`, ['bad-output', 'naming runner printed no output']],
    [
      'binary',
      `printf '\\000\\377\\376\\n'`,
      ['bad-output', 'invalid naming JSON line: byte 0x0 stands where a value should be (column 1)'],
    ],
    ['bytes that are no UTF-8 in a text', `printf '{"name": "\\377", "purpose": "\\342\\202"}'`, ['ok', '\ufffd']],
    [
      'a character in two pieces',
      `printf '{"name": "\\303'; sleep 0.05; printf '\\251", "purpose": "P"}'`,
      ['ok', 'é'],
    ],
    ['a hostile name', `echo '{"name": "<b>x</b>", "purpose": "P"}'`, ['bad-output', 'name: HTML markup']],
    ['on stderr only', `${GOOD} >&2`, ['bad-output', 'naming runner printed no output']],
    [
      'and exits with 3',
      `${GOOD}; echo why >&2; echo >&2; exit 3`,
      ['exit-nonzero', 'naming runner exited with status 3: why'],
    ],
    ['and exits with 3 in silence', 'exit 3', ['exit-nonzero', 'naming runner exited with status 3: (no stderr)']],
    [
      'and dies by a signal',
      `${GOOD}; kill -KILL $$`,
      ['exit-nonzero', 'naming runner exited with status ?: (no stderr)'],
    ],
  ])('%s', async (_, script, wanted) => expect(await outcomes(sh(script))).toEqual([wanted]));
});

describe('a runner that does not start', () => {
  const failing = async (command: readonly string[], cwd = here.room) => {
    const batch = new NamingBatch({ runner: runnerOf(command), blocks: blocksOf(['a', 'b']), cwd });
    await batch.start();
    expect(batch.counters().states['spawn-failed']).toBe(2);
    return batch.row(0)?.error;
  };
  const PREFIX = 'naming runner spawn failed: ';
  test('because there is no such program', async () => {
    expect(await failing(['m1nd-no-such-naming-binary-xyz'])).toBe(
      `${PREFIX}there is no program 'm1nd-no-such-naming-binary-xyz' (No such file or directory)`,
    );
  });
  test('because the command is empty', async () => expect(await failing([])).toBe(`${PREFIX}empty command`));
  test('because its name is empty', async () => expect(await failing([''])).toContain(PREFIX));
  test('because it may not be run', async () => {
    writeFileSync(inRoom('plain'), 'no');
    chmodSync(inRoom('plain'), 0o600);
    expect(await failing([inRoom('plain')])).toContain('may not be run');
  });
  test('because it is a folder', async () => expect(await failing([here.room])).toContain('may not be run'));
  test('because an argument holds a NUL', async () => {
    expect(await failing(['/bin/true', 'a\0b'])).toBe(`${PREFIX}an argument of '/bin/true' holds a NUL character`);
  });
  test('because an argument is too long', async () => {
    expect(await failing(['/bin/true', 'x'.repeat(3_000_000)])).toContain('too long');
  });
  test('because the working folder is not there', async () => {
    expect(await failing(['/bin/true'], inRoom('gone'))).toContain(
      `the working folder '${inRoom('gone')}' is not there`,
    );
  });
  test('because there is no place for the packet file', async () => {
    process.env.TMPDIR = inRoom('gone');
    const error = await failing(['/bin/true', '{packet_file}']);
    process.env.TMPDIR = here.temp;
    expect(error?.startsWith('cannot write the packet temp file: ')).toBe(true);
  });
});

describe('the exit counts, not the closing of pipes', () => {
  test('a grandchild that keeps stdout delays a result by 250 ms and is ended', async () => {
    const batch = batchOf(sh(`sleep 60 & ${GOOD}`));
    await batch.start();
    expect(batch.row(0)).toMatchObject({ state: 'ok', name: 'N' });
    expect(batch.row(0)?.ms).toBeLessThan(10_000);
  });

  test('what it leaves running is ended also if it ignores SIGTERM and holds no pipe', async () => {
    const script = `(trap '' TERM; : > ready; while :; do sleep 0.2; done) > /dev/null 2>&1 < /dev/null & while [ ! -e ready ]; do sleep 0.01; done; ${GOOD}`;
    expect(await outcomes(sh(script))).toEqual([OK]);
  });

  test('a zombie of its group that nobody reaps counts as gone', async () => {
    // The subshell's child dies in the group; the subshell itself leaves the group for a session of its own and never looks.
    const script = `(: & exec setsid sleep 30) > /dev/null 2>&1 < /dev/null & sleep 0.1; ${GOOD}`;
    expect(await outcomes(sh(script))).toEqual([OK]);
    const [stranger] = [...here.processes()];
    expect(stranger?.[1]).toBe('sleep 30'); // it left the group, so it is not ours to end
    if (stranger) process.kill(stranger[0], 'SIGKILL');
    await until('the stranger is gone', () => here.processes().size === 0);
  });
});

describe('a runner that does not behave', () => {
  test('EPIPE is no error: it closes stdin, or ends without reading', async () => {
    const large = blocksOf(['a', 'b', 'c'], JSON.stringify('x'.repeat(2 * 1024 * 1024)));
    expect(await outcomes(sh(`exec 0<&-; sleep 0.05; ${GOOD}`), large)).toEqual([OK, OK, OK]);
    expect(await outcomes(sh(GOOD), large)).toEqual([OK, OK, OK]);
  });

  test('it deletes its packet file, or the folder, or fills it, or locks it', async () => {
    for (const spoil of [
      'rm "$1"',
      'rm -r "$(dirname "$1")"',
      'mkdir -p "$1.d/e"; : > "$1.d/e/f"',
      'chmod 0 "$(dirname "$1")"',
    ]) {
      expect(await outcomes(sh(`${spoil}; ${GOOD}`, 'x', '{packet_file}'))).toEqual([OK]);
    }
  });

  test('it takes no time at all', async () => {
    expect(await outcomes(['/bin/true'])).toEqual([['bad-output', 'naming runner printed no output']]);
  });

  test('one bad block never harms another', async () => {
    const scripts = [
      GOOD,
      'exit 1',
      'kill -KILL $$',
      GOOD,
      'sleep 60',
      'head -c 3000000 /dev/zero',
      GOOD,
      'echo x',
      GOOD,
    ];
    const script = scripts.map((body, index) => `${index}) ${body};;`).join(' ');
    const command = sh(`read -r n; case $n in ${script} esac`);
    const blocks = scripts.map((_, index) => ({ blockId: `b${index}`, packet: Buffer.from(String(index)) }));
    const rows = await outcomes(command, blocks, { namingTimeoutSecs: 1n });
    expect(rows.map(([state]) => state)).toEqual([
      'ok',
      'exit-nonzero',
      'exit-nonzero',
      'ok',
      'timeout',
      'bad-output',
      'ok',
      'bad-output',
      'ok',
    ]);
  });
});

describe('cancel', () => {
  test('ends the running groups whatever they do, starts no more, and settles when all are gone', async () => {
    const script = `(trap '' TERM; while :; do sleep 0.2; done) & (sleep 60) & trap '' TERM; : > "up-$$"; while :; do sleep 0.2; done`;
    const batch = batchOf(
      sh(script, 'x', '{packet_file}'),
      blocksOf(Array.from({ length: 50 }, (_, index) => `${index}`)),
    );
    const done = batch.start();
    await until('four are up', () => here.processes().size >= 12);
    await batch.cancel();
    expect(here.left()).toEqual([]);
    await done;
    expect(batch.counters().states).toMatchObject({ cancelled: 50, running: 0, queued: 0 });
  });

  test('right after the start, before anything could happen', async () => {
    const batch = batchOf(sh('sleep 60', 'x', '{packet_file}'), blocksOf(['a', 'b', 'c', 'd', 'e']));
    void batch.start();
    await batch.dispose();
    expect(here.left()).toEqual([]);
    expect(batch.counters().states.cancelled).toBe(5);
  });

  test('stop after the running ones lets them finish', async () => {
    const batch = batchOf(
      sh(`: > "up-$$"; while [ ! -e go ]; do sleep 0.01; done; ${GOOD}`),
      blocksOf(['a', 'b', 'c', 'd', 'e', 'f']),
    );
    const done = batch.start();
    void batch.stopAfterRunning();
    writeFileSync(inRoom('go'), '');
    await done;
    expect(batch.counters().states).toMatchObject({ ok: 4, cancelled: 2 });
  });

  test('a retry after it runs what is asked and keeps the rest', async () => {
    const batch = batchOf(sh(`[ -e good ] || exit 1; ${GOOD}`), blocksOf(['a', 'b', 'c']));
    await batch.start();
    mkdirSync(inRoom('good'));
    await batch.retry([0, 2]);
    expect(batch.rows().map((row) => [row.state, row.attempts])).toEqual([
      ['ok', 2],
      ['exit-nonzero', 1],
      ['ok', 2],
    ]);
  });
});
