import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { DigestMemory } from '../../core/store/digest-memory';
import { watchStores } from '../../core/store/watch';
import type { Opened } from '../../shared/contract/app';
import { projectCalls, projectEvents } from '../../shared/contract/project';
import type { Project } from '../../shared/models/project';
import { err, type Result } from '../../shared/result';
import { DeclaredPackages } from './declared';
import { projectJobs } from './jobs';
import { type ProjectPorts, Projects } from './service';
import { ProjectWatch } from './watch';

const ended: Array<() => void> = [];
afterEach(() => {
  for (const end of ended.splice(0).reverse()) end();
});

const TOKEN = 'project-0123456789abcdef';
const HEX = 'a'.repeat(64);
const MANIFEST = `name: house
version: 0.1.0
runtime: agent
artifacts:
  - name: local/tool
    version: 1.0.0
    runtime: tool
    config:
      key: hidden
inference:
  system_prompt_file: prompts/a.md
`;

function install(folder: string): string {
  const at = join(folder, '.murmur/artifacts/local/tool/1.0.0');
  mkdirSync(at, { recursive: true });
  const meta = { name: 'local/tool', version: '1.0.0', runtime: 'wasm', artifact_runtime: 'tool' };
  writeFileSync(join(at, 'tool-1.0.0.meta.json'), JSON.stringify({ meta }));
  writeFileSync(join(at, 'tool-1.0.0.sha256'), HEX);
  writeFileSync(join(at, 'tool-1.0.0.mur.zip'), 'x'.repeat(100));
  return join(at, 'tool-1.0.0.mur.zip');
}

const never = new AbortController().signal;
const context = { signal: never };

/** A project's folder with the service over it, its jobs run in this process. */
function projectOf(manifest = MANIFEST) {
  const folder = mkdtempSync(join(tmpdir(), 'murscope-project-'));
  ended.push(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'murmur.yaml'), manifest);
  mkdirSync(join(folder, 'prompts'));
  writeFileSync(join(folder, 'prompts/a.md'), 'be kind');
  const opened: string[] = [];
  const followed: string[][] = [];
  const told: Project[] = [];
  let wanted: { readonly done: (project: Project) => boolean; readonly resolve: (project: Project) => void } | null =
    null;
  const memory = new DigestMemory();
  const declared = new DeclaredPackages();
  const ports: ProjectPorts = {
    reading: {
      read: async (input) => projectJobs.projectRead(structuredClone(input)),
      verify: (input, signal) => projectJobs.projectVerify(structuredClone(input), { signal, onProgress: () => {} }),
      config: async (input) => projectJobs.projectConfig(input),
      file: async (input) => projectJobs.projectFile(input),
      filesText: async (input) => projectJobs.projectFilesText(input),
      artifact: async (input) => projectJobs.projectArtifact(input),
    },
    env: { HOME: join(folder, 'home') },
    registry: {
      memory,
      learnDigests: (digests) => memory.take(digests),
      onChange: (listener) => {
        const watch = watchStores([join(folder, '.murmur/artifacts')], listener, {
          times: { quiet: 5, longest: 50 },
          pollEvery: 30,
        });
        return () => watch.dispose();
      },
      setProjects: (projects) => followed.push(projects.map(({ folder: path }) => path)),
    },
    declared,
    send: (event, payload) => {
      projectEvents[event].parse(payload);
      told.push(payload.project);
      if (wanted?.done(payload.project)) wanted.resolve(payload.project);
    },
    openPackage: async (path): Promise<Opened> => {
      opened.push(path);
      return { kind: 'refused', path, message: 'only a test' };
    },
    pathOf: (token) => (token === TOKEN ? folder : null),
    watch: (path, onChange) => new ProjectWatch(path, onChange, { times: { quiet: 5, longest: 50, every: 30 } }),
  };
  const projects = new Projects(ports);
  ended.push(() => projects.dispose());
  return {
    folder,
    projects,
    service: projects.service(),
    opened,
    followed,
    declared,
    memory,
    /** The next project told that is so. */
    told: (done: (project: Project) => boolean) =>
      new Promise<Project>((resolve) => {
        const last = told.at(-1);
        if (last && done(last)) resolve(last);
        else wanted = { done, resolve };
      }),
  };
}

