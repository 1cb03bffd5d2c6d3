import type { Project } from '../../shared/models/project';

/** Which open projects declare which packages, by `scope/name@version`. */
export class DeclaredPackages {
  readonly #byProject = new Map<string, { readonly name: string; readonly references: ReadonlySet<string> }>();

  /** What a project declares now. `id` is its token. */
  set(id: string, name: string, project: Project): void {
    const references = project.artifacts.flatMap(({ name: artifact, version, source }) =>
      source === null && version !== null ? [`${artifact}@${version}`] : [],
    );
    this.#byProject.set(id, { name, references: new Set(references) });
  }

  delete(id: string): void {
    this.#byProject.delete(id);
  }

  /** Names of the projects that declare a package, in the order they were opened. */
  by(reference: string): string[] {
    return [...this.#byProject.values()].filter(({ references }) => references.has(reference)).map(({ name }) => name);
  }
}
