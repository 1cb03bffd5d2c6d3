import { guardReads, openFile } from '../../core/io/source';
import { normaliseDeclared } from '../../core/manifest/paths';
import { type Archive, openArchive } from '../../core/package/archive';
import { decompressionCeiling } from '../../core/package/ceiling';
import { streamEntry } from '../../core/package/read';
import { errorText } from '../../core/report/errors';
import { err, failure, ok, type Result } from '../../shared/result';
import { packagePath } from '../base';
import type { CliIo, ExitCode, Register } from '../command';
import { withExamples } from '../help';

export const register: Register = (program, run) => {
  const command = program
    .command('cat')
    .description(
      "Writes one entry's bytes to stdout. ENTRY is a name as spelled (of equal names the one Murmur sees), else a safe name.",
    )
    .argument('<PACKAGE>')
    .argument('<ENTRY>')
    .action((given: string, entry: string) => run((io) => cat(io, given, entry), {}));
  withExamples(command, [
    ['murscope cat house.mur.zip murmur.yaml', 'the manifest'],
    ['murscope cat local/house@0.1.0 capsule.wasm > capsule.wasm', 'the payload of an installed package'],
  ]);
};

async function cat(io: CliIo, given: string, entry: string): Promise<ExitCode> {
  const path = await packagePath(io, given);
  const source = path.ok ? openFile(path.value) : path;
  const archive = source.ok ? guardReads(() => openArchive(source.value)) : source;
  if (!source.ok || !archive.ok) {
    io.complain(`${given}: ${errorText(archive.ok ? failure(null, '') : archive.error)}`);
    return 2;
  }
  try {
    const found = findEntry(archive.value, entry);
    if (!found.ok) {
      io.complain(`${given}: ${errorText(found.error)}`);
      return 1;
    }
    return await copy(io, archive.value, found.value);
  } finally {
    source.value.close();
  }
}

function findEntry(archive: Archive, entry: string): Result<number> {
  const exact = archive.byName(entry);
  if (exact !== null) return ok(exact);
  const safe = normaliseDeclared(entry);
  const found = safe === null ? null : archive.find(safe);
  if (found !== null) return ok(found);
  return err(failure(null, `there is no entry '${entry}'`, 'murscope inspect lists the entries.'));
}

async function copy(io: CliIo, archive: Archive, index: number): Promise<ExitCode> {
  const options = { limit: decompressionCeiling(io.env), signal: io.signal };
  for await (const piece of streamEntry(archive, index, options)) {
    if (piece.ok) await io.write(piece.value);
    else {
      io.complain(`${archive.nameOf(index)}: ${errorText(piece.error)}`);
      return 1;
    }
  }
  return 0;
}
