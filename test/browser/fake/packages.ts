import type { Finding } from '../../../src/shared/models/finding';
import type { Entry, PackageSummary } from '../../../src/shared/models/package';
import { catalog } from './catalog';

/** A made-up package: what main would answer about it. */
export interface FakePackage {
  readonly summary: PackageSummary;
  readonly entries: readonly Entry[];
  readonly sha256: string;
  readonly content: (entry: Entry) => Uint8Array;
  readonly configs: readonly string[];
  readonly manifestFileEntries: readonly (number | null)[];
}

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);

const crcOf = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
};

function entryOf(index: number, name: string, size: number, more: Partial<Entry> = {}): Entry {
  const isFolder = name.endsWith('/');
  return {
    index,
    name,
    kind: isFolder ? 'directory' : 'file',
    method: size > 0 ? 8 : 0,
    compressedSize: Math.round(size * 0.36) + (size > 0 ? 2 : 0),
    size,
    crc32: size > 0 ? crcOf(name) : '00000000',
    encrypted: false,
    modified: '1980-01-01T00:00:00',
    safeName: name.replace(/\/$/, ''),
    readBy: ['murmur', 'resolver'],
    findings: [],
    ...more,
  };
}

const finding = (id: string, message: string, at: Omit<Finding, 'id' | 'severity' | 'message'> = {}): Finding => ({
  id,
  severity: catalog.find((rule) => rule.id === id)?.severity ?? 'info',
  message,
  ...at,
});

function withFindings(entries: readonly Entry[], findings: readonly Finding[]): Entry[] {
  return entries.map((entry) => ({
    ...entry,
    findings: findings.filter((one) => one.index === entry.index).map((one) => one.id),
  }));
}

const verdictOf = (findings: readonly Finding[]): PackageSummary['verdict'] =>
  findings.some((one) => one.severity === 'error')
    ? 'errors'
    : findings.some((one) => one.severity === 'warning')
      ? 'warnings'
      : 'ok';

function packageOf(
  entries: readonly Entry[],
  about: Partial<PackageSummary>,
  texts: ReadonlyMap<string, string | Uint8Array>,
  more: Partial<FakePackage> = {},
): FakePackage {
  const findings = about.findings ?? [];
  const all = withFindings(entries, findings);
  const packed = all.reduce((sum, entry) => sum + entry.compressedSize, 0);
  const summary: PackageSummary = {
    file: '/home/sam/packages/house-0.1.0.mur.zip',
    bytes: packed + all.length * 130 + 22,
    sha256: null,
    entryCount: all.length,
    recordCount: all.length,
    totals: { packed, unpacked: all.reduce((sum, entry) => sum + entry.size, 0) },
    payload: { kind: 'skill', entry: 'skill.md' },
    buildInfo: { builtAtLevel: 1 },
    manifest: { name: 'house', version: '0.1.0', runtime: 'agent' },
    label: 'local/house@0.1.0',
    grants: [],
    manifestFiles: [],
    requiredFiles: [],
    configs: [],
    skills: [],
    findings: [...findings],
    verdict: verdictOf(findings),
    ...about,
  };
  return {
    summary,
    entries: all,
    sha256: `05c5511c${'9b2f4e71a0d3c856'.repeat(3)}17aa7aef`,
    content: (entry) => {
      const text = texts.get(entry.name);
      if (text instanceof Uint8Array) return text;
      return bytesOf(text ?? `${entry.name}\n`);
    },
    configs: [],
    manifestFileEntries: [],
    ...more,
  };
}

const MANIFEST = `name: house
version: 0.1.0
runtime: agent
requires_files:
  - capsule.wasm
  - instructions.md
  - compaction.md
  - skills/house/SKILL.md
artifacts:
  - name: local/murmur-tool-editor
    version: 0.2.0
    runtime: tool
    config:
      read_recent: { default: 20, max: 100 }
      ratio: 1.0
  - name: local/murmur-tool-search
    version: 0.2.0
    runtime: tool
    config:
      engines: [web, code]
capabilities:
  network:
    allow: [api.example.com]
  filesystem:
    scope: [/work]
inference:
  system_prompt_file: ./instructions.md
  compaction:
    system_prompt_file: compaction.md
`;

