import { basename } from 'node:path';
import type { OpenDecision } from '../core/open/choice';
import { showName } from '../core/text/visible';
import type { Opened } from '../shared/contract/app';
import type { Failure, Result } from '../shared/result';
import type { OpenedFile, OpenedKind, Tokens } from './tokens';

export interface OpeningParts {
  readonly tokens: Tokens;
  /** Looks at a path beside the reader, never in main. */
  readonly whatOpens: (path: string) => Promise<Result<OpenDecision>>;
  /** Told of each path that was opened. */
  readonly onOpened: (kind: OpenedKind, path: string) => void;
}

/** Turns paths that a person gave (dropped, chosen, on the command line) into what the window may know of them. */
export class Opening {
  readonly #parts: OpeningParts;

  constructor(parts: OpeningParts) {
    this.#parts = parts;
  }

  /** In the order given; what cannot be opened is an answer among the others. */
  open(paths: readonly string[]): Promise<Opened[]> {
    return Promise.all(paths.map((path) => this.openOne(path)));
  }

  async openOne(path: string): Promise<Opened> {
    const decision = await this.#parts.whatOpens(path);
    if (!decision.ok) return refused(path, decision.error);
    const { kind, path: found, also } = decision.value;
    const opened = this.#parts.tokens.give(kind, found);
    this.#parts.onOpened(kind, found);
    return shown(
      opened,
      also.map((other) => other.kind).filter((other) => other !== kind),
    );
  }

  /** Everything that is open, as the window may know it. */
  stillOpen(): Opened[] {
    return this.#parts.tokens.all().map((opened) => shown(opened, []));
  }
}

const shown = ({ kind, token, path }: OpenedFile, also: readonly OpenedKind[]): Opened => ({
  kind,
  token,
  name: showName(basename(path)),
  path: showName(path),
  also: [...also],
});

function refused(path: string, { message, hint }: Failure): Opened {
  const name = showName(basename(path) || path);
  // What is wrong with a path ends the sentence that its name begins; what went wrong beside it is a sentence itself.
  const text = /^\p{Ll}/u.test(message) ? `${name} ${message}.` : `${name}: ${message}`;
  return { kind: 'refused', path: showName(path), message: text, ...(hint ? { hint } : {}) };
}
