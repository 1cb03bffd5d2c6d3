import { ChevronsDownUp, ChevronsUpDown, List, ListTree, Search, TextSearch, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Chosen, SortColumn, TableRow } from '../../../../shared/contract/package';
import { copy, useApp, useShell } from '../../../app/app';
import { useCommands } from '../../../app/commands';
import { ruleOf } from '../../../app/shell';
import { Button, IconButton } from '../../../kit/Button';
import { gridRows } from '../../../kit/grid/paged';
import { countOf } from '../../../kit/grid/selection';
import { TreeGrid } from '../../../kit/grid/TreeGrid';
import type { Point, Shape } from '../../../kit/grid/types';
import { MenuAt, type MenuGroups } from '../../../kit/Menu';
import { SplitPane } from '../../../kit/SplitPane';
import { EmptyState, ErrorState } from '../../../kit/States';
import { selectFinding } from '../findings/actions';
import { FormButtons, MapPane } from '../map/MapPane';
import { type PackageModel, retry } from '../model';
import type { TabProps } from '../PackageView';
import { copyEntryText } from '../preview/copy';
import { EntryPane } from '../preview/EntryPane';
import { openInner } from '../preview/inner';
import { lookAt } from '../preview/store';
import { SearchPane } from '../search/SearchPane';
import { openSearch } from '../search/store';
import { texts } from '../texts';
import { fileColumns } from './columns';
import { dragOut } from './drag';
import { OutgoingBar } from './OutgoingBar';
import { copyNames, saveEntries } from './save';
import {
  choose,
  chosenWith,
  type FilesState,
  filterBy,
  findRow,
  foldAll,
  foldRow,
  refresh,
  select,
  setLayout,
  showFiles,
  sortBy,
  want,
} from './store';

const words = texts.files;

const shapeOf = (row: TableRow): Shape => ({ depth: row.depth, open: row.folder ? row.folder.open : null });

/** Every record of the directory as a tree or a list, and beside it what is inside the selected one. */
export function FilesTab({ model, summary }: TabProps) {
  const { files, filePreview } = model;
  const state = useStore(files.store);
  const [open, setOpen] = useState(false);
  useEffect(() => showFiles(files, summary.recordCount), [files, summary.recordCount]);
  const searching = useStore(model.search, (search) => search.open);
  const form = useStore(model.map, (map) => map.form);
  const { selected } = state;
  const entry = selected?.folder ? null : (selected?.entry ?? null);
  useEffect(() => lookAt(filePreview, entry && entry.kind !== 'directory' ? entry.index : null), [filePreview, entry]);
  return (
    <SplitPane
      name="files"
      memory={model.app.memory}
      detailLabel={words.detail}
      open={open}
      onClose={() => setOpen(false)}
      list={
        searching ? (
          <SearchPane model={model} onChosen={() => setOpen(true)} />
        ) : form !== 'table' ? (
          <MapPane model={model} onChosen={() => setOpen(true)} />
        ) : (
          <EntryList model={model} state={state} onChosen={() => setOpen(true)} />
        )
      }
      detail={<EntryPane model={model} summary={summary} row={selected} />}
    />
  );
}

function EntryList({ model, state, onChosen }: { model: PackageModel; state: FilesState; onChosen: () => void }) {
  const { files } = model;
  const { table, pages, sort, direction, filter, layout, active, error, busy, chosen } = state;
  const rules = useShell((shell) => shell.start);
  const { shell } = useApp();
  const columns = useMemo(() => fileColumns((id) => ruleOf(shell.getState(), id)), [shell, rules]);
  const rows = useMemo(() => gridRows({ table, pages }), [table, pages]);
  const onView = useMemo(() => (first: number, last: number) => want(files, first, last), [files]);
  const [menu, setMenu] = useState<{ row: TableRow; at: Point } | null>(null);

  return (
    <section className="panel flex-1" aria-label={words.label}>
      <Toolbar model={model} state={state} />
      {error ? (
        <ErrorState error={error} onRetry={() => retry(model, error, () => void refresh(files))} />
      ) : (
        <TreeGrid
          label={words.label}
          columns={columns}
          rows={rows}
          {...(layout === 'tree' ? { shape: shapeOf } : {})}
          active={active}
          onActive={(index, by) => {
            select(files, index, by);
            if (by === 'pointer') onChosen();
          }}
          onFold={(row, unfold) => foldRow(files, row, unfold)}
          onEnter={onChosen}
          onMenu={(row, _index, at) => setMenu({ row, at })}
          onView={onView}
          sort={{ column: sort, direction }}
          onSort={(column) => sortBy(files, column as SortColumn)}
          onFind={(word, from) => void findRow(files, word, from)}
          selection={chosen}
          onSelect={(ranges) => choose(files, ranges)}
          onDragOut={(row) => void dragOut(model, row)}
          place={files.place}
          busy={busy}
          empty={table ? <NoRows filter={filter} clear={() => filterBy(files, '')} /> : undefined}
        />
      )}
      <OutgoingBar model={model} />
      <MenuAt at={menu?.at ?? null} items={menu ? menuOf(model, menu.row) : []} onClose={() => setMenu(null)} />
    </section>
  );
}

