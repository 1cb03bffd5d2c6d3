import type { Finding } from '../../shared/models/finding';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import { scalarText } from '../manifest/read';
import type { Archive } from '../package/archive';
import { locateData } from '../package/entry-data';
import { compareBytes } from '../text/order';
import { showName } from '../text/visible';
import { mapGet, untagged } from '../yaml';
import { modelFinding } from './findings';
import type { PackageManifest } from './manifest';

/** What a launch would run or install, before anything of it is read. */
export interface ChosenPayload {
  readonly kind: 'wasm' | 'native' | 'skill';
  /** Its record, null where a rule allows none. */
  readonly index: number | null;
  /** Its name, exact; null where there is none. */
  readonly entry: string | null;
}

/** Root `.wasm` names that are told at most in a refusal. */
const NAMED = 50;

/**
 * The one root `.wasm` file that Murmur runs (spec 2.1): `capsule.wasm`, else the only `*.wasm`. Names in a folder or with
 * a leading slash are no candidates, nor are entries that cannot be opened.
 */
export function chooseWasm(archive: Archive): Result<ChosenPayload> {
  const candidates: { index: number; name: string }[] = [];
  for (const index of archive.seen) {
    const name = archive.nameOf(index);
    if (!name.endsWith('.wasm') || name.includes('/') || archive.kindOf(index) === 'directory') continue;
    if (archive.byName(name) === index && locateData(archive, index).ok) candidates.push({ index, name });
  }
  const chosen = candidates.find(({ name }) => name === 'capsule.wasm') ?? candidates[0];
  if (chosen === undefined)
    return err(failure('payload-missing', 'missing root .wasm file (expected capsule.wasm or one root *.wasm)'));
  if (chosen.name !== 'capsule.wasm' && candidates.length > 1) {
    const names = candidates.map(({ name }) => name).sort(compareBytes);
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
    const told = names.slice(0, NAMED).join(', ');
    return err(failure('payload-ambiguous', `multiple root .wasm files found: ${told}${more}`));
  }
  return ok({ kind: 'wasm', index: chosen.index, entry: chosen.name });
}

type Kind = ChosenPayload['kind'];

/** An explicit `execution:` and what it runs; `static` runs nothing and hands out files, as a skill does. */
const BY_EXECUTION: ReadonlyMap<string, Kind> = new Map([
  ['wasm', 'wasm'],
  ['native', 'native'],
  ['static', 'skill'],
]);

/** Which rule chooses the payload (spec 2.1). Reads the fields themselves, so that a refused manifest still says it. */
function payloadKind(manifest: PackageManifest): Kind {
  const { document } = manifest;
  if (document === null) return 'wasm';
  const field = (key: string) => scalarText(document, mapGet(untagged(document.root), key));
  const explicit = BY_EXECUTION.get(field('execution')?.toLowerCase() ?? '');
  if (explicit) return explicit;
  if (field('runtime') === 'skill') return 'skill';
  return field('runtime') === 'tool' && field('implementation') === 'native' ? 'native' : 'wasm';
}

const SKILL_NAMES = ['skill.md', 'SKILL.md'];

/** What a launch would run or install. Without a readable manifest there is none, for the manifest's reason. */
export function choosePayload(archive: Archive, manifest: PackageManifest): Result<ChosenPayload> {
  if (manifest.document === null) return err(manifest.packed.ok ? failure(null, '') : manifest.packed.error);
  const kind = payloadKind(manifest);
  if (kind === 'wasm') return chooseWasm(archive);
  const names = kind === 'skill' ? SKILL_NAMES : [`bin/${nameOf(manifest)}`];
  for (const name of names) {
    const index = archive.byName(name);
    if (index !== null) return ok({ kind, index, entry: name });
  }
  return ok({ kind, index: null, entry: null });
}

function nameOf({ document }: PackageManifest): string {
  return document === null ? '' : (scalarText(document, mapGet(untagged(document.root), 'name')) ?? '');
}

/** Findings about which payload there is. */
export function payloadFindings(archive: Archive, manifest: PackageManifest, chosen: Result<ChosenPayload>): Finding[] {
  if (manifest.document === null) return [];
  if (!chosen.ok) return [payloadRefused(chosen.error)];
  const { kind, index, entry } = chosen.value;
  if (kind === 'skill' && entry === null && manifest.packed.ok && manifest.packed.value.runtime === 'skill')
    return [
      modelFinding('payload-missing', 'A skill package holds skill.md (SKILL.md from Murmur 0.10 on) at its root.'),
    ];
  if (kind !== 'native') return [];
  if (index === null || entry === null)
    return [
      modelFinding('native-binary-absent', `There is no ${showName(`bin/${nameOf(manifest)}`)}, so nothing would run.`),
    ];
  const mode = archive.modeOf(index);
  if (mode !== null && (mode & 0o111) !== 0) return [];
  return [
    modelFinding('exec-bit-missing', `${showName(entry)} has no execute bit.`, {
      entry,
      index,
      offset: archive.recordOffsetOf(index),
    }),
  ];
}

function payloadRefused({ code, message }: Failure): Finding {
  return modelFinding(code === 'payload-ambiguous' ? code : 'payload-missing', `Murmur: ${showName(message)}.`);
}
