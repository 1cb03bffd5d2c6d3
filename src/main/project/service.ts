import { basename } from 'node:path';
import type { z } from 'zod';
import { DigestMemory } from '../../core/store/digest-memory';
import { globalRoot, projectRoot } from '../../core/store/roots';
import { showName } from '../../core/text/visible';
import type { Opened, Token } from '../../shared/contract/app';
import type { projectCalls, projectEvents } from '../../shared/contract/project';
import type { Project } from '../../shared/models/project';
import { err, failure, ok, type Result } from '../../shared/result';
import type { Registry } from '../registry/registry';
import type { AnswersOf } from '../registry/service';
import type { DeclaredPackages } from './declared';
import type { ProjectAnswer, ProjectInput } from './jobs';
import { ProjectWatch } from './watch';

type Events = typeof projectEvents;
type ProjectEvents = { readonly [E in keyof Events]: z.output<Events[E]> };
type OfRow = { readonly folder: string; readonly row: number };

/** How projects are read: beside main, by the jobs of `jobs.ts`. */
export interface ProjectReading {
  read(input: ProjectInput): Promise<Result<ProjectAnswer>>;
  verify(input: ProjectInput, signal: AbortSignal): Promise<Result<ProjectAnswer & { readonly digests: unknown }>>;
  config(input: OfRow): Promise<Result<{ readonly json: string }>>;
  file(input: OfRow): Promise<Result<{ readonly text: string }>>;
  filesText(input: { readonly project: Project }): Promise<Result<string>>;
  artifact(input: OfRow & Pick<ProjectInput, 'env'>): Promise<Result<{ readonly path: string }>>;
}

/** Everything the projects need of the program around them; nothing of it is Electron's. */
export interface ProjectPorts {
  readonly reading: ProjectReading;
  /** HOME and USERPROFILE. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Digests that are remembered, the stores' changes, and which stores are followed. */
  readonly registry: Pick<Registry, 'memory' | 'learnDigests' | 'onChange' | 'setProjects'>;
  readonly declared: DeclaredPackages;
  readonly send: <E extends keyof ProjectEvents>(event: E, payload: ProjectEvents[E]) => void;
  readonly openPackage: (path: string) => Promise<Opened>;
  /** The folder behind a token of a project. */
  readonly pathOf: (token: Token) => string | null;
  readonly watch?: (folder: string, onChange: () => void) => Pick<ProjectWatch, 'follow' | 'dispose'>;
}

interface OpenProject {
  readonly token: Token;
  readonly folder: string;
  readonly watch: Pick<ProjectWatch, 'follow' | 'dispose'>;
  project: Project | null;
  reading: boolean;
  again: boolean;
}

const notOpen = failure('not-open', 'This project is no longer open.', 'Open its folder again.');

/** Answers everything the Project view asks for, and follows what is open. */
export class Projects {
  readonly #ports: ProjectPorts;
  readonly #open = new Map<Token, OpenProject>();
  readonly #forget: () => void;

