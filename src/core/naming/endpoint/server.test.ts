import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until, type Watch, watch } from '../../../../test/support/leftovers';
import { runnerOf } from '../../../../test/support/naming-machine';
import type { EndpointCall } from '../../../shared/models/naming';
import { type EndpointOptions, NameEndpoint, REQUEST_LIMIT } from './server';

// The client is a raw socket, as the one in the field is.
const SECRET = '0123456789abcdef'.repeat(4);
const GOOD = `echo '{"name": "N", "purpose": "P"}'`;
let here: Watch;
let endpoint: NameEndpoint;
let calls: EndpointCall[];

async function serve(script: string, more: Partial<EndpointOptions> = {}): Promise<void> {
  const listening = await NameEndpoint.listen({
    runners: [
      runnerOf(['/bin/sh', '-c', script, 'x', '{packet_file}']),
      runnerOf(['x', '{packet_file}'], { id: 'b', capability: 'build-runner' }),
    ],
    secret: SECRET,
    cwd: here.room,
    port: 0,
    onCall: (call) => calls.push(call),
    ...more,
  });
  if (!listening.ok) throw new Error(listening.error.message);
  endpoint = listening.value;
}
beforeEach(() => {
  here = watch();
  calls = [];
});
afterEach(async () => {
  try {
    await endpoint.close();
    expect(here.left()).toEqual([]);
    expect(JSON.stringify(calls)).not.toContain(SECRET.slice(0, 16));
  } finally {
    here.end();
  }
});

interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

function openSocket(): { socket: Socket; answer: Promise<Answer> } {
  const socket = connect(endpoint.port, '127.0.0.1');
  const answer = new Promise<Answer>((resolve) => {
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', () => {});
    socket.on('close', () => {
      const text = Buffer.concat(pieces).toString();
      const cut = text.indexOf('\r\n\r\n');
      const [first = '', ...headers] = text.slice(0, Math.max(0, cut)).split('\r\n');
      resolve({ status: Number(first.split(' ')[1] ?? 0), headers, body: text.slice(cut + 4) });
    });
  });
  return { socket, answer };
}

const body = (...ids: string[]) =>
  JSON.stringify({ blocks: ids.map((id) => ({ block_id: id, packet: { block_id: id } })) });
function request(
  content: string,
  changes: { method?: string; path?: string; headers?: readonly string[]; host?: string; secret?: string } = {},
): string {
  const lines = [
    `${changes.method ?? 'POST'} ${changes.path ?? '/name'} HTTP/1.1`,
    `host: ${changes.host ?? `127.0.0.1:${endpoint.port}`}`,
    ...(changes.secret === '' ? [] : [`x-runnerd-secret: ${changes.secret ?? SECRET}`]),
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(content)}`,
    'connection: close',
    ...(changes.headers ?? []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${content}`;
}
async function send(text: string): Promise<Answer> {
  const { socket, answer } = openSocket();
  socket.write(text);
  return answer;
}

describe('what the client in the field needs', () => {
  test('one Content-Length, no chunks, connection: close, and the end after the body', async () => {
    await serve(GOOD);
    const { status, headers, body: given } = await send(request(body('a', 'b')));
    expect(status).toBe(200);
    expect(given).toBe(
      '{"runner_id":"namer","results":[{"block_id":"a","ok":true,"name":"N","purpose":"P"},{"block_id":"b","ok":true,"name":"N","purpose":"P"}]}',
    );
    const named = (name: string) => headers.filter((line) => line.toLowerCase().startsWith(`${name}:`));
    expect(named('content-length')).toEqual([`content-length: ${Buffer.byteLength(given)}`]);
    expect(named('transfer-encoding')).toEqual([]);
    expect(named('connection')).toEqual(['connection: close']);
    expect(headers.filter((line) => /access-control/i.test(line))).toEqual([]);
    expect(calls).toMatchObject([{ status: 200, what: 'namer', blocks: 2, failed: 0 }]);
  });

  test('a client that closes its half after the request gets its whole answer, once', async () => {
    await serve(`while [ ! -e go ]; do sleep 0.01; done; ${GOOD}`);
    const { socket, answer } = openSocket();
    socket.end(request(body('a')));
    // Both pieces that ask whether it is still there have come before the answer itself.
    await new Promise<void>((resolve) => {
      let come = '';
      socket.on('data', (piece) => {
        come += piece;
        if (come.includes('no-store')) resolve();
      });
    });
    writeFileSync(`${here.room}/go`, '');
    const { status, headers, body: given } = await answer;
    expect(status).toBe(200);
    expect(headers.map((line) => line.split(':')[0])).toEqual([
      'connection',
      'content-type',
      'cache-control',
      'content-length',
    ]);
    expect(JSON.parse(given)).toMatchObject({ results: [{ block_id: 'a', ok: true }] });
  });

  test('a request that comes byte by byte, and one in chunks', async () => {
    await serve(GOOD);
    const slow = openSocket();
    slow.socket.setNoDelay(true);
    for (const byte of request(body('é'))) slow.socket.write(byte);
    expect((await slow.answer).status).toBe(200);
    const chunked = request('').replace('content-length: 0', 'transfer-encoding: chunked');
    const content = body('a');
    expect(
      (
        await send(
          `${chunked}5\r\n${content.slice(0, 5)}\r\n${(content.length - 5).toString(16)}\r\n${content.slice(5)}\r\n0\r\n\r\n`,
        )
      ).status,
    ).toBe(200);
  });

  test('50 calls side by side', async () => {
    await serve('read -r line; printf \'{"name": "%s", "purpose": "P"}\' "$(printf %s "$line" | tr -dc 0-9)"');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(request(body(`${index}`, `${index}00`)))),
    );
    answers.forEach((answer, index) => {
      expect(JSON.parse(answer.body).results.map((result: { name: string }) => result.name)).toEqual([
        `${index}`,
        `${index}00`,
      ]);
    });
    expect(calls).toHaveLength(50);
  });
});

