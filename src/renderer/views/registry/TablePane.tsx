import { Check, ChevronDown, PackageOpen, Search, ShieldCheck, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RegistryQuery, RegistryRow, RegistrySort } from '../../../shared/contract/registry';
import { useApp, useShell } from '../../app/app';
import { useCommands } from '../../app/commands';
import { ruleOf } from '../../app/shell';
import { Button, IconButton } from '../../kit/Button';
import { gridRows } from '../../kit/grid/paged';
import { TreeGrid } from '../../kit/grid/TreeGrid';
import type { Point, Shape } from '../../kit/grid/types';
import { MenuAt, MenuButton } from '../../kit/Menu';
import { EmptyState, ErrorState, Progress } from '../../kit/States';
import { visible } from '../../kit/visible';
import { registryColumns } from './columns';
import { rowMenu } from './menus';
import { addStore, cancelVerify, openRow, type RegistryModel, showStores, verify } from './model';
import { COLUMN_IDS, SHOWN } from './query';
import { foldGroup, look, refresh, select, sortBy, type TableState, toggleColumn, want } from './table';
import { texts } from './texts';

const words = texts.table;

const shapeOf = (row: RegistryRow): Shape =>
  row.kind === 'group' ? { depth: 0, open: row.open } : { depth: row.depth, open: null };
const wordOf = (row: RegistryRow): string => (row.kind === 'group' ? row.label : row.row.name);

/** Every installed package of every store. */
export function TablePane({ model, onChosen }: { model: RegistryModel; onChosen: () => void }) {
  const { shell } = useApp();
  const { table: tables } = model;
  const state = useStore(tables.store);
  const { table, pages, sort, direction, active, error, group, hidden } = state;
  const rules = useShell(({ start }) => start);
  const columns = useMemo(
    () => registryColumns({ hidden, group }, (id) => ruleOf(shell.getState(), id)),
    [hidden, group, shell, rules],
  );
  const rows = useMemo(() => gridRows({ table, pages }), [table, pages]);
  const onView = useMemo(() => (first: number, last: number) => want(tables, first, last), [tables]);
  const [menu, setMenu] = useState<{ row: RegistryRow; at: Point } | null>(null);
  return (
    <section className="panel flex-1" aria-label={words.label}>
      <Toolbar model={model} state={state} />
      {error ? (
        <ErrorState error={error} onRetry={() => void refresh(tables)} />
      ) : (
        <TreeGrid
          key={group === 'none' ? 'list' : 'groups'}
          label={words.label}
          columns={columns}
          rows={rows}
          {...(group === 'none' ? {} : { shape: shapeOf })}
          active={active}
          onActive={(index, by) => {
            select(tables, index);
            showStores(model, false);
            if (by === 'pointer') onChosen();
          }}
          onFold={(row, open) => foldGroup(tables, row, open)}
          onEnter={(row) => row.kind === 'package' && void openRow(model, row)}
          onMenu={(row, _index, at) => setMenu({ row, at })}
          onView={onView}
          sort={{ column: sort, direction }}
          onSort={(column) => sortBy(tables, column as RegistrySort)}
          wordOf={wordOf}
          busy={table === null}
          empty={table ? <NoRows model={model} state={state} /> : undefined}
        />
      )}
      <MenuAt
        at={menu?.at ?? null}
        items={menu?.row.kind === 'package' ? rowMenu(model, menu.row) : []}
        onClose={() => setMenu(null)}
      />
    </section>
  );
}

