import type { PackageSummary } from '../../../../shared/models/package';
import { copy } from '../../../app/app';
import { say } from '../../../kit/Toasts';
import { filterBy, setLayout } from '../files/store';
import { type PackageModel, showTab } from '../model';
import { perModel } from '../perModel';
import { lookAt, lookAtText, lookFailed } from '../preview/store';
import { texts } from '../texts';
import { type GroupId, type ManifestRow, manifestRows } from './rows';

export interface ManifestState {
  readonly folded: ReadonlySet<GroupId>;
  readonly selected: ManifestRow | null;
}

export const manifestStore = perModel<ManifestState>(() => ({ folded: new Set(), selected: null }));

export function foldManifestGroup(model: PackageModel, key: GroupId, open: boolean): void {
  manifestStore(model).setState(({ folded }) => {
    const next = new Set(folded);
    if (open) next.delete(key);
    else next.add(key);
    return { folded: next };
  });
}

/** Selects a row and shows its file. A file of this machine is read only when the person asks for it. */
export function chooseRow(model: PackageModel, row: ManifestRow): void {
  manifestStore(model).setState({ selected: row });
  if (row.kind === 'declared' && row.file.found && row.file.base !== 'host-path') void readDeclared(model, row);
  else if (row.kind === 'undeclared') lookAt(model.manifestPreview, row.finding.index ?? null);
  else lookAt(model.manifestPreview, null);
}

/** The first declared file of the package, when the tab is first shown. */
export function chooseFirst(model: PackageModel, summary: PackageSummary): void {
  if (manifestStore(model).getState().selected) return;
  const first = manifestRows(summary, new Set()).find((row) => row.kind === 'declared');
  if (first) chooseRow(model, first);
}

/** Reads the file behind a declared path. */
export async function readDeclared(
  model: PackageModel,
  row: Extract<ManifestRow, { kind: 'declared' }>,
): Promise<void> {
  const { app, token, life, manifestPreview } = model;
  const result = await app.host.call('package:manifest-file', [token, row.index], life.signal);
  if (life.signal.aborted || manifestStore(model).getState().selected?.key !== row.key) return;
  if (!result.ok) lookFailed(manifestPreview, result.error);
  else if ('entry' in result.value) lookAt(manifestPreview, result.value.entry);
  else lookAtText(manifestPreview, result.value.text, languageOf(row.file.declared));
}

/** The `Manifest files` block, exactly as Murmur prints it. */
export async function copyManifestFiles({ app, token }: PackageModel): Promise<void> {
  const result = await app.host.call('package:manifest-files-text', [token]);
  if (result.ok) await copy(app, texts.manifest.copied, result.value);
  else say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
}

/** Shows entries of a name in the Files tab. */
export function findInFiles(model: PackageModel, name: string): void {
  showTab(model, 'files');
  setLayout(model.files, 'flat');
  filterBy(model.files, name);
}

const LANGUAGES: Readonly<Record<string, string>> = {
  md: 'markdown',
  yaml: 'yaml',
  yml: 'yaml',
  json: 'json',
  toml: 'toml',
};

const languageOf = (path: string): string => LANGUAGES[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'plain';