function NoRows({ filter, clear }: { filter: string; clear: () => void }) {
  if (filter === '') return <EmptyState title={words.noEntries} />;
  return (
    <EmptyState icon={Search} title={words.noMatch} actions={<Button onClick={clear}>{words.clearFilter}</Button>} />
  );
}

const TYPING = 80;

function countText({ table, chosen, filter }: FilesState, total: number): string {
  if (chosen.length > 0) return words.chosen(countOf(chosen));
  return filter ? words.matches(table?.matches ?? 0) : texts.header.entries(total);
}

function Toolbar({ model, state }: { model: PackageModel; state: FilesState }) {
  const total = useStore(model.store, ({ summary }) => summary?.recordCount ?? 0);
  const { files } = model;
  const { filter, layout, table } = state;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter);
  useEffect(() => setTyped(filter), [filter]);
  useEffect(() => {
    if (typed === filter) return;
    const timer = setTimeout(() => filterBy(files, typed), TYPING);
    return () => clearTimeout(timer);
  }, [typed, filter, files]);
  useCommands(
    useMemo(
      () => [
        {
          id: 'files.filter',
          title: texts.commands.filter,
          group: texts.commands.group,
          keys: 'Mod+Shift+F',
          run: () => field.current?.focus(),
        },
        {
          id: 'files.save',
          title: texts.commands.saveChosen,
          group: texts.commands.group,
          keys: 'Mod+Alt+S',
          run: () => withChosen(model, saveEntries),
        },
        {
          id: 'files.names',
          title: texts.commands.copyNames,
          group: texts.commands.group,
          keys: 'Mod+Alt+C',
          run: () => withChosen(model, copyNames),
        },
      ],
      [model],
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
            if (event.key === 'Escape' && typed !== '') {
              event.preventDefault();
              setTyped('');
            }
          }}
        />
        {typed !== '' && (
          <IconButton
            icon={X}
            label={words.clearFilter}
            className="btn-small absolute top-[3px] right-1"
            onClick={() => setTyped('')}
          />
        )}
      </div>
      <span className="w-22 flex-none text-right text-xs text-ink-3" role="status">
        {table ? countText(state, total) : ''}
      </span>
      <div className="flex flex-none">
        <IconButton icon={TextSearch} label={texts.search.open} onClick={() => openSearch(model.search)} />
        <IconButton
          icon={ListTree}
          label={words.tree}
          aria-pressed={layout === 'tree'}
          onClick={() => setLayout(files, 'tree')}
        />
        <IconButton
          icon={List}
          label={words.list}
          aria-pressed={layout === 'flat'}
          onClick={() => setLayout(files, 'flat')}
        />
        <IconButton
          icon={ChevronsUpDown}
          label={words.unfold}
          disabled={layout === 'flat'}
          onClick={() => foldAll(files, true)}
        />
        <IconButton
          icon={ChevronsDownUp}
          label={words.fold}
          disabled={layout === 'flat'}
          onClick={() => foldAll(files, false)}
        />
      </div>
      <FormButtons model={model} />
    </div>
  );
}

/** Does something with what is selected, if anything is. */
function withChosen(model: PackageModel, work: (model: PackageModel, what: Chosen) => Promise<void>): void {
  const state = model.files.store.getState();
  if (state.selected) void work(model, chosenWith(state, state.selected).what);
}

/** What can be done with a row. */
function menuOf(model: PackageModel, row: TableRow): MenuGroups {
  const { app } = model;
  const { what, count } = chosenWith(model.files.store.getState(), row);
  if (count > 1)
    return [
      [{ id: 'names', title: words.copyNames(count), run: () => void copyNames(model, what) }],
      [{ id: 'save', title: words.saveSeveral(count), keys: 'Mod+Alt+S', run: () => void saveEntries(model, what) }],
    ];
  const path = row.entry?.name ?? row.key.slice(2);
  const finding = row.entry && model.store.getState().summary?.findings.find((one) => one.index === row.entry?.index);
  return [
    [
      { id: 'path', title: words.copyPath, run: () => void copy(app, words.copiedPath, path) },
      ...(row.entry?.safeName
        ? [
            {
              id: 'safe',
              title: words.copySafe,
              run: () => void copy(app, words.copiedPath, row.entry?.safeName ?? ''),
            },
          ]
        : []),
      ...(row.entry && !row.folder
        ? [{ id: 'text', title: words.copyText, run: () => void copyEntryText(model, row.entry?.index ?? 0) }]
        : []),
    ],
    [
      {
        id: 'save',
        title: row.folder ? words.saveFolder : words.saveEntry,
        run: () => void saveEntries(model, { keys: [row.key] }),
      },
    ],
    ...(row.entry && !row.folder && /\.(zip|skill)$/i.test(row.shown)
      ? [
          [
            {
              id: 'inner',
              title: texts.preview.openInner,
              run: () => void openInner(model, row.entry?.index ?? 0),
            },
          ],
        ]
      : []),
    ...(finding ? [[{ id: 'findings', title: words.showFindings, run: () => selectFinding(model, finding) }]] : []),
  ];
}
