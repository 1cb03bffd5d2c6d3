import { describe, expect, it } from 'vitest';
import { granted, readGrants } from './capabilities';
import { unknownKeys } from './keys';
import { readLaunch } from './launch';
import { parseManifest } from './read';
import { launchRefusals } from './refusals';
import { secretPlaces } from './secrets';

const documentOf = (yaml: string) => {
  const parsed = parseManifest(Buffer.from(yaml));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};

describe('keys of a manifest', () => {
  const unknown = (yaml: string) =>
    unknownKeys(documentOf(yaml).root, new Set()).map(({ block, key, nearest, place }) => [
      block,
      key,
      nearest,
      place.line,
    ]);

  it.each<[string, unknown]>([
    ['name: a\nversoin: 1\n', [['', 'versoin', 'version', 2]]],
    [
      'capabilities:\n  network: {alow: []}\n  filesistem: {}\n',
      [
        ['capabilities.network', 'alow', 'allow', 2],
        ['capabilities', 'filesistem', 'filesystem', 3],
      ],
    ],
    [
      'artifacts:\n  - {name: a}\n  - {capabilities: {shel: 1}, gateway: {keyles: true}}\n',
      [
        ['artifacts[1].capabilities', 'shel', 'shell', 3],
        ['artifacts[1].gateway', 'keyles', 'keyless', 3],
      ],
    ],
    [
      'inference:\n  compaction: {treshold: 1, zzzzz: 1}\n',
      [
        ['inference.compaction', 'treshold', 'threshold', 2],
        ['inference.compaction', 'zzzzz', null, 2],
      ],
    ],
    ['metadata: {any: {thing: 1}}\nartifacts: [{config: {any: 1}}]\ninference: {driver: {any: 1}}\n', []],
    [
      '__proto__: 1\nconstructor: 1\n',
      [
        ['', '__proto__', null, 1],
        ['', 'constructor', null, 2],
      ],
    ],
    ['1: a\n[x]: b\n', []],
    ['just text', []],
    ['artifacts:\n  - &a {nmae: 1}\n  - *a\n', [['artifacts[0]', 'nmae', 'name', 2]]],
  ])('that are not known are told with the one that was meant: %j', (yaml, expected) => {
    expect(unknown(yaml)).toEqual(expected);
  });
});

describe('reasons why a launch refuses a manifest', () => {
  const HEAD = 'name: a\nversion: 0.1.0\n';
  it.each<[string, number, string]>([
    ['config: {}\n', 3, "'config': is declared per artifact"],
    ['mur_version: 1\n', 3, "'mur_version' is not a top-level key"],
    ['inference:\n  endpoint: x\n', 4, 'entry inference.driver.artifact names instead'],
    ['inference: {api_key: x, driver: {artifact: m/d}}\n', 3, "entry 'm/d' instead"],
    [
      'inference:\n  system_prompt: a\n  system_prompt_file: b\n',
      5,
      'at most one of system_prompt, system_prompt_file',
    ],
    ['inference: {compaction: {system_prompt: a, system_prompt_file: b}}\n', 3, 'at most one of inference.compaction'],
    ['artifacts:\n  - {version: 1}\n', 4, "index 0: missing required field 'name'"],
    ['artifacts: [{name: tool}]\n', 3, 'an artifact is named <scope>/<name>'],
    ['artifacts: [{name: a/-b}]\n', 3, "the name must not start or end with '-'"],
    [`artifacts: [{name: a/${'b'.repeat(101)}}]\n`, 3, 'at most 100 characters'],
    ['artifacts: [{name: a/b, runtime: wasm}]\n', 3, "use 'runtime: tool'"],
    ['artifacts: [{name: a/b, runtime: agent}]\n', 3, "unknown runtime 'agent'"],
    [
      'artifacts: [{name: a, runtime: skill, source: x, local_source: false}]\n',
      3,
      "does not declare 'local_source: true'",
    ],
    ['artifacts: [{name: a/b, runtime: skill, config: {}}]\n', 3, "declares 'config:' but has 'runtime: skill'"],
    ['artifacts: {a: b}\n', 3, 'artifacts: invalid type: mapping, expected a sequence'],
    ['artifacts: [x]\n', 3, 'artifacts[0]: invalid type: string, expected a mapping'],
    ['capabilities: {containment: none}\n', 3, 'must be one of: advisory, scoped, sealed'],
  ])('say where: %j', (yaml, line, words) => {
    const document = documentOf(HEAD + yaml);
    const refusals = launchRefusals(document, readLaunch(document));
    expect(refusals).toMatchObject([{ place: { line }, message: expect.stringContaining(words) }]);
  });

  it('are all told, not only the first', () => {
    const document = documentOf('artifacts: [{name: a}, {name: b}]\nconfig: {}\n');
    expect(launchRefusals(document, readLaunch(document))).toHaveLength(5);
  });

  it('are none for an empty prompt or a null list', () => {
    const document = documentOf(`${HEAD}inference: {system_prompt: '', system_prompt_file: x}\nartifacts:\n`);
    expect(launchRefusals(document, readLaunch(document))).toEqual([]);
  });
});

