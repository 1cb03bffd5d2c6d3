import { z } from 'zod';
import type { Page } from './page';
import * as others from './schema-others';
import * as packages from './schema-package';

export interface SchemaFile {
  readonly file: string;
  readonly commands: readonly string[];
  /** One line of `--jsonl`, or the bare object. */
  readonly schema: z.ZodType;
  /** Whether `--json` is an array of these. */
  readonly several: boolean;
}

/** The JSON forms of all commands that have one. */
export const SCHEMAS: readonly SchemaFile[] = [
  { file: 'inspect.json', commands: ['inspect'], schema: packages.inspect, several: true },
  { file: 'resolve.json', commands: ['resolve'], schema: packages.resolve, several: true },
  { file: 'files.json', commands: ['files'], schema: packages.files, several: false },
  { file: 'config.json', commands: ['config'], schema: packages.configBlocks, several: false },
  { file: 'lower.json', commands: ['lower'], schema: packages.lower, several: true },
  { file: 'skill-check.json', commands: ['skill check'], schema: others.skillCheck, several: true },
  { file: 'skill-source.json', commands: ['skill source'], schema: packages.source, several: true },
  { file: 'skill-pack.json', commands: ['skill pack'], schema: others.skillPack, several: false },
  { file: 'store.json', commands: ['store list', 'store verify'], schema: others.store, several: false },
  { file: 'diff.json', commands: ['diff'], schema: packages.diff, several: false },
  { file: 'explain.json', commands: ['explain'], schema: others.explain, several: true },
  { file: 'runners.json', commands: ['runners'], schema: others.runners, several: true },
  { file: 'name.json', commands: ['name'], schema: others.name, several: false },
  { file: 'name-line.json', commands: [], schema: z.union([others.result, others.name]), several: false },
  { file: 'naming-line.json', commands: ['naming-line'], schema: others.namingLine, several: false },
];

/** A schema as draft-07, which most validators read. */
export function jsonSchema({ file, schema, several }: SchemaFile): Record<string, unknown> {
  const title = `murscope ${file.replace('.json', '')}`;
  const description = several
    ? 'One line of --jsonl; --json is an array of these.'
    : 'The object of --json, or one line where the command writes lines.';
  return { title, description, ...z.toJSONSchema(schema, { target: 'draft-7' }) };
}

export function schemaPages(): Page[] {
  return SCHEMAS.map((one) => ({
    path: `schemas/${one.file}`,
    text: `${JSON.stringify(jsonSchema(one), null, 2)}\n`,
  }));
}
