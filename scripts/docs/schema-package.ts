import { z } from 'zod';
import {
  count,
  error,
  finding,
  flag,
  form,
  list,
  manifestFile,
  noAnswer,
  oneOf,
  orNull,
  placedError,
  refusedConfig,
  sha256,
  sizedConfig,
  text,
} from './forms';

const read = z
  .union([
    form({ ok: z.literal(true).describe('It was read to its end'), sha256: sha256('Of its bytes') }),
    form({
      ok: z.literal(false).describe('It cannot be read'),
      code: orNull(z.string(), 'What kind of fault it is'),
      message: text('Why'),
    }),
  ])
  .describe('With --deep: what reading the entry gave')
  .optional();

const entry = form({
  index: count('Its number in the central directory, from 0'),
  name: text('Exact, as Murmur decodes it'),
  nameBytes: text('Hex of the raw bytes, where they are not UTF-8').optional(),
  kind: oneOf(['file', 'directory', 'symlink', 'other'], 'What it is'),
  method: count('Compression method: 0 stored, 8 deflated'),
  compressedSize: count('Bytes in the package, as declared'),
  size: count('Bytes unpacked, as declared'),
  crc32: text('Eight lower-case hex digits, as declared'),
  encrypted: flag('Whether it is marked as encrypted'),
  modified: orNull(z.string(), 'YYYY-MM-DDTHH:MM:SS; null where the fields are no date'),
  safeName: orNull(z.string(), "The name by Murmur's rule; null where it is refused"),
  readBy: list(z.enum(['murmur', 'resolver']), 'Which uses of Murmur reach this record'),
  findings: list(z.string(), 'Ids of the findings about this record'),
  read,
});

const broken = form({ error: placedError.describe('Why it cannot be said') });
const names = (says: string) => list(z.string(), says).optional();

const answer = form({
  file: text('FILE as given'),
  ok: z.literal(true).describe('The directory could be read'),
  bytes: count("The file's size"),
  sha256: orNull(z.string(), 'Of the file; null with --no-digest'),
  entryCount: count('Names that Murmur sees, equal names once'),
  entries: list(entry, 'Every record of the directory, also those that Murmur does not see'),
  payload: z
    .union([
      form({
        kind: oneOf(['wasm', 'native', 'skill'], 'What a launch would run'),
        entry: orNull(z.string(), 'Its name; null where it is not there'),
        imports: names('Interfaces the component asks its host for'),
        exports: names('Interfaces it offers'),
        interfaces: broken.describe('Why its interfaces cannot be said').optional(),
      }),
      broken,
    ])
    .describe('The payload, or why there is none'),
  buildInfo: z
    .union([form({ builtAtLevel: z.number().describe('built_at_level') }), broken])
    .nullable()
    .describe('murmur-build.json; null where there is none'),
  manifest: z
    .union([
      form({
        name: text('name'),
        version: text('version'),
        runtime: text('runtime'),
        implementation: text('implementation').optional(),
        execution: text('execution').optional(),
        description: text('description').optional(),
        requiresFiles: names('requires_files'),
      }),
      broken,
    ])
    .describe('What murmur.yaml says of itself'),
  grants: list(
    form({
      artifact: orNull(z.string(), 'The artifact it is for; null for the capsule'),
      group: text('network, filesystem, shell…'),
      key: text('The path below capabilities:, as network.allow'),
      values: list(z.string(), 'What is allowed, in the words of the manifest'),
    }),
    'What capabilities: grants',
  ),
  manifestFiles: list(manifestFile, 'Paths that the manifest declares'),
  configs: list(z.union([sizedConfig, refusedConfig]), 'Sizes of config: blocks; never their values'),
  skills: list(
    form({ path: text('The entry'), description: orNull(z.string(), 'As Murmur reads it') }),
    'Skills that the package holds or names',
  ),
  findings: list(finding, 'Everything worth saying'),
  verdict: oneOf(['ok', 'warnings', 'errors'], 'The worst of the findings'),
});