describe('grants', () => {
  it('are one row per key, capsule-wide first, in the words of the manifest', () => {
    const document = documentOf(`capabilities:
  network: {allow: [a.org, 1.10], unix_sockets: []}
  containment: scoped
  limits: {memory: {max: 64}}
  spawn:
artifacts:
  - {name: m/t, capabilities: {env: {allow: [HOME]}, odd: [[1], {a: b}]}}
`);
    const grants = readGrants(document, readLaunch(document));
    expect(grants.map(({ artifact, group, key, values }) => [artifact, group, key, values])).toEqual([
      [null, 'network', 'network.allow', ['a.org', '1.10']],
      [null, 'network', 'network.unix_sockets', []],
      [null, 'containment', 'containment', ['scoped']],
      [null, 'limits', 'limits.memory.max', ['64']],
      [null, 'spawn', 'spawn', []],
      ['m/t', 'env', 'env.allow', ['HOME']],
      ['m/t', 'odd', 'odd', ['(a list)', '(a mapping)']],
    ]);
    expect(['network', 'spawn', 'env'].map((group) => granted(grants, group))).toEqual([true, false, false]);
  });
});

describe('values that look like secrets', () => {
  const KEY = 'sk-proj-abc123def456ghi789';
  it.each<[string, string]>([
    [`api_key: ${KEY}`, 'api_key'],
    [`x: [{y: ghp_${'a1'.repeat(18)}}]`, 'x[0].y'],
    ['x: AKIAABCDEFGHIJKLMNOP', 'x'],
    ['x: https://user:pass99word@host/', 'x'],
    ['x: "-----BEGIN RSA PRIVATE KEY-----"', 'x'],
    ['gateway: {token: hunter2hunter2}', 'gateway.token'],
    [`artifacts: [{config: {deep: {creds: ${KEY}}}}]`, 'artifacts[0].config'],
    ['config: {creds: {password: hunter2hunter2}}', 'config'],
  ])('are found, and only their place is told: %j', (yaml, path) => {
    const found = secretPlaces(documentOf(yaml).root);
    expect(found.map((place) => place.path)).toEqual([path]);
    expect(JSON.stringify(found)).not.toMatch(/abc123|a1a1|ABCDEF|pass99|hunter|creds/);
  });

  it.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the manifest's own way to name a variable
    'api_key: ${ANTHROPIC_API_KEY}',
    'api_key: $KEY_OF_MINE',
    'api_key: <your key here>',
    'token: MY_TOKEN_NAME',
    'max_tokens: 128000',
    'token: short',
    'description: the secret is in the sauce and sk-learn-is-a-library-name',
    'password: see the vault for it',
    'tokenizer: some-long-name-of-a-model',
  ])('are not these: %j', (yaml) => {
    expect(secretPlaces(documentOf(yaml).root)).toEqual([]);
  });
});