  constructor(ports: ProjectPorts) {
    this.#ports = ports;
    this.#forget = ports.registry.onChange((root) => {
      for (const open of this.#open.values()) if (this.#rootsOf(open).includes(root)) void this.#readAgain(open);
    });
  }

  service(): AnswersOf<Omit<typeof projectCalls, 'project:choose'>> {
    const { reading, env, openPackage } = this.#ports;
    const on =
      <A extends readonly [Token, ...unknown[]], T>(
        work: (open: OpenProject, args: A, signal: AbortSignal) => Promise<Result<T>>,
      ) =>
      async (args: A, { signal }: { readonly signal: AbortSignal }): Promise<Result<T>> => {
        const open = this.#open.get(args[0]);
        return open ? work(open, args, signal) : err(notOpen);
      };
    return {
      'project:open': async ([token]) => this.#openProject(token),
      'project:config': on(({ folder }, [, row]: readonly [Token, number]) => reading.config({ folder, row })),
      'project:manifest-file': on(({ folder }, [, row]: readonly [Token, number]) => reading.file({ folder, row })),
      'project:manifest-files-text': on(async ({ project }) =>
        project === null ? err(notOpen) : reading.filesText({ project }),
      ),
      'project:open-artifact': on(async ({ folder }, [, row]: readonly [Token, number]) => {
        const found = await reading.artifact({ folder, env, row });
        return found.ok ? ok(await openPackage(found.value.path)) : found;
      }),
      'project:verify': on((open, _, signal) => this.#verify(open, signal)),
      'project:close': async ([token]) => {
        this.close(token);
        return ok(null);
      },
    };
  }

  /** Opens projects that nobody has looked at yet, in the background. */
  openAll(tokens: readonly Token[]): void {
    for (const token of tokens) if (!this.#open.has(token)) void this.#openProject(token);
  }

  close(token: Token): void {
    this.#open.get(token)?.watch.dispose();
    this.#open.delete(token);
    this.#ports.declared.delete(token);
    this.#tellRegistry();
  }

  dispose(): void {
    this.#forget();
    for (const { watch } of this.#open.values()) watch.dispose();
    this.#open.clear();
  }

  async #openProject(token: Token): Promise<Result<Project>> {
    const folder = this.#ports.pathOf(token);
    if (folder === null) return err(notOpen);
    let open = this.#open.get(token);
    if (open === undefined) {
      const begin = this.#ports.watch ?? ((path, onChange) => new ProjectWatch(path, onChange));
      const made: OpenProject = {
        token,
        folder,
        watch: begin(folder, () => void this.#readAgain(made)),
        project: null,
        reading: false,
        again: false,
      };
      open = made;
      this.#open.set(token, open);
      this.#tellRegistry();
    }
    const answer = await this.#ports.reading.read(this.#input(open));
    if (!answer.ok) return answer;
    this.#take(open, answer.value);
    return ok(answer.value.project);
  }

  /** Reads a project that changed; what changes meanwhile is read after that. Told only if it is another one then. */
  async #readAgain(open: OpenProject): Promise<void> {
    if (open.reading) {
      open.again = true;
      return;
    }
    open.reading = true;
    do {
      open.again = false;
      const before = JSON.stringify(open.project);
      const answer = await this.#ports.reading.read(this.#input(open));
      if (this.#open.get(open.token) !== open) return;
      if (!answer.ok) break;
      this.#take(open, answer.value);
      if (JSON.stringify(open.project) !== before)
        this.#ports.send('project:changed', { token: open.token, project: answer.value.project });
    } while (open.again);
    open.reading = false;
  }

  async #verify(open: OpenProject, signal: AbortSignal): Promise<Result<Project>> {
    const answer = await this.#ports.reading.verify(this.#input(open), signal);
    if (!answer.ok) return answer;
    this.#ports.registry.learnDigests(new DigestMemory(answer.value.digests));
    this.#take(open, answer.value);
    return ok(answer.value.project);
  }

  #take(open: OpenProject, { project, folders }: ProjectAnswer): void {
    open.project = project;
    open.watch.follow(folders);
    const name = 'error' in project.manifest ? basename(open.folder) : project.manifest.name;
    this.#ports.declared.set(open.token, showName(name), project);
  }

  #rootsOf({ folder }: OpenProject): string[] {
    const global = globalRoot(this.#ports.env);
    return [projectRoot(folder), ...(global.ok ? [global.value] : [])];
  }

  #input(open: OpenProject): ProjectInput {
    const roots = this.#rootsOf(open).map((root) => `${root}/`);
    const digests = this.#ports.registry.memory.save((path) => roots.some((root) => path.startsWith(root)));
    return { folder: open.folder, env: this.#ports.env, digests };
  }

  #tellRegistry(): void {
    const projects = [...this.#open.values()].map(({ folder }) => ({ folder, name: showName(basename(folder)) }));
    this.#ports.registry.setProjects(projects);
  }
}
