import { describe, expect, it } from 'vitest';
import { ownVectors } from '../../../test/support/golden';
import { storedZip } from '../../../test/support/stored-zip';
import { bytesSource } from '../io/source';
import { readLaunch } from '../manifest/launch';
import type { PackageBase } from '../manifest/paths';
import { parseManifest } from '../manifest/read';
import { openArchive } from '../package/archive';
import { readSkillSource, skillSourceFindings } from './skill-source';

interface Vector {
  artifact: string;
  version: string;
  entries: [name: string, content: string, kind?: 'dir' | 'symlink'][];
  expect: { skills: { source: string; files?: string[]; description?: string; error?: string; message?: string }[] };
}

const CEILING = 524_288_000;

function baseOf(label: string, entries: Vector['entries']): PackageBase {
  const zip = storedZip(entries.map(([name, content, kind]) => ({ name, content, ...(kind ? { kind } : {}) })));
  const archive = openArchive(bytesSource(zip));
  if (!archive.ok) throw new Error(archive.error.message);
  return { kind: 'package', label, archive: archive.value, refusal: archive.value.refusal, cwd: '/' };
}

/** Murmur's words about what a front block lacks do not bind; that it refuses does. */
const ownWords = (message: string | undefined) =>
  message?.replace(/: (?:has no front block|front block has no \w+)$/, ': …');

describe('a local-source skill in a package', () => {
  const vectors = ownVectors<Vector>('package-files').filter((vector) => vector.expect.skills.length > 0);
  it.each(vectors)(
    'installs or is refused as in Murmur: $entries',
    ({ artifact, version, entries, expect: { skills } }) => {
      const base = baseOf(`${artifact}@${version}`, entries);
      for (const { source, files, description, error, message } of skills) {
        const read = readSkillSource(base, source, CEILING);
        if (read.ok) {
          const got = { files: read.value.files.map((file) => file.path), description: read.value.description };
          expect({ source, ...got }).toEqual({ source, files, description });
        } else {
          const got = { error: read.error.kind, message: ownWords(read.error.message) };
          expect({ source, ...got }).toEqual({ source, error, message: ownWords(message) });
        }
      }
    },
  );

  it('is refused when Murmur does not open the package', () => {
    const base = { ...baseOf('a/b@1', []), archive: null, refusal: 'invalid Zip archive: x' };
    expect(readSkillSource(base, 's', CEILING)).toMatchObject({
      error: {
        kind: 'read',
        message: 'failed to read skill source at a/b@1!/s: cannot open the installed package: invalid Zip archive: x',
      },
    });
  });
});

describe('findings about the skills that a manifest names', () => {
  const AT = { entry: 'murmur.yaml', index: 0 };
  const SKILL = '---\nname: s\ndescription: d\n---\n';
  const launchOf = (yaml: string) => {
    const document = parseManifest(Buffer.from(yaml));
    if (!document.ok) throw new Error(document.error.message);
    return readLaunch(document.value);
  };
  const launch = launchOf('artifacts:\n  - {name: s, runtime: skill, source: s}\n');

  it('are none for a skill that installs', () => {
    expect(skillSourceFindings(baseOf('a/b@1', [['s/SKILL.md', SKILL]]), launch, CEILING, AT)).toEqual([]);
  });

  it('say why it is refused, and what to do', () => {
    expect(skillSourceFindings(baseOf('a/b@1', [['s/skill.md', SKILL]]), launch, CEILING, AT)).toEqual([
      {
        id: 'skill-refused',
        severity: 'error',
        message: "artifacts[s].source: a/b@1!/s/skill.md: a skill's file is named SKILL.md, exactly.",
        hint: 'Rename skill.md to SKILL.md.',
        entry: 'murmur.yaml',
        index: 0,
        place: { line: 2, column: 39 },
      },
    ]);
  });

  it('count the files beside SKILL.md without reading them', () => {
    const base = baseOf('a/b@1', [
      ['s/SKILL.md', SKILL],
      ['s/large', 'x'.repeat(1000)],
    ]);
    const { archive } = base;
    const before = archive?.source.bytesRead ?? 0;
    expect(skillSourceFindings(base, launch, CEILING, AT)).toEqual([]);
    expect((archive?.source.bytesRead ?? 0) - before).toBeLessThan(500);
    expect(skillSourceFindings(base, launch, 900, AT)).toMatchObject([{ id: 'skill-refused' }]);
  });
});