export const inspect = z.union([answer, noAnswer('file')]);

const keys = {
  added: list(z.string(), 'Paths of keys that came; a whole block is one path'),
  removed: list(z.string(), 'Paths of keys that went'),
  changed: list(z.string(), 'Paths of keys whose values differ; never the values'),
  more: z.literal(true).describe('There are further ones').optional(),
};
const side = orNull(placedError, 'Why this side cannot be read; null where it can');
const unreadable = form({ from: side, to: side }).describe('Stands only where a side cannot be read').optional();
const cameAndWent = (says: string) =>
  form({ added: list(z.string(), 'New in B'), removed: list(z.string(), 'Only in A') }).describe(says);
const config = orNull(
  z.union([form({ bytes: count('Of compact JSON') }), form({ refused: text("Murmur's refusal") })]),
  'Null where there is no block',
);

export const diff = z.union([
  form({
    added: list(z.string(), 'Entries only in B'),
    removed: list(z.string(), 'Entries only in A'),
    renamed: list(form({ from: text('Name in A'), to: text('Name in B') }), 'Same content under another name'),
    changed: list(form({ name: text('The entry') }), 'Entries of one name and other content'),
    manifest: form({ ...keys, unreadable }).describe('murmur.yaml, by keys'),
    grants: list(
      form({
        artifact: orNull(z.string(), 'Null for the capsule'),
        key: text('As network.allow'),
        change: oneOf(['added', 'removed', 'changed'], 'What became of it'),
        added: list(z.string(), 'Values that came'),
        removed: list(z.string(), 'Values that went'),
      }),
      'Grants that differ',
    ),
    interfaces: form({ imports: cameAndWent('Asked for'), exports: cameAndWent('Offered'), unreadable }).describe(
      'Interfaces of the payload',
    ),
    configs: list(
      form({ artifact: text('Its name'), from: config, to: config, keys: form(keys).describe('Keys that differ') }),
      'config: blocks that differ: sizes and keys',
    ),
  }),
  noAnswer('file'),
]);

export const files = z.union([form({ rows: list(manifestFile, 'In the order of Murmur') }), noAnswer('path')]);

const json = text('With --show: the exact JSON').optional();
export const configBlocks = z.union([
  form({
    rows: list(z.union([sizedConfig.extend({ json }), refusedConfig]), 'One for each config: block'),
    configured: z
      .union([z.array(z.string()), form({ refused: text('The first refusal') })])
      .describe('Names of configured artifacts; one bad block refuses the list'),
  }),
  noAnswer('path'),
]);

export const lower = z.union([
  form({ file: text('FILE as given'), json: text('The exact JSON'), bytes: count('Its size in UTF-8') }),
  form({ file: text('FILE as given'), refused: text("Murmur's refusal") }),
  form({
    file: text('FILE as given'),
    parseError: form({
      message: text('Why it is no YAML'),
      line: orNull(z.int(), 'From 1; null if unknown'),
      column: orNull(z.int(), 'From 1; null if unknown'),
    }).describe('It is no YAML of this dialect'),
  }),
  noAnswer('file'),
]);

const kinded = (says: string) => error.extend({ kind: text(says) }).describe('Why there is nothing to read');
const located = {
  declared: text('PATH as given'),
  resolved: text('Where it leads'),
  base: oneOf(['manifest-folder', 'installed-package', 'host-path'], 'What it is taken from'),
};
export const resolve = z.union([
  form({ ...located, text: text("With --read: the file's text").optional() }),
  form({ ...located, error: kinded('NotFound, InvalidInput, InvalidData…') }),
  noAnswer('declared'),
]);
export const source = z.union([
  form({
    source: text('SOURCE as given'),
    files: list(z.string(), 'What is installed, SKILL.md first'),
    description: text("The skill's description"),
  }),
  form({ source: text('SOURCE as given'), error: kinded('not-found, missing-skill-md, read, not-standard, refused') }),
  noAnswer('source'),
]);
