// The well-made samples: packages as mur build writes them (spec 2.1), from the folders under resources/samples/sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import JSZip from 'jszip';
import { component } from './make-samples-wasm.mjs';

const EPOCH = new Date(Date.UTC(1980, 0, 1));
const BUILD_INFO = ['murmur-build.json', '{"built_at_level":1}\n'];

/** Entries in the given order, deflated, mode 0644, dated 1980-01-01: the same bytes on every run. */
export async function pack(entries) {
  const zip = new JSZip();
  for (const [name, content] of entries) {
    zip.file(name, content, { date: EPOCH, createFolders: false, unixPermissions: 0o100644 });
  }
  const compressionOptions = { level: 9 };
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', compressionOptions, platform: 'UNIX' });
}

/** Raw deflate data of a text, as `pack` would write it. */
export async function deflated(content) {
  const zip = await pack([['x', content]]);
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  return zip.subarray(start, start + zip.readUInt32LE(18));
}

const WASI = (names) => names.map((name) => `wasi:${name}@0.2.6`);
const STREAMS = ['io/error', 'io/poll', 'io/streams'];

export const capsule = component({
  name: 'good-capsule',
  imports: [
    'murmur:tool/run@0.1.0',
    ...WASI([
      'cli/environment',
      'cli/exit',
      'cli/stderr',
      'cli/stdin',
      'cli/stdout',
      'clocks/monotonic-clock',
      'clocks/wall-clock',
      'filesystem/preopens',
      'filesystem/types',
      'http/outgoing-handler',
      'http/types',
      'random/random',
      ...STREAMS,
    ]),
  ],
  exports: ['murmur:capsule/run@0.1.0'],
  words: 'Answers questions about a code base and drafts the notes of its next release.',
});

const echo = component({
  name: 'echo-tool',
  imports: WASI(['cli/stderr', 'cli/stdin', 'cli/stdout', ...STREAMS]),
  exports: ['murmur:tool/run@0.1.0'],
  words: 'Gives back the text it is called with.',
});

const SKILL_MANIFEST = `name: release-notes
version: '0.1.0'
runtime: skill
description: 'Drafts release notes from closed issues and commits since the last tag.'
requires_files:
  - skill.md
  - references/sections.md
  - references/style.md
`;

/** File name to entries, for every well-made sample. `sources` is the folder with their texts. */
export function goodPackages(sources) {
  const from = (folder) => (name) => [name, readFileSync(join(sources, folder, name))];
  const good = from('good-capsule');
  const tool = from('echo-tool');
  const skill = 'good-capsule/skills/release-notes';
  return {
    'good-capsule-1.2.0.mur.zip': [
      good('murmur.yaml'),
      ['capsule.wasm', capsule],
      good('prompts/instructions.md'),
      good('prompts/compaction.md'),
      good('skills/release-notes/SKILL.md'),
      good('skills/release-notes/references/sections.md'),
      good('skills/release-notes/references/style.md'),
      BUILD_INFO,
    ],
    'echo-tool-0.3.0.mur.zip': [tool('murmur.yaml'), ['echo-tool.wasm', echo], BUILD_INFO],
    'release-notes-0.1.0.mur.zip': [
      ['murmur.yaml', SKILL_MANIFEST],
      ['skill.md', from(skill)('SKILL.md')[1]],
      from(skill)('references/sections.md'),
      from(skill)('references/style.md'),
      BUILD_INFO,
    ],
  };
}
