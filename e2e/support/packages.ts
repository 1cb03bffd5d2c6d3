import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ZipEntry, zipBytes } from '../../scripts/make-samples-zip.mjs';
import { component } from '../../test/support/component';

const MANIFEST = `name: lighthouse
version: 1.2.0
runtime: agent
description: Keeps watch over a harbour.
requires_files:
  - prompts/system.md
  - prompts/compaction.md
  - skills/harbour/SKILL.md
artifacts:
  - name: local/harbour
    runtime: skill
    source: skills/harbour
  - name: murmur/signals
    version: 0.3.0
    runtime: tool
    config:
      colour: amber
      every: 15
inference:
  system_prompt_file: prompts/system.md
  compaction:
    system_prompt_file: prompts/absent.md
capabilities:
  network:
    allow: [harbour.example]
`;

const SKILL = `---
name: harbour
description: Reads the tide tables of a harbour.
---
# Harbour
`;

const ENTRIES: readonly ZipEntry[] = [
  { name: 'murmur.yaml', content: MANIFEST },
  { name: 'capsule.wasm', content: component(['wasi:http/outgoing-handler@0.2.0'], ['murmur:capsule/run@0.1.0']) },
  { name: 'prompts/system.md', content: '# System\n\nKeep watch.\n' },
  { name: 'prompts/compaction.md', content: 'Shorten.\n' },
  { name: 'skills/harbour/SKILL.md', content: SKILL },
  { name: 'data/large.bin', content: Buffer.alloc(300_000, 7) },
  { name: 'murmur-build.json', content: '{"built_at_level":1}\n' },
];

/** A whole capsule with one missing prompt file, and entries beside it. Returns its path. */
export function writeCapsule(
  folder: string,
  name = 'lighthouse-1.2.0.mur.zip',
  more: readonly ZipEntry[] = [],
): string {
  const path = join(folder, name);
  writeFileSync(path, zipBytes([...ENTRIES, ...more]));
  return path;
}

/** A package of many entries, deflated, over the 65,535 that plain records count. */
export function writeManyEntries(folder: string, count: number): string {
  const path = join(folder, `many-${count}.mur.zip`);
  const entries = Array.from({ length: count }, (_, i) => ({
    name: `part-${String(i % 100).padStart(3, '0')}/file-${String(i).padStart(6, '0')}.txt`,
    content: `entry ${i} `.repeat(1 + (i % 7)),
  }));
  writeFileSync(path, zipBytes([...ENTRIES, ...entries], { zip64: true }));
  return path;
}
