import { Columns2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { CompareRow, EntryChange } from '../../../../shared/models/compare';
import { chooseFiles } from '../../../app/actions';
import { useApp, useShell } from '../../../app/app';
import { Button } from '../../../kit/Button';
import { CodeWaiting } from '../../../kit/code/CodeView';
import { bytes } from '../../../kit/format';
import { TreeGrid } from '../../../kit/grid/TreeGrid';
import type { Column } from '../../../kit/grid/types';
import { MenuButton } from '../../../kit/Menu';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { Segments } from '../../../kit/Segments';
import { SplitPane } from '../../../kit/SplitPane';
import { EmptyState, ErrorState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import type { PackageModel } from '../model';
import { FORMATS } from '../reports';
import { texts } from '../texts';
import { DiffPane } from './DiffPane';
import { copyComparison, saveComparison } from './export';
import { Says } from './Says';
import { chooseRow, compareWith, rowAt, showChanges, wantRows } from './store';

const words = texts.compare;
const KINDS = ['all', 'changed', 'added', 'removed', 'renamed'] as const;

export default function CompareBody({ model }: { model: PackageModel }) {
  const state = useStore(model.compare);
  const { other, summary, error } = state;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <Choose model={model} other={other} ready={summary !== null} />
      {other === null ? null : error ? (
        <ErrorState title={words.failed} error={error} onRetry={() => void compareWith(model, other)} />
      ) : !summary ? (
        <CodeWaiting />
      ) : summary.same ? (
        <EmptyState icon={Columns2} title={words.same}>
          {words.sameText}
        </EmptyState>
      ) : (
        <>
          <Says summary={summary} />
          <Entries model={model} />
        </>
      )}
    </div>
  );
}

/** The other package, and what can be done with the comparison. */
function Choose({ model, other, ready }: { model: PackageModel; other: string | null; ready: boolean }) {
  const app = useApp();
  const docs = useShell((state) => state.docs);
  const others = useMemo(
    () => docs.filter((doc) => doc.view === 'packages' && doc.id !== model.token),
    [docs, model.token],
  );
  if (others.length === 0 && other === null) {
    return (
      <EmptyState
        icon={Columns2}
        title={words.none}
        actions={<Button onClick={() => void chooseFiles(app)}>{words.file}</Button>}
      >
        {words.noneText}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-none items-center gap-2">
      <label className="flex min-w-0 items-center gap-2 text-sm">
        {words.with}
        <select
          className="field min-w-0"
          value={other ?? ''}
          onChange={(event) => event.target.value && void compareWith(model, event.target.value)}
        >
          <option value="">{words.choose}</option>
          {others.map((doc) => (
            <option key={doc.id} value={doc.id}>
              {visible(`${doc.title} (${doc.name})`)}
            </option>
          ))}
        </select>
      </label>
      {other === null && <span className="text-sm text-ink-3">{words.hint}</span>}
      {other !== null && ready && (
        <MenuButton
          label={words.export}
          items={[
            FORMATS.map((form) => ({
              id: `copy-${form}`,
              title: texts.report.copy(texts.report.formats[form]),
              run: () => void copyComparison(model, other, form),
            })),
            FORMATS.map((form) => ({
              id: `save-${form}`,
              title: texts.report.save(texts.report.formats[form]),
              run: () => void saveComparison(model, other, form),
            })),
          ]}
        >
          {words.exportButton}
        </MenuButton>
      )}
    </div>
  );
}

function Entries({ model }: { model: PackageModel }) {
  const state = useStore(model.compare);
  const { count, pages, active, show, selected } = state;
  const [open, setOpen] = useState(false);
  const rows = useMemo(() => ({ count, at: (index: number) => rowAt({ pages }, index) }), [count, pages]);
  const onView = useMemo(() => (first: number, last: number) => wantRows(model, first, last), [model]);
  return (
    <SplitPane
      name="compare"
      memory={model.app.memory}
      detailLabel={words.detail}
      open={open}
      onClose={() => setOpen(false)}
      list={
        <section className="panel flex-1" aria-label={words.entries}>
          <div className="toolbar">
            <Segments
              label={words.change}
              options={KINDS.map((id) => ({ id, title: words.changes[id] }))}
              value={show}
              onChange={(next) => showChanges(model, next)}
            />
          </div>
          <TreeGrid
            label={words.entries}
            columns={COLUMNS}
            rows={rows}
            active={active}
            onActive={(index, by) => {
              void chooseRow(model, index);
              if (by === 'pointer') setOpen(true);
            }}
            onEnter={() => setOpen(true)}
            onView={onView}
            empty={<EmptyState title={words.noneOf} />}
          />
        </section>
      }
      detail={<DiffPane row={selected} diff={state.diff} error={state.diffError} />}
    />
  );
}

const nameOf = ({ from, to }: CompareRow): string => visible((to ?? from)?.name ?? '');
const TITLES: Readonly<Record<EntryChange, string>> = {
  changed: 'changed',
  added: 'added',
  removed: 'removed',
  renamed: 'renamed',
};

const COLUMNS: readonly Column<CompareRow>[] = [
  { id: 'name', title: words.columns.name, width: 170, grow: 3, cell: (row) => <MiddleEllipsis text={nameOf(row)} /> },
  {
    id: 'change',
    title: words.columns.change,
    width: 120,
    grow: 1,
    cell: (row) =>
      row.change === 'renamed' ? (
        <MiddleEllipsis text={words.from(visible(row.from?.name ?? ''))} />
      ) : (
        TITLES[row.change]
      ),
  },
  {
    id: 'size',
    title: words.columns.size,
    width: 140,
    align: 'end',
    drop: 1,
    cell: ({ from, to }) => (
      <span className="text-ink-3">
        {from && to && from.size !== to.size
          ? `${bytes(from.size)} → ${bytes(to.size)}`
          : bytes((to ?? from)?.size ?? 0)}
      </span>
    ),
  },
];