const wasm = Uint8Array.from({ length: 119_091 }, (_, at) =>
  at < 8 ? ([0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0][at] ?? 0) : (at * 7 + (at >> 5)) & 255,
);

const IMPORTS = [
  'murmur:tool-registry/invoke@0.1.0',
  'murmur:tool/run@0.1.0',
  'wasi:cli/environment@0.2.6',
  'wasi:cli/exit@0.2.6',
  'wasi:cli/stderr@0.2.6',
  'wasi:cli/stdin@0.2.6',
  'wasi:cli/stdout@0.2.6',
  'wasi:clocks/wall-clock@0.2.6',
  'wasi:filesystem/preopens@0.2.6',
  'wasi:filesystem/types@0.2.6',
  'wasi:http/outgoing-handler@0.2.12',
  'wasi:io/poll@0.2.6',
  'wasi:io/streams@0.2.6',
];

/** The capsule of the design's screens, a little richer. */
export function house(): FakePackage {
  const entries = [
    entryOf(0, 'murmur.yaml', bytesOf(MANIFEST).length),
    entryOf(1, 'capsule.wasm', 119_091),
    entryOf(2, 'instructions.md', 2_204),
    entryOf(3, 'compaction.md', 19),
    entryOf(4, 'skills/house/SKILL.md', 832),
    entryOf(5, 'skills/house/references/rooms.md', 4_012),
    entryOf(6, 'skills/house/scripts/measure.py', 1_320),
    entryOf(7, 'README.md', 640),
    entryOf(8, 'readme.md', 22),
    entryOf(9, 'murmur-build.json', 21),
  ];
  const findings = [
    finding('name-case-collision', 'README.md and readme.md differ only in case.', {
      entry: 'readme.md',
      index: 8,
      offset: 48_204,
    }),
    finding(
      'grant-not-asked',
      'filesystem.scope is granted to local/murmur-tool-search, whose payload is not in this package.',
    ),
    finding(
      'ask-not-granted',
      'The payload imports murmur:tool-registry/invoke@0.1.0, and capabilities.install grants nothing.',
    ),
    finding('undeclared-entry', 'README.md is packed, and nothing declares it.', {
      entry: 'README.md',
      index: 7,
      offset: 47_810,
    }),
    finding('undeclared-entry', 'readme.md is packed, and nothing declares it.', {
      entry: 'readme.md',
      index: 8,
      offset: 48_204,
    }),
  ];
  const skill =
    '---\nname: house\ndescription: Plans the rooms of a house and measures them.\n---\n# House\n\nRead references/rooms.md first, then run scripts/measure.py.\n';
  return packageOf(
    entries,
    {
      payload: { kind: 'wasm', entry: 'capsule.wasm', imports: IMPORTS, exports: ['murmur:capsule/run@0.1.0'] },
      manifest: {
        name: 'house',
        version: '0.1.0',
        runtime: 'agent',
        description: 'Plans the rooms of a house.',
        requiresFiles: ['capsule.wasm', 'instructions.md', 'compaction.md', 'skills/house/SKILL.md'],
      },
      grants: [
        { artifact: null, group: 'network', key: 'network.allow', values: ['api.example.com'] },
        { artifact: null, group: 'filesystem', key: 'filesystem.scope', values: ['/work'] },
        { artifact: 'local/murmur-tool-search', group: 'filesystem', key: 'filesystem.scope', values: ['/srv/index'] },
        { artifact: null, group: 'env', key: 'env.allow', values: ['LANG', 'TZ'] },
      ],
      manifestFiles: [
        {
          key: 'inference.system_prompt_file',
          declared: './instructions.md',
          resolved: 'local/house@0.1.0!/instructions.md',
          base: 'installed-package',
          found: true,
        },
        {
          key: 'inference.compaction.system_prompt_file',
          declared: 'compaction.md',
          resolved: 'local/house@0.1.0!/compaction.md',
          base: 'installed-package',
          found: true,
        },
        {
          key: 'artifacts[local/house-skill].source',
          declared: 'skills/house',
          resolved: 'local/house@0.1.0!/skills/house',
          base: 'installed-package',
          found: true,
        },
        {
          key: 'artifacts[local/attic].source',
          declared: '../attic',
          resolved: '../attic',
          base: 'installed-package',
          found: false,
          reason: 'names a path outside the installed package',
        },
      ],
      requiredFiles: [
        { declared: 'capsule.wasm', present: true },
        { declared: 'instructions.md', present: true },
        { declared: 'compaction.md', present: true },
        { declared: 'skills/house/SKILL.md', present: true },
      ],
      configs: [
        { artifact: 'local/murmur-tool-editor', bytes: 55, limit: 65_536 },
        { artifact: 'local/murmur-tool-search', bytes: 58_211, limit: 65_536 },
        {
          artifact: 'local/murmur-hook-audit',
          refused:
            "invalid config for artifact 'local/murmur-hook-audit': 'config:' must be a mapping of keys to values, but this entry declares a sequence",
        },
      ],
      skills: [{ path: 'skills/house/SKILL.md', description: 'Plans the rooms of a house and measures them.' }],
      findings,
    },
    new Map<string, string | Uint8Array>([
      ['murmur.yaml', MANIFEST],
      ['capsule.wasm', wasm],
      ['skills/house/SKILL.md', skill],
      [
        'instructions.md',
        '# Instructions\n\nYou plan houses. Ask for the plot first.\n\n- Measure twice.\n- Say what is *not* known.\n',
      ],
      [
        'skills/house/scripts/measure.py',
        'import sys\n\n\ndef area(width: float, depth: float) -> float:\n    """Square metres of a room."""\n    return width * depth\n\n\nprint(area(*map(float, sys.argv[1:3])))\n',
      ],
      ['murmur-build.json', '{"built_at_level":1}\n'],
    ]),
    {
      configs: [
        '{"read_recent":{"default":20,"max":100},"ratio":1.0}',
        `{"engines":["web","code"],"index":"${'x'.repeat(58_000)}"}`,
        '',
      ],
      manifestFileEntries: [2, 3, 4, null],
    },
  );
}

