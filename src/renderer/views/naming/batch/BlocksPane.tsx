import { Check, ChevronDown, Search, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { BlockQuery } from '../../../../shared/contract/naming';
import type { BlockRow } from '../../../../shared/models/naming';
import { copy } from '../../../app/app';
import { useCommands } from '../../../app/commands';
import { Button, IconButton } from '../../../kit/Button';
import { gridRows } from '../../../kit/grid/paged';
import { TreeGrid } from '../../../kit/grid/TreeGrid';
import type { Point } from '../../../kit/grid/types';
import { MenuAt, MenuButton, type MenuGroups } from '../../../kit/Menu';
import { EmptyState, ErrorState } from '../../../kit/States';
import { type NamingModel, retry } from '../model';
import { texts } from '../texts';
import { blockColumns } from './columns';
import { ALL_STATES } from './counts';
import {
  type BlocksState,
  clearMarks,
  filterBy,
  refresh,
  type StateFilter,
  select,
  showStates,
  sortBy,
  toggleMark,
  want,
} from './store';

const words = texts.blocks;
const wordOf = (row: BlockRow): string => row.blockId;

/** The blocks of the batch, filtered by state and text. */
export function BlocksPane({ model, total, onChosen }: { model: NamingModel; total: number; onChosen: () => void }) {
  const { blocks } = model;
  const state = useStore(blocks.store);
  const { table, pages, sort, direction, active, error } = state;
  const columns = useMemo(() => blockColumns(blocks), [blocks]);
  const rows = useMemo(() => gridRows({ table, pages }), [table, pages]);
  const onView = useMemo(() => (first: number, last: number) => want(blocks, first, last), [blocks]);
  const [menu, setMenu] = useState<{ row: BlockRow; at: Point } | null>(null);
  return (
    <section className="panel flex-1" aria-label={words.label}>
      <Toolbar model={model} state={state} total={total} />
      {error ? (
        <ErrorState error={error} onRetry={() => void refresh(blocks)} />
      ) : (
        <TreeGrid
          label={words.label}
          columns={columns}
          rows={rows}
          active={active}
          onActive={(index, by) => {
            select(blocks, index);
            if (by === 'pointer') onChosen();
          }}
          onEnter={(row) => toggleMark(blocks, row.index)}
          onMenu={(row, _index, at) => setMenu({ row, at })}
          onView={onView}
          sort={{ column: sort, direction }}
          onSort={(column) => sortBy(blocks, column as BlockQuery['sort'])}
          wordOf={wordOf}
          busy={table === null}
          empty={table ? <NoRows model={model} state={state} /> : undefined}
        />
      )}
      <MenuAt at={menu?.at ?? null} items={menu ? menuOf(model, menu.row) : []} onClose={() => setMenu(null)} />
    </section>
  );
}

function NoRows({ model: { blocks }, state }: { model: NamingModel; state: BlocksState }) {
  if (state.filter === '' && state.show === 'all') return <EmptyState title={words.noneAtAll} />;
  const clear = () => {
    blocks.store.setState({ show: 'all' });
    filterBy(blocks, '');
    void refresh(blocks);
  };
  return <EmptyState icon={Search} title={words.none} actions={<Button onClick={clear}>{words.clear}</Button>} />;
}

const TYPING = 80;

function Toolbar({ model, state, total }: { model: NamingModel; state: BlocksState; total: number }) {
  const { blocks } = model;
  const { filter, table } = state;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter);
  useEffect(() => setTyped(filter), [filter]);
  useEffect(() => {
    if (typed === filter) return;
    const timer = setTimeout(() => filterBy(blocks, typed), TYPING);
    return () => clearTimeout(timer);
  }, [typed, filter, blocks]);
  useCommands(
    useMemo(
      () => [
        {
          id: 'naming.filter',
          title: texts.commands.filter,
          group: texts.commands.group,
          keys: 'Mod+Shift+F',
          run: () => field.current?.focus(),
        },
      ],
      [],
    ),
  );
  return (
    <div className="toolbar">
      <div className="relative flex min-w-0 flex-1">
        <input
          ref={field}
          type="text"
          className="field w-full pr-7"
          placeholder={words.filter}
          aria-label={words.filter}
          value={typed}
          maxLength={4096}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || typed === '') return;
            event.preventDefault();
            setTyped('');
          }}
        />
        {typed !== '' && (
          <IconButton
            icon={X}
            label={words.clear}
            className="btn-small absolute top-[3px] right-1"
            onClick={() => setTyped('')}
          />
        )}
      </div>
      <span className="flex-none text-right text-xs text-ink-3">{table ? words.shown(table.rows, total) : ''}</span>
      <States model={model} show={state.show} />
    </div>
  );
}

const FILTERS: readonly StateFilter[] = ['all', 'failed'];
const wordsOf = (show: StateFilter): string =>
  show === 'all' ? words.all : show === 'failed' ? words.failed : texts.states[show];

function States({ model: { blocks }, show }: { model: NamingModel; show: StateFilter }) {
  const item = (id: StateFilter) => ({
    id,
    title: wordsOf(id),
    ...(id === show ? { icon: Check } : {}),
    run: () => showStates(blocks, id),
  });
  return (
    <MenuButton label={`${words.state}: ${wordsOf(show)}`} items={[FILTERS.map(item), ALL_STATES.map(item)]}>
      {wordsOf(show)}
      <ChevronDown size={13} aria-hidden />
    </MenuButton>
  );
}

/** What can be done with a block. */
function menuOf(model: NamingModel, row: BlockRow): MenuGroups {
  const { app, blocks } = model;
  const { marks } = blocks.store.getState();
  const marked = marks.has(row.index);
  const isOver = row.state !== 'queued' && row.state !== 'running';
  const { name, error } = row;
  return [
    [
      { id: 'retry', title: words.retry, disabled: !isOver, run: () => void retry(model, [row.index]) },
      {
        id: 'mark',
        title: marked ? words.unmark : words.markIt,
        keys: 'Space',
        run: () => toggleMark(blocks, row.index),
      },
      ...(marks.size > 0 ? [{ id: 'none', title: words.unmarkAll, run: () => clearMarks(blocks) }] : []),
    ],
    [
      { id: 'id', title: words.copyId, run: () => void copy(app, 'block id', row.blockId) },
      ...(name === null
        ? []
        : [{ id: 'name', title: words.copyName, run: () => void copy(app, 'name', `${name}: ${row.purpose}`) }]),
      ...(error === null ? [] : [{ id: 'error', title: words.copyError, run: () => void copy(app, 'error', error) }]),
    ],
  ];
}