async function value<T>(answer: Result<T> | Promise<Result<T>>): Promise<T> {
  const given = await answer;
  if (!given.ok) throw new Error(given.error.message);
  return given.value;
}
const ids = (project: Project) => project.findings.map(({ id }) => id);

describe('an open project', () => {
  test('is read, and its store and declared packages are known to the registry', async () => {
    const { service, folder, followed, declared } = projectOf();
    const project = await value(service['project:open']([TOKEN], context));
    expect(projectCalls['project:open'].value.parse(project)).toEqual(project);
    expect(ids(project)).toEqual(['artifact-missing']);
    expect(followed).toEqual([[folder]]);
    expect(declared.by('local/tool@1.0.0')).toEqual(['house']);
    expect(declared.by('local/tool@2.0.0')).toEqual([]);
    await service['project:close']([TOKEN], context);
    expect(followed[1]).toEqual([]);
    expect(declared.by('local/tool@1.0.0')).toEqual([]);
    expect(await service['project:config']([TOKEN, 0], context)).toMatchObject(err({ code: 'not-open' }));
  });

  test('gives the text of a declared file, and the JSON of a config, when asked', async () => {
    const { service, folder } = projectOf();
    await value(service['project:open']([TOKEN], context));
    expect(await value(service['project:manifest-file']([TOKEN, 0], context))).toEqual({ text: 'be kind' });
    expect(await value(service['project:config']([TOKEN, 0], context))).toEqual({ json: '{"key":"hidden"}' });
    expect(await value(service['project:manifest-files-text']([TOKEN], context))).toBe(
      `\nManifest files\n  inference.system_prompt_file: prompts/a.md -> ${folder}/prompts/a.md\n`,
    );
    expect((await service['project:config']([TOKEN, 9], context)).ok).toBe(false);
    expect((await service['project:manifest-file']([TOKEN, 9], context)).ok).toBe(false);
  });

  test('opens the package behind an artifact, and says where there is none', async () => {
    const { service, folder, opened } = projectOf();
    await value(service['project:open']([TOKEN], context));
    expect((await service['project:open-artifact']([TOKEN, 0], context)).ok).toBe(false);
    const path = install(folder);
    await value(service['project:open-artifact']([TOKEN, 0], context));
    expect(opened).toEqual([path]);
  });

  test('is followed: its manifest, its files, its lock and its store', async () => {
    const { service, folder, told } = projectOf();
    await value(service['project:open']([TOKEN], context));
    install(folder);
    await told((project) => project.artifacts[0]?.place === 'project');
    rmSync(join(folder, 'prompts/a.md'));
    await told((project) => project.manifestFiles[0]?.found === false);
    rmSync(join(folder, 'prompts'), { recursive: true });
    mkdirSync(join(folder, 'prompts'));
    writeFileSync(join(folder, 'prompts/a.md'), 'again');
    await told((project) => project.manifestFiles[0]?.found === true && project.artifacts[0]?.place === 'project');
    writeFileSync(join(folder, 'murmur.lock'), 'lock_version: 2\nartifacts: []\n');
    await told((project) => project.lock.state === 'refused');
    const changed = readFileSync(join(folder, 'murmur.yaml'), 'utf8').replace('house', 'mansion');
    writeFileSync(join(folder, 'murmur.new'), changed);
    renameSync(join(folder, 'murmur.new'), join(folder, 'murmur.yaml'));
    await told((project) => 'name' in project.manifest && project.manifest.name === 'mansion');
    rmSync(join(folder, 'murmur.yaml'));
    await told((project) => ids(project).includes('manifest-missing'));
  });

  test('tells changed bytes from pinned ones once it is verified', async () => {
    const { service, folder, memory } = projectOf();
    appendFileSync(install(folder), 'more');
    expect((await service['project:verify']([TOKEN], context)).ok).toBe(false);
    await value(service['project:open']([TOKEN], context));
    const verified = await value(service['project:verify']([TOKEN], context));
    expect(verified.artifacts[0]).toMatchObject({ digest: 'differs' });
    expect(JSON.stringify(memory.save())).toContain('tool-1.0.0.mur.zip');
    const again = await value(service['project:open']([TOKEN], context));
    expect(again.artifacts[0]).toMatchObject({ digest: 'differs' });
  });

  test('that main did not give out is refused', async () => {
    const { service } = projectOf();
    expect(await service['project:open'](['project-ffffffffffffffff'], context)).toMatchObject(
      err({ code: 'not-open' }),
    );
  });
});