describe('refusals', () => {
  beforeEach(() => serve(GOOD));
  const refused = async (text: string) => {
    const { status, body: given } = await send(text);
    return [status, given === '' ? '' : (JSON.parse(given).error ?? given)];
  };

  test.each([
    ['wrong', SECRET.replace('0', '1')],
    ['missing', ''],
    ['too short', SECRET.slice(1)],
    ['twice', `${SECRET}\r\nx-runnerd-secret: ${SECRET}`],
  ])('a secret that is %s: 401 and {}', async (_, secret) => {
    expect(await refused(request(body('a'), { secret }))).toEqual([401, '{}']);
    expect(calls).toMatchObject([{ status: 401, what: 'wrong or missing secret' }]);
  });

  test.each([
    ['another path', { path: '/run' }, [404, 'not_found']],
    ['the path with a slash', { path: '/name/' }, [404, 'not_found']],
    ['a whole address as its path', { path: 'http://127.0.0.1/name' }, [404, 'not_found']],
    ['another path without the secret', { path: '/', secret: '' }, [404, 'not_found']],
    ['GET', { method: 'GET' }, [405, 'method_not_allowed']],
    ['PUT', { method: 'PUT' }, [405, 'method_not_allowed']],
    [
      'OPTIONS, as a page from elsewhere asks',
      { method: 'OPTIONS', secret: '', headers: ['origin: https://evil.example'] },
      [405, 'method_not_allowed'],
    ],
    ['CONNECT', { method: 'CONNECT', path: '127.0.0.1:80' }, [405, 'method_not_allowed']],
    ['HEAD', { method: 'HEAD' }, [405, '']],
    ['a foreign Host', { host: 'evil.example' }, [403, 'foreign_host']],
    ['a Host that begins like ours', { host: '127.0.0.1.evil.example' }, [403, 'foreign_host']],
    ['a Host that ends like ours', { host: 'evil.localhost' }, [403, 'foreign_host']],
    ['two Hosts', { host: '127.0.0.1\r\nhost: evil.example' }, [400, 'bad_request']],
    ['an unpinned runner', {}, [403, 'unpinned_runner']],
  ])('%s', async (what, changes, wanted) => {
    const content = what === 'an unpinned runner' ? '{"runner_id": "ghost"}' : body('a');
    expect(await refused(request(content, changes))).toEqual(wanted);
  });

  test.each([['localhost'], ['localhost:1'], ['[::1]:9'], ['127.0.0.2'], ['LOCALHOST']])(
    'the Host %s is this machine',
    async (host) => {
      expect((await send(request('{}', { host }))).status).toBe(200);
    },
  );

  test('the path may carry a query', async () =>
    expect((await send(request('{}', { path: '/name?x=1' }))).status).toBe(200));

  test('no Host at all', async () => {
    expect(await refused(request(body('a')).replace(/host: .*\r\n/, ''))).toEqual([400, 'bad_request']);
  });

  test('405 says what is allowed', async () => {
    expect((await send(request('', { method: 'DELETE' }))).headers).toContain('allow: POST');
  });

  test.each([
    ['no JSON', 'x'],
    ['cut JSON', '{"blocks": ['],
    ['another JSON', '[]'],
    ['nothing', ''],
    ['no UTF-8', '{"runner_id": "\udc00"}'],
  ])('a body that is %s: 400 with a reason', async (_, content) => {
    const { status, body: given } = await send(request(content));
    expect(status).toBe(content.includes('\udc00') ? 403 : 400);
    expect(JSON.parse(given)).toMatchObject({ error: expect.any(String), detail: expect.stringMatching(/./) });
  });

  test.each([
    ['what is no HTTP', 'HELLO\r\n\r\n', 400],
    ['two lengths', `POST /name HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400],
    [
      'a length and chunks',
      `POST /name HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
      400,
    ],
    ['a head of 100 KB', `POST /name HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ])('%s', async (_, text, status) => {
    const answer = await send(text);
    expect(answer.status).toBe(status);
    expect(answer.headers).toContain(`content-length: ${answer.body.length}`);
  });

  test.each([
    ['a second request', (first: string) => first + first],
    [
      'a second request on what should be kept alive',
      (first: string) => (first + first).replaceAll('connection: close\r\n', ''),
    ],
    ['something else', (first: string) => `${first.replace('connection: close\r\n', '')}HELLO`],
  ])('%s on one connection has no answer and does not spoil the first', async (_, twice) => {
    const { body: given } = await send(twice(request('{}')));
    expect(given).toBe('{"runner_id":"namer","results":[]}');
  });
});

describe('the size of a request', () => {
  beforeEach(() => serve(`cat > /dev/null; ${GOOD}`));
  const sized = (bytes: number) => {
    const frame = JSON.stringify({ blocks: [{ block_id: 'a', packet: '' }] });
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };
  test('8 MiB are taken', async () => {
    expect((await send(request(sized(REQUEST_LIMIT)))).status).toBe(200);
  });
  test('one byte more is refused, and the client can read why', async () => {
    const { status, body: given } = await send(request(sized(REQUEST_LIMIT + 1)));
    expect([status, JSON.parse(given).error]).toEqual([413, 'too_large']);
  });
  test('one byte more in chunks is refused too', async () => {
    const content = sized(REQUEST_LIMIT + 1);
    const head = request('').replace('content-length: 0', 'transfer-encoding: chunked');
    expect((await send(`${head}${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`)).status).toBe(413);
  });
  test('a wrong secret is told after a large body too', async () => {
    expect((await send(request(sized(4_000_000), { secret: 'x' }))).status).toBe(401);
  });
});

describe('slow and gone clients', () => {
  const quick = { timeLimits: { headersMs: 300, requestMs: 600, answerMs: 2000 } };
  test('a head, and a body, that do not come to their end are cut off with a reason', async () => {
    await serve(GOOD, quick);
    const halfHead = openSocket();
    halfHead.socket.write('POST /name HTTP/1.1\r\nhost: local');
    const halfBody = openSocket();
    halfBody.socket.write(request(body('a')).slice(0, -5));
    const silent = openSocket();
    const drip = openSocket();
    const dripping = setInterval(() => drip.socket.write('x'), 50);
    drip.socket.on('close', () => clearInterval(dripping));
    drip.socket.write('POST /name HTTP/1.1\r\nx: ');
    const [head, content] = await Promise.all([halfHead.answer, halfBody.answer, silent.answer, drip.answer]);
    expect([head.status, content.status]).toEqual([408, 408]);
  });

  test('a client that hangs up cancels its batch, and no other', async () => {
    await serve(`: > "up-$$"; while [ ! -e go ]; do sleep 0.02; done; ${GOOD}`);
    const [gone, stays] = [openSocket(), openSocket()];
    gone.socket.write(request(body('a', 'b', 'c', 'd', 'e', 'f')));
    stays.socket.write(request(body('a')));
    await until('both batches run', () => readdirSync(here.room).length === 5);
    gone.socket.destroy();
    await until('one batch is gone', () => calls.length === 1);
    expect(calls[0]).toMatchObject({ status: 499, what: 'the client hung up', blocks: 6, failed: 6 });
    writeFileSync(`${here.room}/go`, '');
    expect((await stays.answer).status).toBe(200);
  });

  test('a client that is reset while its batch runs cancels it', async () => {
    await serve('while :; do sleep 0.05; done');
    const gone = openSocket();
    gone.socket.write(request(body('a')));
    await until('its runner runs', () => here.processes().size > 0);
    gone.socket.resetAndDestroy();
    await until('it is told', () => calls.length === 1);
    expect(calls[0]?.status).toBe(499);
  });

  test('a client that goes before its body has come leaves nothing', async () => {
    await serve(GOOD);
    const gone = openSocket();
    gone.socket.write(request(body('a')).slice(0, -5));
    gone.socket.end();
    await gone.answer;
    expect(calls).toEqual([]);
  });

  test('closing the endpoint cancels every call and waits for it', async () => {
    await serve('trap "" TERM; while :; do sleep 0.05; done');
    const { socket, answer } = openSocket();
    socket.write(request(body('a', 'b')));
    await until('its runners run', () => here.processes().size >= 2);
    await endpoint.close();
    expect(here.left()).toEqual([]);
    expect((await answer).status).toBe(0);
  });
});

test('the secret is in no process list and in no environment of a runner', async () => {
  await serve(`tr '\\0' ' ' < /proc/$PPID/cmdline > seen; env >> seen; cat "$1" >> seen; ${GOOD}`);
  await send(request(body('a')));
  expect(readFileSync(`${here.room}/seen`, 'utf8')).not.toContain(SECRET.slice(0, 16));
});

test('a port that is taken is a failure with a next step', async () => {
  await serve(GOOD);
  expect(await NameEndpoint.listen({ runners: [], secret: SECRET, cwd: '/', port: endpoint.port })).toMatchObject({
    ok: false,
    error: { code: 'EADDRINUSE', message: `cannot listen on 127.0.0.1: port ${endpoint.port} is taken` },
  });
});
