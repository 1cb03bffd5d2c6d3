import { randomBytes } from 'node:crypto';
import type { OpenedView, Token } from '../shared/contract/app';

export type OpenedKind = OpenedView['kind'];

/** What stands behind a token. The path is exact and never leaves main. */
export interface OpenedFile {
  readonly token: Token;
  readonly kind: OpenedKind;
  readonly path: string;
  /** The records that lead from that file to a package inside it, one within the other; none for the file itself. */
  readonly inner: readonly number[];
}

/**
 * The files and folders that a person opened, behind tokens: the window names a file only by what it was given, so no
 * path from it is ever trusted. The same path opened again keeps its token.
 */
export class Tokens {
  readonly #byToken = new Map<Token, OpenedFile>();
  readonly #onChange: () => void;

  /** `onChange` is told after each file that comes or goes. */
  constructor(onChange: () => void = () => {}) {
    this.#onChange = onChange;
  }

  give(kind: OpenedKind, path: string, inner: readonly number[] = []): OpenedFile {
    for (const held of this.#byToken.values())
      if (held.kind === kind && held.path === path && String(held.inner) === String(inner)) return held;
    const opened = { token: `${kind}-${randomBytes(8).toString('hex')}`, kind, path, inner };
    this.#byToken.set(opened.token, opened);
    this.#onChange();
    return opened;
  }

  /** The file behind a token of one kind. */
  find(token: Token, kind?: OpenedKind): OpenedFile | undefined {
    const held = this.#byToken.get(token);
    return held && (kind === undefined || held.kind === kind) ? held : undefined;
  }

  release(token: Token): void {
    if (this.#byToken.delete(token)) this.#onChange();
  }

  /** In the order they were opened. */
  all(): readonly OpenedFile[] {
    return [...this.#byToken.values()];
  }
}
