import { basename } from 'node:path';
import { showName } from '../core/text/visible';
import type { Opened } from '../shared/contract/app';
import type { Failure, Result } from '../shared/result';
import type { OpenedFile, OpenedKind, Tokens } from './tokens';

/** What a path is, and what else it could be opened as. Made beside the reader, never in main. */
export interface Identified {
  readonly kind: OpenedKind;
  readonly also: readonly OpenedKind[];
}

/** The views that exist; a path of another kind is told what it is and that its view is still to come. */
const VIEWS: ReadonlySet<OpenedKind> = new Set(['package']);

const KINDS: Readonly<Record<OpenedKind, { readonly is: string; readonly view: string }>> = {
  package: { is: 'a package', view: 'Packages' },
  project: { is: 'a project folder', view: 'Project' },
  skills: { is: 'a folder of skills', view: 'Skills' },
  naming: { is: 'a file for naming', view: 'Naming' },
  registry: { is: 'a folder of stores', view: 'Registry' },
};

export interface OpeningParts {
  readonly tokens: Tokens;
  readonly identify: (path: string) => Promise<Result<Identified>>;
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
    const found = await this.#parts.identify(path);
    if (!found.ok) return refused(path, found.error);
    const kind = [found.value.kind, ...found.value.also].find((candidate) => VIEWS.has(candidate));
    if (kind === undefined) return refused(path, notYet(found.value.kind));
    const opened = this.#parts.tokens.give(kind, path);
    this.#parts.onOpened(kind, path);
    return shown(
      opened,
      found.value.also.filter((other) => other !== kind && VIEWS.has(other)),
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

function refused(path: string, { message, hint }: Pick<Failure, 'message' | 'hint'>): Opened {
  const shown = showName(basename(path) || path);
  return { kind: 'refused', path: showName(path), message: `${shown} ${message}`, ...(hint ? { hint } : {}) };
}

const notYet = (kind: OpenedKind) => ({
  message: `is ${KINDS[kind].is}; the ${KINDS[kind].view} view that shows it does not exist yet.`,
  hint: 'A .mur.zip package can be opened.',
});
