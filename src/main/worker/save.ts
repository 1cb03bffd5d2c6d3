import type { PackageModel } from '../../core/model/model';
import type { ChosenRows } from '../../core/model/table';
import { saveEntries, saveEntryAs } from '../../core/package/save';
import { DANGER_BYTES, dangerOf } from '../../core/package/save-danger';
import { dragRefusal, putForDrag } from '../../core/package/save-drag-file';
import { nameRules } from '../../core/package/save-names';
import { commonFolder, planSave, proposedName } from '../../core/package/save-plan';
import { streamEntry } from '../../core/package/stream';
import { showName } from '../../core/text/visible';
import { err, failure, ok, type Result } from '../../shared/result';
import type { JobContext } from './protocol';

export interface Saved {
  /** The file, where it was one that a person named; else null. */
  readonly path: string | null;
  readonly saved: number;
  /** What was left out and why; the first hundred. */
  readonly skipped: readonly { readonly shown: string; readonly why: string }[];
  readonly skippedCount: number;
}

/** What saving some rows comes to: one file, which a person may name, or several below a folder. */
export type SaveAsk = { readonly one: number; readonly name: string } | { readonly several: number };

const SAID = 100;
const RULES = nameRules(process.platform);

export function saveAsk({ archive }: PackageModel, { records, folders }: ChosenRows): Result<SaveAsk> {
  const [first] = records;
  if (first === undefined) return err(failure('nothing-chosen', 'There is nothing to save in what is selected.'));
  const isOne = records.length === 1 && folders.length === 0;
  return ok(isOne ? { one: first, name: proposedName(archive, first, RULES) } : { several: records.length });
}

interface Target {
  readonly to: string;
  /** Bytes that one entry may give. */
  readonly limit: number;
}

/** Saves one record as the file that a person named, or under the next free name. */
export async function saveOne(
  { archive }: PackageModel,
  { index, to, limit }: Target & { readonly index: number },
  { signal, onProgress }: JobContext,
): Promise<Result<Saved>> {
  if (index >= archive.recordCount) return err(noEntry);
  const total = archive.sizeOf(index);
  const saved = await saveEntryAs(archive, index, to, {
    limit,
    signal,
    onProgress: ({ bytes }) => onProgress(bytes, total),
  });
  if (saved.ok) return ok({ path: saved.value, saved: 1, skipped: [], skippedCount: 0 });
  const { message, ...rest } = saved.error;
  return err({ ...rest, message: `${showName(archive.nameOf(index))} was not saved: ${sentence(message)}` });
}

/** Saves what rows stand for below a folder, with the folders that they do not have in common. */
export async function saveSeveral(
  { archive }: PackageModel,
  { chosen, to, limit }: Target & { readonly chosen: ChosenRows },
  { signal, onProgress }: JobContext,
): Promise<Result<Saved>> {
  const plan = planSave(archive, chosen.records, { rules: RULES, below: commonAbove(archive, chosen) });
  const { saved, failed, cancelled } = await saveEntries(archive, plan, to, {
    limit,
    signal,
    onProgress: ({ bytes }) => onProgress(bytes, plan.bytes),
  });
  if (cancelled) return err(failure('cancelled', 'Cancelled.'));
  const skipped = failed
    .slice(0, SAID)
    .map(({ name, error }) => ({ shown: showName(name) || '⟨empty⟩', why: error.message }));
  return ok({ path: null, saved: saved.length, skipped, skippedCount: failed.length });
}

/** The folder that everything is in: a chosen folder keeps its own name. */
function commonAbove(archive: PackageModel['archive'], { records, folders }: ChosenRows): string {
  let common = commonFolder(archive, records).split('/');
  for (const folder of folders) {
    const above = folder
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .slice(0, -1);
    const differs = common.findIndex((part, place) => part !== above[place]);
    if (differs >= 0) common = common.slice(0, differs);
  }
  return common.join('/');
}

/** Characters of names that are copied at once. */
const NAMES = 16 * 1024 * 1024;

/** The exact names of rows, one a line. */
export function namesOf({ names }: ChosenRows): Result<{ text: string; count: number }> {
  const length = names.reduce((sum, name) => sum + name.length + 1, 0);
  if (length > NAMES)
    return err(failure('too-much', 'These names are too long to be copied at once.', 'Select fewer entries.'));
  return ok({ text: names.join('\n'), count: names.length });
}

export interface DragAsk {
  /** Made visible. */
  readonly shown: string;
  /** Why somebody should be asked first; null where nothing speaks against it. */
  readonly danger: string | null;
}

/** What there is to say before an entry becomes a file outside. */
export async function dragAsk(
  { archive }: PackageModel,
  { index, limit }: { readonly index: number; readonly limit: number },
  { signal }: JobContext,
): Promise<Result<DragAsk>> {
  if (index >= archive.recordCount) return err(noEntry);
  const refusal = dragRefusal(archive, index);
  const name = archive.nameOf(index);
  if (refusal !== null) {
    const message = `${showName(name)} cannot be dragged out: ${sentence(refusal.message)}`;
    return err({ ...refusal, message });
  }
  const head = await headOf(archive, index, limit, signal);
  const danger = dangerOf({ name, mode: archive.modeOf(index), head });
  return ok({ shown: showName(name.split('/').at(-1) ?? ''), danger: danger?.why ?? null });
}

/** The first bytes of an entry, as far as they can be read: what cannot be is told when it is written. */
async function headOf(
  archive: PackageModel['archive'],
  index: number,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of streamEntry(archive, index, { limit, lenient: true, signal })) {
    if (!piece.ok) break;
    pieces.push(piece.value);
    length += piece.value.length;
    if (length >= DANGER_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, DANGER_BYTES);
}

/** Writes an entry into the private folder that main made for it. */
export function dragFile(
  { archive }: PackageModel,
  { index, folder, limit }: { readonly index: number; readonly folder: string; readonly limit: number },
  { signal, onProgress }: JobContext,
): Promise<Result<string>> {
  const total = archive.sizeOf(index);
  return putForDrag(archive, index, folder, { limit, signal, onProgress: ({ bytes }) => onProgress(bytes, total) });
}

const sentence = (text: string) => text.replace(/\.?$/, '.');
const noEntry = failure('no-such-entry', 'There is no such entry.');
