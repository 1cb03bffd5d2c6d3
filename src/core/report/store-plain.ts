import type { StoreRow } from '../../shared/models/store';
import { compareBytes } from '../text/order';

/** The rows of one store, with the name that `mur list --all` gives it. */
export interface PlainStore {
  readonly label: string;
  readonly rows: readonly StoreRow[];
}

/** What `mur list` prints where it finds nothing. */
const NOTHING = 'No artifacts found.\n';

/**
 * What `mur list` prints, byte for byte: what it lists and nothing else, names and versions in byte order; with
 * `labels` as `mur list --all`, which tells the store in a column. Where `mur` gives up over one broken sidecar, all rows.
 */
export function plainList(stores: readonly PlainStore[], labels: boolean): string {
  const lines = stores.flatMap(({ label, rows }) =>
    rows
      .filter((row) => row.listed)
      .sort((a, b) => compareBytes(a.name, b.name) || compareBytes(a.version, b.version))
      .map((row) => [...(labels ? [label] : []), row.name, row.version, row.runtime, platformsOf(row)]),
  );
  if (lines.length === 0) return NOTHING;
  const head = [...(labels ? ['STORE'] : []), 'NAME', 'VERSION', 'RUNTIME', 'PLATFORMS'];
  return table([head, ...lines]);
}

const platformsOf = (row: StoreRow) => (row.platforms.length === 0 ? '—' : row.platforms.join(', '));

/** Two blanks between columns, the last one not padded. Widths are counted in bytes and filled by characters, as there. */
function table(lines: ReadonlyArray<readonly string[]>): string {
  const columns = lines[0]?.length ?? 0;
  const widths = Array.from({ length: columns - 1 }, (_, column) =>
    lines.reduce((widest, line) => Math.max(widest, Buffer.byteLength(line[column] ?? '')), 0),
  );
  const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - [...text].length));
  return lines.map((line) => `${line.map((cell, column) => pad(cell, widths[column] ?? 0)).join('  ')}\n`).join('');
}
