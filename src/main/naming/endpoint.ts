import { createSecret } from '../../core/naming/endpoint/secret';
import { NameEndpoint } from '../../core/naming/endpoint/server';
import { systemClock } from '../../core/naming/process/clock';
import type { Machine } from '../../core/naming/process/port';
import { Throttle } from '../../core/naming/throttle';
import { showName } from '../../core/text/visible';
import type { EndpointState } from '../../shared/contract/naming';
import type { EndpointCall, Runner } from '../../shared/models/naming';
import { err, ok, type Result } from '../../shared/result';

/** Calls that the log keeps. */
const LOGGED = 500;
const TELL_EVERY_MS = 50;

/** The `/name` endpoint of the window: at most one, with the log of its calls. The secret stays in here. */
export class EndpointDesk {
  secretFile: string;
  readonly #machine: Machine | undefined;
  readonly #tell: Throttle;
  #endpoint: NameEndpoint | null = null;
  #log: EndpointCall[] = [];
  #calls = 0;
  #refused = 0;

  constructor(secretFile: string, tell: (state: EndpointState) => void, machine?: Machine) {
    this.secretFile = secretFile;
    this.#machine = machine;
    this.#tell = new Throttle(machine?.clock ?? systemClock, TELL_EVERY_MS, () => tell(this.state()));
  }

  get isListening(): boolean {
    return this.#endpoint !== null;
  }

  async start(runners: readonly Runner[], cwd: string, port: number): Promise<Result<null>> {
    const secret = createSecret(this.secretFile);
    if (!secret.ok) return secret;
    const listening = await NameEndpoint.listen({
      runners,
      secret: secret.value,
      cwd,
      port,
      onCall: (call) => this.#took(call),
      ...(this.#machine ? { machine: this.#machine } : {}),
    });
    if (!listening.ok) return err(listening.error);
    this.#endpoint = listening.value;
    this.#log = [];
    this.#calls = 0;
    this.#refused = 0;
    return ok(null);
  }

  /** Settles when nothing of its calls is left. */
  async stop(): Promise<void> {
    const endpoint = this.#endpoint;
    this.#endpoint = null;
    await endpoint?.close();
  }

  /** Newest first. */
  log(): EndpointCall[] {
    return [...this.#log].reverse();
  }

  state(): EndpointState {
    const port = this.#endpoint?.port ?? null;
    return { port, secretFile: showName(this.secretFile), calls: this.#calls, refused: this.#refused };
  }

  #took(call: EndpointCall): void {
    this.#calls++;
    if (call.status !== 200) this.#refused++;
    this.#log.push(call);
    if (this.#log.length > LOGGED) this.#log.shift();
    this.#tell.touch();
  }
}