function NoRows({ model, state }: { model: RegistryModel; state: TableState }) {
  const stores = useStore(model.store, (one) => one.stores) ?? [];
  if (state.table && state.table.packages > 0)
    return (
      <EmptyState
        icon={Search}
        title={words.noMatch}
        actions={<Button onClick={() => look(model.table, { filter: '', show: 'any' })}>{words.clear}</Button>}
      />
    );
  if (stores.some((store) => store.state === 'reading')) return <EmptyState title={texts.header.reading} />;
  return (
    <EmptyState
      icon={PackageOpen}
      title={texts.empty.title}
      actions={<Button onClick={() => void addStore(model)}>{texts.stores.add}</Button>}
    >
      {stores.length > 0 ? <p>{texts.empty.looked}</p> : <p>{texts.empty.unknownHome}</p>}
      {stores.map((store) => (
        <p key={store.id} className="[overflow-wrap:anywhere]">
          <code>{visible(store.root)}</code> <span className="text-ink-3">({texts.states[store.state]})</span>
        </p>
      ))}
      <p>{texts.empty.follow}</p>
    </EmptyState>
  );
}

const TYPING = 80;

function Toolbar({ model, state }: { model: RegistryModel; state: TableState }) {
  const { table: tables } = model;
  const { filter, table } = state;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter);
  useEffect(() => setTyped(filter), [filter]);
  useEffect(() => {
    if (typed === filter) return;
    const timer = setTimeout(() => look(tables, { filter: typed }), TYPING);
    return () => clearTimeout(timer);
  }, [typed, filter, tables]);
  useCommands(
    useMemo(
      () => [
        {
          id: 'registry.filter',
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
      <div className="relative flex min-w-24 flex-1">
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
      <span className="flex-none text-right text-xs text-ink-3">
        {table && table.packages > 0 ? words.shown(table.matches, table.packages) : ''}
      </span>
      <ShowMenu model={model} state={state} />
      <ViewMenu model={model} state={state} />
      <Verify model={model} empty={!table || table.packages === 0} />
    </div>
  );
}

function ShowMenu({ model, state }: { model: RegistryModel; state: TableState }) {
  const item = (id: (typeof SHOWN)[number]) => ({
    id,
    title: words.show[id],
    ...(id === state.show ? { icon: Check } : {}),
    run: () => look(model.table, { show: id }),
  });
  return (
    <MenuButton
      label={`${words.show.label}: ${words.show[state.show]}`}
      items={[SHOWN.slice(0, 3).map(item), SHOWN.slice(3).map(item)]}
    >
      {words.show[state.show]}
      <ChevronDown size={13} aria-hidden />
    </MenuButton>
  );
}

const GROUPS: readonly RegistryQuery['group'][] = ['none', 'name', 'store'];

/** Groups and columns. */
function ViewMenu({ model, state }: { model: RegistryModel; state: TableState }) {
  const groups = GROUPS.map((group) => ({
    id: `group-${group}`,
    title: words.group[group],
    ...(state.group === group ? { icon: Check } : {}),
    run: () => look(model.table, { group, folded: new Set() }),
  }));
  const columns = COLUMN_IDS.filter((id) => id !== 'name').map((id) => ({
    id,
    title: words.columns[id],
    ...(state.hidden.has(id) ? {} : { icon: Check }),
    run: () => toggleColumn(model.table, id),
  }));
  return (
    <MenuButton label={words.viewLabel} items={[groups, columns]}>
      {words.view}
      <ChevronDown size={13} aria-hidden />
    </MenuButton>
  );
}

/** The button, or how far verifying is; both as wide as each other, so that nothing moves. */
function Verify({ model, empty }: { model: RegistryModel; empty: boolean }) {
  const verifying = useStore(model.store, (state) => state.verifying);
  if (!verifying)
    return (
      <Button
        tone="primary"
        icon={ShieldCheck}
        disabled={empty}
        data-tip={texts.verify.allTip}
        onClick={() => void verify(model, 'all')}
      >
        {texts.verify.all}
      </Button>
    );
  return (
    <span className="flex flex-none items-center gap-2">
      <span className="flex w-36 flex-col gap-1">
        <span className="text-xs text-ink-2">
          {verifying.ofPackages > 0
            ? texts.verify.progress(verifying.packages, verifying.ofPackages)
            : texts.verify.label}
        </span>
        <Progress label={texts.verify.label} done={verifying.done} total={verifying.total} />
      </span>
      <Button onClick={() => cancelVerify(model)}>{texts.verify.cancel}</Button>
    </span>
  );
}