/** Names that try to deceive, and an archive that is wrong in a dozen ways. */
export function hostile(): FakePackage {
  const rtl = 'invoice\u202egnp.exe';
  const entries = [
    entryOf(0, 'murmur.yaml', 120),
    entryOf(1, rtl, 3_044),
    entryOf(2, 'skills/evil\u0007bell.md', 40),
    entryOf(3, '../../etc/passwd', 1_200, { safeName: null, readBy: [] }),
    entryOf(4, 'zeros.bin', 104_857_600, { compressedSize: 101_800 }),
    entryOf(5, 'skills/a\u200bb.md', 12),
    entryOf(6, 'شعار/ملف.txt', 99),
    entryOf(7, `${'very-long-name-'.repeat(660)}.txt`, 5),
    entryOf(8, '<img src=x onerror=alert(1)>.md', 64),
    entryOf(9, 'link', 11, { kind: 'symlink' }),
    entryOf(10, '__proto__', 7),
    entryOf(11, 'secret.bin', 900, { encrypted: true, modified: null }),
    entryOf(12, 'hello.sh', 60, { method: 14 }),
    entryOf(13, 'LICENSE.txt', 1_071),
    entryOf(14, 'LICENSE.txt', 1_090, { readBy: ['murmur'] }),
  ];
  const findings = [
    finding('name-parent', "The name ../../etc/passwd contains a '..' component.", {
      entry: '../../etc/passwd',
      index: 3,
      offset: 5_210,
    }),
    finding('crc-mismatch', 'skills/evil⟨U+0007⟩bell.md does not match its CRC-32.', {
      entry: 'skills/evil\u0007bell.md',
      index: 2,
      offset: 4_100,
    }),
    finding(
      'config-refused',
      "invalid config for artifact 'local/x': 'config:' must be a mapping of keys to values, but this entry declares a string",
    ),
    finding(
      'manifest-file-missing',
      'inference.system_prompt_file names prompt.md, which is not in the installed package; list it under requires_files: in the capsule’s murmur.yaml and rebuild the package.',
    ),
    finding('name-bidi', 'invoice⟨U+202E⟩gnp.exe holds a direction mark.', { entry: rtl, index: 1, offset: 1_008 }),
    finding('ratio-extreme', 'zeros.bin unpacks to 1,030 times its size.', {
      entry: 'zeros.bin',
      index: 4,
      offset: 6_600,
    }),
    finding('name-duplicate', 'Two entries are named LICENSE.txt.', {
      entry: 'LICENSE.txt',
      index: 14,
      offset: 118_400,
    }),
    finding('symlink', 'link is a symbolic link.', { entry: 'link', index: 9, offset: 117_020 }),
    finding('trailing-data', '5 bytes follow the archive.', { offset: 120_441 }),
    finding('archive-comment', 'The archive has a comment of 14 bytes.', { offset: 120_400 }),
  ];
  return packageOf(
    entries,
    {
      file: '/home/sam/Downloads/invoice\u202egnp.mur.zip',
      manifest: {
        error: {
          code: null,
          message: 'artifact missing required file murmur.yaml',
          hint: 'The entry is there but its local header is broken.',
        },
      },
      payload: {
        error: {
          code: null,
          message: 'multiple root .wasm files found: a.wasm, b.wasm',
          hint: 'Keep one root .wasm, or name it capsule.wasm.',
        },
      },
      buildInfo: { error: { code: null, message: 'murmur-build.json is not JSON' } },
      label: 'local/invoice\u202egnp@',
      manifestFiles: [
        {
          key: 'inference.system_prompt_file',
          declared: 'prompt\u202e.md',
          resolved: 'local/x@1!/prompt.md',
          base: 'installed-package',
          found: false,
          reason:
            "not in the installed package; list it under requires_files: in the capsule's murmur.yaml and rebuild the package",
        },
      ],
      requiredFiles: [{ declared: 'gone.md', present: false }],
      findings,
    },
    new Map<string, string | Uint8Array>([
      ['zeros.bin', new Uint8Array(300_000)],
      [rtl, new Uint8Array(3_044).fill(0x4d)],
      [
        '<img src=x onerror=alert(1)>.md',
        '# \u202eevil\u202c <script>alert(1)</script>\n\n![x](http://example.com/x.png) \u200b \u0000 end\n',
      ],
    ]),
    { manifestFileEntries: [null] },
  );
}

