import { useStore } from 'zustand';
import type { TableRow } from '../../../../shared/contract/package';
import { bytes, exactBytes, integer, inUnit, percent, plural, type SizeUnit, sizeUnit } from '../../../kit/format';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { ErrorState, Skeleton } from '../../../kit/States';
import { revealRow } from '../files/store';
import { type PackageModel, retry, showTab } from '../model';
import type { TabProps } from '../PackageView';
import { texts } from '../texts';
import { askAgain, SHOWN } from './sizes';

const words = texts.overview;

const unitOf = (rows: readonly TableRow[] | null): SizeUnit => sizeUnit(rows?.[0]?.packed ?? 0);

/** Where the bytes are, by what lies at the root. */
export function PlacesPanel({ model, summary }: TabProps) {
  const { places, placesMore, error } = useStore(model.sizes);
  const { packed, unpacked } = summary.totals;
  return (
    <section className="panel" aria-label={words.sizes}>
      <h2 className="panel-title">
        {words.sizes} <small>{words.sizesNote(unitOf(places))}</small>
      </h2>
      {error ? (
        <ErrorState error={error} onRetry={() => retry(model, error, () => askAgain(model.sizes))} />
      ) : (
        <Bars model={model} rows={places} of={packed} expected={Math.min(SHOWN, summary.recordCount)} />
      )}
      {placesMore > 0 && <p className="px-3.5 pb-2 text-xs text-ink-3">{words.sizesMore(placesMore)}</p>}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line-soft px-3.5 py-2 text-sm">
        <Total name={words.entriesTotals} value={integer(summary.recordCount)} />
        <Total name={words.packedTotals} value={bytes(packed)} tip={exactBytes(packed)} />
        <Total name={words.unpackedTotals} value={bytes(unpacked)} tip={exactBytes(unpacked)} />
        <Total name={words.ratio} value={percent(packed, unpacked)} />
      </dl>
    </section>
  );
}

export function LargestPanel({ model, summary }: TabProps) {
  const { places, largest, error } = useStore(model.sizes);
  // Where nothing lies in a folder the two lists would be the same.
  if (error || summary.recordCount === 0 || places?.every((row) => row.folder === null)) return null;
  return (
    <section className="panel" aria-label={words.largest}>
      <h2 className="panel-title">
        {words.largest} <small>{words.sizesNote(unitOf(largest))}</small>
      </h2>
      <Bars model={model} rows={largest} of={summary.totals.packed} expected={Math.min(SHOWN, summary.recordCount)} />
    </section>
  );
}

function Total({ name, value, tip }: { name: string; value: string; tip?: string }) {
  return (
    <div className="flex gap-1.5" data-tip={tip}>
      <dt className="text-ink-3">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface BarsProps {
  readonly model: PackageModel;
  readonly rows: readonly TableRow[] | null;
  readonly of: number;
  readonly expected: number;
}

function Bars({ model, rows, of, expected }: BarsProps) {
  const open = (row: TableRow) => {
    showTab(model, 'files');
    void revealRow(model.files, row.key);
  };
  return (
    <ul className="border-t border-line-soft py-1">
      {rows?.map((row) => (
        <li key={row.key}>
          <button
            type="button"
            className="bar-row"
            onClick={() => open(row)}
            aria-label={`${row.shown}, ${exactBytes(row.packed)}`}
          >
            <MiddleEllipsis text={row.folder ? `${row.shown}/` : row.shown} />
            <span className="bar">
              <i style={{ width: `${of > 0 ? Math.max(0.5, (row.packed / of) * 100) : 0}%` }} />
            </span>
            <span className="text-right" data-tip={exactBytes(row.packed)}>
              {inUnit(row.packed, unitOf(rows))}
            </span>
            <span className="text-right text-ink-3">
              {row.folder ? plural(row.folder.entries, 'entry', 'entries') : percent(row.packed, of)}
            </span>
          </button>
        </li>
      )) ??
        Array.from({ length: expected }, (_, at) => (
          <li key={at} className="bar-row">
            <Skeleton width={`${80 - ((at * 17) % 40)}%`} />
          </li>
        ))}
    </ul>
  );
}
