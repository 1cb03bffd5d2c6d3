export type OpenKind = 'package' | 'project' | 'skills' | 'naming' | 'registry';

/** One view and what it opens, which need not be the path that was given: of a `murmur.yaml` its folder. */
export interface OpenChoice {
  readonly kind: OpenKind;
  readonly path: string;
}

/** What a path opens: the first view, and what else it could open. */
export interface OpenDecision extends OpenChoice {
  readonly also: readonly OpenChoice[];
}
