import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { EndpointCall, Runner } from '../../../shared/models/naming';
import { err, failure, ok, type Result } from '../../../shared/result';
import { showName } from '../../text/visible';
import type { Machine } from '../process/port';
import { Connection } from './connection';
import { handleNameRequest, isSameSecret, type NameAnswer } from './handler';
import { parseNameRequest } from './request';
import { SECRET_HEADER } from './secret';

/** Bytes of a request's body. */
export const REQUEST_LIMIT = 8 * 1024 * 1024;

/** How long a client may take, in milliseconds. */
export interface TimeLimits {
  /** For the head of its request. */
  readonly headersMs: number;
  /** For its whole request. */
  readonly requestMs: number;
  /** To take its answer. */
  readonly answerMs: number;
}
const TIME_LIMITS: TimeLimits = { headersMs: 10_000, requestMs: 60_000, answerMs: 30_000 };

export interface EndpointOptions {
  readonly runners: readonly Runner[];
  readonly secret: string;
  /** Where runners work. */
  readonly cwd: string;
  /** 0 takes any that is free. */
  readonly port: number;
  readonly onCall?: (call: EndpointCall) => void;
  readonly timeLimits?: TimeLimits;
  readonly machine?: Machine;
}

const refusal = (status: number, error: string, detail: string): NameAnswer => ({ status, body: { error, detail } });

/** The `/name` endpoint on 127.0.0.1 (4.5): one request a connection, one answer with a Content-Length, then the end. */
export class NameEndpoint {
  readonly port: number;
  readonly #server: Server;
  readonly #options: EndpointOptions;
  readonly #calls = new Map<Connection, Promise<void>>();
  private constructor(server: Server, options: EndpointOptions) {
    this.#server = server;
    this.#options = options;
    this.port = (server.address() as AddressInfo).port;
    server.on('request', (request) => this.#take(request));
    server.on('connect', (_, socket) => refuseTunnel(socket as Socket));
    server.on('clientError', (error: Error & { code?: string }, socket) => refuseBroken(error, socket as Socket));
  }

  /** Listens; a port that is taken is a failure. */
  static async listen(options: EndpointOptions): Promise<Result<NameEndpoint>> {
    const limits = options.timeLimits ?? TIME_LIMITS;
    const server = createServer({
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1000, limits.headersMs),
      requireHostHeader: false, // checked here, with a reason
    });
    server.maxConnections = 512;
    // A client that closed its half after the request still gets its answer; who is really gone is found by `Connection`.
    Object.assign(server, { httpAllowHalfOpen: true });
    const problem = await new Promise<(Error & { code?: string }) | null>((resolve) => {
      server.once('error', resolve);
      server.listen(options.port, '127.0.0.1', () => resolve(null));
    });
    if (!problem) return ok(new NameEndpoint(server, options));
    const taken = problem.code === 'EADDRINUSE' ? `port ${options.port} is taken` : problem.message;
    return err(failure(problem.code ?? null, `cannot listen on 127.0.0.1: ${taken}`, 'Give another port, or none.'));
  }

  /** Takes no more calls, cancels the running ones, and settles when nothing of them is left. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of this.#calls.keys()) connection.hangUp();
    await Promise.all(this.#calls.values());
    this.#server.closeAllConnections();
    await closed;
  }

  #take(request: IncomingMessage): void {
    const limits = this.#options.timeLimits ?? TIME_LIMITS;
    const connection = Connection.first(request, limits.answerMs);
    if (!connection) return; // a second request on one connection: it was told that there is only one
    const call = this.#serve(request, connection).finally(() => this.#calls.delete(connection));
    this.#calls.set(connection, call);
  }

  async #serve(request: IncomingMessage, connection: Connection): Promise<void> {
    const at = Date.now();
    const began = performance.now();
    const given = singleHeader(request, SECRET_HEADER) ?? '';
    let refused = refuseHead(request) ?? this.#refuseSecret(given);
    // A refused client still gets to send what it began, so that it reads its answer instead of a reset.
    const body = await connection.readBody(REQUEST_LIMIT, refused === null);
    if (body === 'gone') return;
    if (body === 'too-large') refused ??= refusal(413, 'too_large', 'the request is over 8 MiB');
    const answer = refused ?? (await this.#name(given, body === 'too-large' ? [] : body, connection));
    const gone = connection.isGone;
    connection.answer(answer.status, JSON.stringify(answer.body), answer.status === 405 ? ['allow: POST'] : []);
    const told = gone ? { status: 499, what: 'the client hung up' } : { status: answer.status, what: whatOf(answer) };
    const results = answer.status === 200 && 'results' in answer.body ? answer.body.results : [];
    const failed = results.filter((result) => !result.ok).length;
    this.#options.onCall?.({ at, ...told, blocks: results.length, failed, ms: performance.now() - began });
  }

  #refuseSecret(given: string): NameAnswer | null {
    return isSameSecret(this.#options.secret, given) ? null : { status: 401, body: {} };
  }

  async #name(given: string, body: readonly Uint8Array[], connection: Connection): Promise<NameAnswer> {
    const parsed = parseNameRequest(body);
    if (!parsed.ok) return refusal(400, 'bad_request', parsed.error);
    const { runners, secret, cwd, machine } = this.#options;
    return handleNameRequest(runners, secret, given, parsed.value, cwd, {
      signal: connection.signal,
      onAccepted: () => connection.watchForHangUp(),
      ...(machine ? { machine } : {}),
    });
  }
}

/** What is wrong with a request before its body, or null. */
function refuseHead(request: IncomingMessage): NameAnswer | null {
  const host = singleHeader(request, 'host');
  if (host === null) return refusal(400, 'bad_request', 'the request must have one Host header');
  if (!isLoopback(host))
    return refusal(403, 'foreign_host', `this endpoint is not called '${showName(host.slice(0, 100))}'`);
  const [path] = (request.url ?? '').split('?');
  if (path !== '/name') return refusal(404, 'not_found', 'there is only /name here');
  return request.method === 'POST' ? null : refusal(405, 'method_not_allowed', '/name takes POST only');
}

/** A header that stands exactly once. Node would join or drop further ones. */
function singleHeader(request: IncomingMessage, name: string): string | null {
  const values = request.rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** Whether a Host header names this machine itself: anything else was sent here by a name that somebody rebound. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?$/i.test(host.trim());
}

function whatOf(answer: NameAnswer): string {
  if (answer.status === 401) return 'wrong or missing secret';
  return 'runner_id' in answer.body ? showName(answer.body.runner_id) : String(answer.body.error ?? '');
}

function refuseTunnel(socket: Socket): void {
  const body = { error: 'method_not_allowed', detail: '/name takes POST only' };
  Connection.refuse(socket, 405, JSON.stringify(body), ['allow: POST']);
}

/** Requests that Node could not parse, and clients that were too slow. */
const BROKEN: ReadonlyMap<string, readonly [number, string, string]> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'too_slow', 'the request took too long to arrive']],
  ['HPE_HEADER_OVERFLOW', [431, 'too_large', "the request's head is too large"]],
]);

function refuseBroken(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'EPIPE') {
    socket.destroy();
    return;
  }
  const [status, keyword, detail] = BROKEN.get(error.code ?? '') ?? [400, 'bad_request', 'this is no HTTP request'];
  Connection.refuse(socket, status, JSON.stringify({ error: keyword, detail }));
}
