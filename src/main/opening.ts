import { basename } from 'node:path';
import type { OpenChoice, OpenDecision } from '../core/open/choice';
import { showName } from '../core/text/visible';
import type { Opened } from '../shared/contract/app';
import type { Failure, Result } from '../shared/result';
import type { OpenedFile, OpenedKind, Tokens } from './tokens';

/** The views that exist; a path of another kind is told what it is and that its view is still to come. */
const VIEWS: ReadonlySet<OpenedKind> = new Set(['package', 'naming']);
/** What can be opened today. */
const HINT = 'A .mur.zip package, a runners.toml or blocks for naming can be opened.';

const KINDS: Readonly<Record<OpenedKind, { readonly is: string; readonly view: string }>> = {
  package: { is: 'a package', view: 'Packages' },
  project: { is: 'a project', view: 'Project' },
  skills: { is: 'a skill or a folder of skills', view: 'Skills' },
  naming: { is: 'for naming', view: 'Naming' },
  registry: { is: 'a store of packages', view: 'Registry' },
};

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
    const choices: OpenChoice[] = [decision.value, ...decision.value.also];
    const choice = choices.find(({ kind }) => VIEWS.has(kind));
    if (choice === undefined) return refused(path, notYet(decision.value.kind));
    const opened = this.#parts.tokens.give(choice.kind, choice.path);
    this.#parts.onOpened(choice.kind, choice.path);
    const others = choices.map(({ kind }) => kind).filter((kind) => kind !== choice.kind && VIEWS.has(kind));
    return shown(opened, others);
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

function refused(path: string, { code, message, hint }: Failure): Opened {
  const name = showName(basename(path) || path);
  // What is wrong with a path ends the sentence that its name begins; what went wrong beside it is a sentence itself.
  const text = /^\p{Ll}/u.test(message) ? `${name} ${message}.` : `${name}: ${message}`;
  const next = code === 'not-openable' ? HINT : hint;
  return { kind: 'refused', path: showName(path), message: text, ...(next ? { hint: next } : {}) };
}

const notYet = (kind: OpenedKind): Failure => ({
  code: 'not-openable',
  message: `is ${KINDS[kind].is}; the ${KINDS[kind].view} view that shows it does not exist yet`,
});
