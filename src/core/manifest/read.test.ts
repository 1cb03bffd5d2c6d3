import { describe, expect, it } from 'vitest';
import { ownVectors, sharedVectors } from '../../../test/support/golden';
import { configRows, configured, lowerEntry, readLaunch } from './launch';
import { identityOf, MANIFEST_LIMIT, parseManifest, readPacked } from './read';
import { launchRefusals } from './refusals';

interface Vector {
  yaml: string;
  expect: {
    packed: { error: string } | { ok: { name: string; version: string; runtime: string; requires_files: string[] } };
    runtime:
      | { error: string }
      | {
          ok: {
            name: string;
            version: string;
            artifacts: { name: string; version: string; runtime: string; source: string | null; config: boolean }[];
            files: [key: string, declared: string][];
            configs: ({ artifact: string; bytes: number; json: string } | { artifact: string; refused: string })[];
            configured: { ok: string[] } | { error: string };
          };
        };
  };
}

const parse = (yaml: string) => parseManifest(Buffer.from(yaml));
const documentOf = (yaml: string) => {
  const parsed = parse(yaml);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};

/** The packed reading in the vectors' form; of an error only that there is one. */
function packed(yaml: string) {
  const document = parse(yaml);
  const read = document.ok ? readPacked(document.value) : document;
  if (!read.ok) return { error: true };
  const { name, version, runtime, requiresFiles } = read.value;
  return { ok: { name, version, runtime, requires_files: requiresFiles } };
}

/** What the launch's reading says of our subject, in the vectors' form. */
function launched(yaml: string) {
  const document = documentOf(yaml);
  const launch = readLaunch(document);
  const rows = configRows(launch);
  const names = configured(rows);
  return {
    files: launch.files.map(({ key, declared }) => [key, declared]),
    configs: launch.artifacts.flatMap((artifact) => {
      const lowered = lowerEntry(artifact);
      return lowered === undefined ? [] : [{ artifact: artifact.name, ...lowered }];
    }),
    configured: 'refused' in names ? { error: names.refused } : { ok: names },
    artifacts: launch.artifacts.map(({ name, version, runtime, source, config }) => ({
      name,
      version: source === null ? version : 'local',
      runtime,
      source,
      config: config !== undefined,
    })),
    ...identityOf(document),
  };
}

const vectors = [
  ...ownVectors<Vector>('manifest').map((vector) => ({ ...vector, set: 'own' })),
  ...(sharedVectors<Vector>('corpus/manifest-real.jsonl.gz') ?? []).map((vector) => ({ ...vector, set: 'real' })),
];

describe('a packed manifest', () => {
  it.each(vectors)('is read or refused as by Murmur: $yaml', ({ yaml, expect: { packed: expected } }) => {
    expect(packed(yaml)).toEqual('ok' in expected ? expected : { error: true });
  });

  it.each([
    ['name: a\nversion: 0.1.0\n', "missing required field 'runtime'"],
    ['name: a\nversion: 1\nruntime: tool\n', "field 'version' has invalid type (expected string, got number)"],
    ['- a\n', "field '<root>' has invalid type (expected mapping, got sequence)"],
    ['registry: {}\n', "'registry' is not a manifest key"],
  ])('is refused in its words: %j', (yaml, message) => {
    expect(readPacked(documentOf(yaml))).toMatchObject({ error: { message: `murmur.yaml: ${message}` } });
  });

  it('is refused with a place when it is no YAML', () => {
    expect(parse('a: 1\na: 2\n')).toMatchObject({ ok: false, error: { place: { line: 2, column: 1 } } });
  });

  it('is not read beyond 4 MiB, and says so when it is no UTF-8', () => {
    expect(parse('#'.repeat(MANIFEST_LIMIT)).ok).toBe(true);
    expect(parse('#'.repeat(MANIFEST_LIMIT + 1)).ok).toBe(false);
    const latin = parseManifest(Uint8Array.of(0x61, 0x3a, 0x20, 0xe9));
    expect(latin).toMatchObject({ error: { message: expect.stringContaining('from index 3') } });
  });
});

describe("a launch's reading of a manifest", () => {
  const read = vectors.filter((vector) => 'ok' in vector.expect.runtime);
  it.each(read)('has the same rows, configs and names: $yaml', ({ yaml, expect: { runtime } }) => {
    if (!('ok' in runtime)) throw new Error('no reading to compare with');
    const { unknown_keys, ...expected } = runtime.ok as typeof runtime.ok & { unknown_keys: unknown };
    expect(launched(yaml)).toEqual(expected);
  });

  it.each(read)('is refused for no reason where Murmur reads it: $yaml', ({ yaml }) => {
    const document = documentOf(yaml);
    expect(launchRefusals(document, readLaunch(document))).toEqual([]);
  });

  it('shows what can be shown of a manifest that Murmur refuses', () => {
    const yaml = `name: house
version: 0.1.0
inference:
  endpoint: http://x
  system_prompt_file: p.md
artifacts:
  - name: echo
    runtime: banana
    config: {a: 1}
  - name: murmur/t
    runtime: tool
    config: [1]
  - {name: s, runtime: skill, source: ./s}
`;
    expect(launched(yaml)).toMatchObject({
      files: [
        ['inference.system_prompt_file', 'p.md'],
        ['artifacts[s].source', './s'],
      ],
      configs: [{ artifact: 'echo', refused: expect.stringContaining("runtime: banana'") }, { artifact: 'murmur/t' }],
      name: 'house',
    });
  });
});

describe('the reasons why a launch refuses a manifest', () => {
  const refusedBy = vectors.flatMap((vector) => {
    const { runtime } = vector.expect;
    return 'error' in runtime && parse(vector.yaml).ok ? [{ yaml: vector.yaml, error: runtime.error }] : [];
  });
  /** Reasons outside this program's subject: gateways, and which driver an inference names. */
  const OUTSIDE =
    /declares 'gateway:'|'inference\.driver|'inference\.max_tokens'|capabilities\.resources|context\.max_tokens|field identifier|"\.\.\. system_prompt_/;

  it.each(refusedBy.filter(({ error }) => !OUTSIDE.test(error)))('are found: $error', ({ yaml, error }) => {
    const document = documentOf(yaml);
    const said = launchRefusals(document, readLaunch(document)).map(({ message }) => `murmur.yaml: ${message}`);
    // A wrong shape stands in a sentence of serde's; all others are word for word.
    const shape = /^murmur\.yaml: YAML syntax error/.test(error);
    if (shape) expect(said).not.toEqual([]);
    else expect(said).toContain(error);
  });
});
