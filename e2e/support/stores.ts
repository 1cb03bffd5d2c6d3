import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { zipBytes } from '../../scripts/make-samples-zip.mjs';
import { component } from '../../test/support/component';
import { test as base } from './fixtures';

/** Stores are found below HOME: each test has one of its own. */
export const test = base.extend<{ home: string }>({
  home: [
    async ({ folder }, use) => {
      const home = join(folder, 'home');
      mkdirSync(home);
      const before = process.env.HOME;
      process.env.HOME = home;
      await use(home);
      if (before === undefined) delete process.env.HOME;
      else process.env.HOME = before;
    },
    { auto: true },
  ],
});
export { expect } from './fixtures';

export const storeOf = (folder: string): string => join(folder, '.murmur/artifacts');

export interface Made {
  /** `scope/name` */
  readonly name: string;
  readonly version: string;
  readonly runtime?: string;
  /** Whether the digest beside it is that of other bytes. */
  readonly wrong?: boolean;
  /** Instead of a sound sidecar. */
  readonly meta?: string;
}

/** Installs a package into a store as Murmur does: its archive, digest and sidecar. Gives the version's folder. */
export function install(root: string, { name, version, runtime = 'tool', wrong = false, meta }: Made): string {
  const bare = name.slice(name.indexOf('/') + 1);
  const folder = join(root, name, version);
  const stem = join(folder, `${bare}-${version}`);
  const archive = zipBytes([
    { name: 'murmur.yaml', content: `name: ${bare}\nversion: ${version}\nruntime: ${runtime}\n` },
    runtime === 'skill'
      ? { name: 'SKILL.md', content: `---\nname: ${bare}\ndescription: Reads tide tables.\n---\n# ${bare}\n` }
      : { name: 'capsule.wasm', content: component(['wasi:clocks/wall-clock@0.2.0'], ['murmur:capsule/run@0.1.0']) },
    { name: 'murmur-build.json', content: '{"built_at_level":1}\n' },
  ]);
  const sidecar = {
    meta: {
      name,
      version,
      runtime: runtime === 'skill' ? 'static' : 'wasm',
      artifact_runtime: runtime,
      platforms: [],
      description: `The ${bare} of the harbour.`,
      tags: [],
      built_at_level: 1,
    },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${stem}.mur.zip`, archive);
  writeFileSync(
    `${stem}.sha256`,
    createHash('sha256')
      .update(wrong ? 'other bytes' : archive)
      .digest('hex'),
  );
  writeFileSync(`${stem}.meta.json`, meta ?? JSON.stringify(sidecar));
  return folder;
}

/** A small store: three versions of one package, a wrong digest, a broken sidecar. Six packages. */
export function writeStore(root: string): void {
  for (const version of ['0.1.0', '0.10.0', '0.9.0']) install(root, { name: 'local/house', version, runtime: 'agent' });
  install(root, { name: 'local/signals', version: '0.2.0' });
  install(root, { name: 'local/pennant', version: '0.1.0', runtime: 'skill', wrong: true });
  install(root, { name: 'murmur/hook-lamp', version: '0.3.0', runtime: 'hook', meta: '{"meta": ' });
}

const SECRET = 'sk-live0123456789abcdef';

/** A project that declares what is there and what is not, with an unknown key and a pasted secret. Gives its folder. */
export function writeProject(folder: string): { readonly project: string; readonly secret: string } {
  const project = join(folder, 'harbour');
  mkdirSync(join(project, 'prompts'), { recursive: true });
  writeFileSync(join(project, 'prompts/system.md'), '# System\n\nKeep watch.\n');
  writeFileSync(join(project, 'capsule.wasm'), component([], []));
  writeFileSync(
    join(project, 'murmur.yaml'),
    `name: harbour
version: 1.0.0
runtime: agent
capabilites: {}
artifacts:
  - name: local/signals
    version: 0.2.0
    runtime: tool
    config:
      colour: amber
      token: ${SECRET}
  - name: local/absent
    version: 2.0.0
    runtime: tool
inference:
  system_prompt_file: prompts/system.md
  compaction:
    system_prompt_file: prompts/compaction.md
capabilities:
  network:
    allow: [harbour.example]
`,
  );
  writeFileSync(
    join(project, 'murmur.lock'),
    `lock_version: 3
artifacts:
  - name: local/signals
    resolved_version: 0.3.0
    sha256:
      any: ${'0'.repeat(64)}
    origin: local
`,
  );
  return { project, secret: SECRET };
}

export const packages = (page: Page) => page.getByRole('grid', { name: 'Installed packages' });

/** The rows of the table as they are read: one text a row. */
export const rowTexts = (page: Page): Promise<string[]> =>
  page.locator('[aria-label="Installed packages"] .grid-body [role=row]').allInnerTexts();