/** 100,000 entries in a few hundred folders. */
export function large(count = 100_000): FakePackage {
  const entries = Array.from({ length: count }, (_, index) =>
    entryOf(
      index,
      index === 0
        ? 'murmur.yaml'
        : `data/part-${String(index % 250).padStart(3, '0')}/block-${String(index).padStart(6, '0')}.json`,
      40 + ((index * 7919) % 5_000),
    ),
  );
  return packageOf(
    entries,
    {
      manifest: { name: 'warehouse', version: '12.0.1', runtime: 'skill' },
      label: 'local/warehouse@12.0.1',
      file: '/home/sam/warehouse-12.0.1.mur.zip',
    },
    new Map(),
  );
}

/** As many findings as there are entries. */
export function manyFindings(): FakePackage {
  const base = large(20_000);
  const findings = base.entries.map((entry) =>
    finding(entry.index % 3 ? 'undeclared-entry' : 'name-case-collision', `${entry.name} is one of many.`, {
      entry: entry.name,
      index: entry.index,
      offset: entry.index * 100,
    }),
  );
  return { ...base, summary: { ...base.summary, findings, verdict: 'warnings' } };
}

/** Nothing in it. */
export function empty(): FakePackage {
  return packageOf(
    [],
    {
      manifest: { error: { code: null, message: 'artifact missing required file murmur.yaml' } },
      payload: { error: { code: null, message: 'artifact missing required file murmur.yaml' } },
      buildInfo: null,
      label: 'local/empty@',
      file: '/tmp/empty.mur.zip',
    },
    new Map(),
  );
}

/** A skill with one file. */
export function skill(): FakePackage {
  return packageOf(
    [entryOf(0, 'murmur.yaml', 55), entryOf(1, 'skill.md', 18_543), entryOf(2, 'murmur-build.json', 21)],
    {
      manifest: {
        name: 'pennylane',
        version: '0.1.0',
        runtime: 'skill',
        description: 'Differentiable programming of quantum computers.',
      },
      label: 'local/pennylane@0.1.0',
      file: '/home/sam/.murmur/artifacts/local/pennylane/0.1.0/pennylane-0.1.0.mur.zip',
      skills: [{ path: 'skill.md', description: 'Differentiable programming of quantum computers.' }],
    },
    new Map([
      [
        'skill.md',
        `---\nname: pennylane\ndescription: Differentiable programming.\n---\n${'A line of the skill.\n'.repeat(800)}`,
      ],
    ]),
  );
}
