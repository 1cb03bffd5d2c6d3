import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds after which a client that closed its half is asked a second time whether it is there. */
const ASK_AGAIN_MS = 50;
/** Milliseconds a client may go on sending what nobody wants, after its answer. */
const LINGER_MS = 2000;

/** The request that a socket brought; there is only one. Null where it could not be understood. */
const brought = new WeakMap<Socket, IncomingMessage | null>();

function head(status: number, more: readonly string[]): string[] {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/json',
  ];
  return [...lines, 'cache-control: no-store', ...more];
}

/**
 * One client and its one request. The answer is written here and not by Node's response, because the client in the field
 * wants exactly one Content-Length and no chunks, and because a client that only closed its own half must be told from one
 * that is gone: both look the same until something is written to them.
 */
export class Connection {
  readonly #request: IncomingMessage;
  readonly #socket: Socket;
  readonly #answerMs: number;
  readonly #abort = new AbortController();
  /** The answer's first line was written already, to see whether anybody is there. */
  #begun = false;
  #again: NodeJS.Timeout | null = null;

  private constructor(request: IncomingMessage, answerMs: number) {
    this.#request = request;
    this.#socket = request.socket;
    this.#answerMs = answerMs;
    this.#socket.once('close', () => {
      if (this.#again) clearTimeout(this.#again);
      this.#abort.abort();
    });
  }

  /** The connection of a request, or null if it had one before. */
  static first(request: IncomingMessage, answerMs: number): Connection | null {
    if (brought.has(request.socket)) return null;
    brought.set(request.socket, request);
    return new Connection(request, answerMs);
  }

  /** Answers a client whose request could not be understood. What comes after a whole request is only ignored. */
  static refuse(socket: Socket, status: number, body: string, headers: readonly string[] = []): void {
    if (brought.get(socket)?.complete) return;
    brought.set(socket, null);
    const length = `content-length: ${Buffer.byteLength(body)}`;
    lastWords(socket, `${[...head(status, headers), length].join('\r\n')}\r\n\r\n${body}`, LINGER_MS);
  }

  /** Aborted when the client is gone. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isGone(): boolean {
    return this.#abort.signal.aborted;
  }

  /**
   * The body in pieces, or that it is over the limit, or that the client went before its end. With `keep` false it is
   * read and thrown away.
   */
  readBody(limit: number, keep: boolean): Promise<readonly Uint8Array[] | 'too-large' | 'gone'> {
    const request = this.#request;
    if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve('too-large');
    return new Promise((resolve) => {
      const pieces: Uint8Array[] = [];
      let bytes = 0;
      request.on('data', (piece: Uint8Array) => {
        bytes += piece.length;
        if (bytes > limit) {
          pieces.length = 0;
          resolve('too-large');
        } else if (keep) pieces.push(piece);
      });
      request.once('end', () => resolve(pieces));
      request.once('error', () => resolve('gone'));
      request.once('close', () => resolve(request.complete ? pieces : 'gone'));
    });
  }

  /**
   * From here on a client that goes away is noticed while its batch runs. Its end of the stream alone does not say so: the
   * first line of the answer (it will be a 200) is written to it, and a moment later the second; who is gone refuses them.
   */
  watchForHangUp(): void {
    const ask = () => {
      if (this.#begun || this.isGone) return;
      this.#begun = true;
      const [first = '', ...rest] = head(200, []);
      this.#socket.write(`${first}\r\n`);
      this.#again = setTimeout(() => {
        this.#again = null;
        this.#socket.write(`${rest.join('\r\n')}\r\n`);
      }, ASK_AGAIN_MS);
    };
    if (this.#socket.readableEnded) ask();
    else this.#socket.once('end', ask);
  }

  /** Ends it from this side without an answer. */
  hangUp(): void {
    this.#socket.destroy();
    this.#abort.abort();
  }

  answer(status: number, body: string, headers: readonly string[] = []): void {
    if (this.isGone) {
      this.#socket.destroy();
      return;
    }
    const length = `content-length: ${Buffer.byteLength(body)}`;
    const [first = '', ...rest] = head(status, headers);
    // What a hang-up watch wrote already is left out; its second piece may still be due.
    const written = this.#begun ? (this.#again ? [first] : [first, ...rest]) : [];
    if (this.#again) clearTimeout(this.#again);
    const lines = [first, ...rest, length].slice(written.length);
    this.#request.resume();
    const shown = this.#request.method === 'HEAD' ? '' : body;
    lastWords(
      this.#socket,
      `${lines.join('\r\n')}\r\n\r\n${shown}`,
      this.#request.complete ? this.#answerMs : LINGER_MS,
    );
  }
}

/** Writes the last thing to a client; whatever it still sends is thrown away, and after a while it is cut off. */
function lastWords(socket: Socket, text: string, limitMs: number): void {
  const timer = setTimeout(() => socket.destroy(), limitMs);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end(text);
}
