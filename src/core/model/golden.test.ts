import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ExpectedArchive, oddArchives } from '../../../test/support/archives';
import { ownVectors, shared, sharedVectors } from '../../../test/support/golden';
import type { Result } from '../../shared/result';
import { bytesSource } from '../io/source';
import { openArchive } from '../package/archive';
import { readBuildInfo } from './build-info';
import { readPackageManifest } from './manifest';
import { buildModel } from './open';
import { chooseWasm } from './payload';

interface Vector {
  file?: string;
  tag?: string;
  b64?: string;
  expect: ExpectedArchive;
}

const CEILING = 524_288_000;

function archiveOf(bytes: Uint8Array) {
  const archive = openArchive(bytesSource(bytes));
  if (!archive.ok) throw new Error(archive.error.message);
  return archive.value;
}

/** A result in the vectors' form. */
const form = <T>(result: Result<T>) => (result.ok ? { ok: result.value } : { error: result.error.message });

/** What Murmur says of an archive beside its entries. Of a JSON error only the first words bind. */
function said(bytes: Uint8Array) {
  const archive = archiveOf(bytes);
  const wasm = chooseWasm(archive);
  const { packed } = readPackageManifest(archive, CEILING);
  const info = readBuildInfo(archive);
  return {
    wasm: form(wasm.ok ? { ok: true, value: wasm.value.entry } : wasm),
    manifest: packed.ok
      ? { ok: { name: packed.value.name, runtime: packed.value.runtime, version: packed.value.version } }
      : { error: packed.error.message },
    build_info: info.ok
      ? { ok: info.value?.builtAtLevel ?? null }
      : { error: withoutWhy(info.error.message.replace(/^murmur-build\.json /, '')) },
  };
}

const withoutWhy = (message: string) => message.replace(/^is not JSON \(.*\)$/s, 'is not JSON');

/** The part of a vector that this room answers for. */
function expected({ wasm, manifest, build_info: info }: ExpectedArchive) {
  return {
    wasm,
    manifest,
    build_info: info && 'error' in info ? { error: withoutWhy(info.error) } : info,
  };
}

describe('payload, manifest and build info are those of Murmur', () => {
  const own = ownVectors<Vector>('zip').filter((vector) => vector.expect.open_error === undefined);
  it.each(own.map((vector, number) => ({ number, ...vector })))('own archive $number $tag', (vector) => {
    expect(said(Buffer.from(vector.b64 ?? '', 'base64'))).toEqual(expected(vector.expect));
  });

  const odd = (sharedVectors<Vector>('corpus/zip.jsonl.gz') ?? []).filter(
    (vector) => vector.expect.open_error === undefined,
  );
  it.each(odd)('odd archive $file', (vector) => {
    expect(said(readFileSync(`${oddArchives()}/${vector.file}`))).toEqual(expected(vector.expect));
  });

  // Packages that mur build made. One suite with the vectors of our own, so that a plain clone has tests in it.
  const packages = sharedVectors<Vector>('packages/packages.jsonl') ?? [];
  const bytesOf = (vector: Vector) => readFileSync(`${shared}/golden/packages/${vector.file}`);

  it.each(packages)('$file says the same as to Murmur', (vector) => {
    expect(said(bytesOf(vector))).toEqual(expected(vector.expect));
  });

  it.each(packages)('$file has the same interfaces', async (vector) => {
    const model = await buildModel(vector.file ?? '', archiveOf(bytesOf(vector)), { env: {}, cwd: '/' });
    if (!model.ok) throw new Error(model.error.message);
    const { payload } = model.value.summary();
    const { imports, exports } = 'kind' in payload ? payload : {};
    expect(imports && exports ? { imports, exports } : null).toEqual(vector.expect.contracts ?? null);
  });

  it.each(packages)('$file has nothing wrong with it', async (vector) => {
    const model = await buildModel(vector.file ?? '', archiveOf(bytesOf(vector)), { env: {}, cwd: '/' });
    if (!model.ok) throw new Error(model.error.message);
    const told = model.value.findings.filter(({ severity }) => severity !== 'info').map(({ id }) => id);
    // The one tool that imports the network, which its own manifest does not grant.
    expect(told).toEqual(vector.file === 'env-report-driver-0.8.0.mur.zip' ? ['ask-not-granted'] : []);
  });
});
