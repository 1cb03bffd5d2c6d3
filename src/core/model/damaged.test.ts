import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { component } from '../../../test/support/component';
import { storedZip } from '../../../test/support/stored-zip';
import { packageSummarySchema } from '../../shared/models/package';
import { bytesSource } from '../io/source';
import { openArchive } from '../package/archive';
import { packageJson } from '../report/package-json';
import { packageMarkdown } from '../report/package-markdown';
import { packageText } from '../report/package-text';
import { shownEntries } from '../report/shown-entries';
import { buildModel } from './open';

const WHOLE = storedZip([
  {
    name: 'murmur.yaml',
    content: `name: house
version: 0.1.0
runtime: agent
requires_files: [capsule.wasm, p.md]
capabilities: {network: {allow: [x.org]}, env: {allow: [HOME]}}
inference: {transport: http, model: m, system_prompt_file: ./p.md}
artifacts:
  - {name: murmur/t, version: 0.1.0, runtime: tool, config: {a: 1.0, b: [~, yes]}}
  - {name: s, runtime: skill, source: skills/s}
`,
  },
  {
    name: 'capsule.wasm',
    content: component(['wasi:http/types@0.2.0', 'wasi:cli/environment@0.2.0'], ['a:b/c@1.0.0']),
  },
  { name: 'p.md', content: 'P' },
  { name: 'skills/s/SKILL.md', content: '---\nname: s\ndescription: d\n---\n' },
  { name: 'murmur-build.json', content: '{"built_at_level":1}\n' },
]);

/** One damage: bytes replaced from a place on, or everything after it cut off. */
const damage = fc.record({
  at: fc.integer({ min: 0, max: WHOLE.length - 1 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
  cut: fc.boolean(),
});

function damaged(damages: readonly { at: number; bytes: Uint8Array; cut: boolean }[]): Buffer {
  let bytes = Buffer.from(WHOLE);
  for (const { at, bytes: written, cut } of damages) {
    if (cut && at % 7 === 0) bytes = bytes.subarray(0, at);
    else bytes.set(written.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
  }
  return bytes;
}

describe('a damaged package', () => {
  it('is a typed failure or a whole report, never anything else', async () => {
    let opened = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        const archive = openArchive(bytesSource(damaged(damages)));
        if (!archive.ok) {
          expect(archive.error.message).not.toBe('');
          return;
        }
        const model = await buildModel('x.mur.zip', archive.value, { env: {}, cwd: '/' });
        if (!model.ok) {
          expect(model.error.message).not.toBe('');
          return;
        }
        opened++;
        await model.value.check({ read: true });
        const summary = packageSummarySchema.parse(model.value.summary());
        const answer = JSON.parse([...packageJson(summary, model.value.entries())].join(''));
        expect(answer.entries).toHaveLength(summary.recordCount);
        const { recordCount: count } = archive.value;
        const shown = shownEntries({
          count,
          sizeOf: (index) => archive.value.sizeOf(index),
          entry: (index) => model.value.entry(index),
        });
        expect(packageText(summary, shown) + packageMarkdown(summary, shown)).not.toMatch(
          /[\x00-\x09\x0b-\x1f\x7f\u202e]/,
        );
      }),
      { numRuns: 600, seed: 7 },
    );
    expect(opened).toBeGreaterThan(300);
  });
});
