import { Check, ChevronDown, Search, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SkillListRow, SkillQuery, SkillSort } from '../../../../shared/contract/skills';
import { copy } from '../../../app/app';
import { useCommands } from '../../../app/commands';
import { Button, IconButton } from '../../../kit/Button';
import { gridRows } from '../../../kit/grid/paged';
import { TreeGrid } from '../../../kit/grid/TreeGrid';
import type { Point } from '../../../kit/grid/types';
import { MenuAt, MenuButton, type MenuGroups } from '../../../kit/Menu';
import { EmptyState } from '../../../kit/States';
import { copyReport, openInEditor, reveal } from '../actions';
import { change, type SkillsModel, select, sortBy, want } from '../model';
import { texts } from '../texts';
import { skillColumns } from './columns';

const words = texts.list;
const TYPING = 80;
/** Rules that the menu names; the others are found by typing. */
const RULES = 24;

/** Every skill with its verdicts. */
export function SkillList({ model, onChosen }: { model: SkillsModel; onChosen: () => void }) {
  const table = useStore(model.store, (state) => state.table);
  const pages = useStore(model.store, (state) => state.pages);
  const active = useStore(model.store, (state) => state.active);
  const query = useStore(model.store, (state) => state.query);
  const checking = useStore(model.store, ({ summary }) => summary === null || summary.state === 'checking');
  const rows = useMemo(() => gridRows({ table, pages }), [table, pages]);
  const onView = useMemo(() => (first: number, last: number) => want(model, first, last), [model]);
  const [menu, setMenu] = useState<{ row: SkillListRow; at: Point } | null>(null);
  return (
    <section className="panel flex-1" aria-label={words.label}>
      <Toolbar model={model} query={query} rows={table?.rows ?? null} />
      <TreeGrid
        label={words.label}
        columns={skillColumns}
        rows={rows}
        active={active}
        onActive={(index, by) => {
          select(model, index);
          if (by === 'pointer') onChosen();
        }}
        onEnter={onChosen}
        onMenu={(row, _index, at) => setMenu({ row, at })}
        onView={onView}
        sort={{ column: query.sort, direction: query.direction }}
        onSort={(column) => sortBy(model, column as SkillSort)}
        wordOf={(row) => row.folder}
        busy={table === null}
        empty={table && !checking ? <NoRows model={model} query={query} /> : undefined}
      />
      <MenuAt at={menu?.at ?? null} items={menu ? menuOf(model, menu.row) : []} onClose={() => setMenu(null)} />
    </section>
  );
}

const everything = { filter: '', show: 'all', rule: null } as const;

function NoRows({ model, query }: { model: SkillsModel; query: SkillQuery }) {
  if (query.filter === '' && query.show === 'all' && query.rule === null) return <EmptyState title={words.none} />;
  return (
    <EmptyState
      icon={Search}
      title={words.noMatch}
      actions={<Button onClick={() => change(model, everything)}>{words.clearFilter}</Button>}
    />
  );
}

function Toolbar({ model, query, rows }: { model: SkillsModel; query: SkillQuery; rows: number | null }) {
  const skills = useStore(model.store, ({ summary }) => summary?.skills ?? 0);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(query.filter);
  useEffect(() => setTyped(query.filter), [query.filter]);
  useEffect(() => {
    if (typed === query.filter) return;
    const timer = setTimeout(() => change(model, { filter: typed }), TYPING);
    return () => clearTimeout(timer);
  }, [typed, query.filter, model]);
  useCommands(
    useMemo(
      () => [
        {
          id: 'skills.filter',
          title: texts.commands.filter,
          group: texts.commands.group,
          keys: 'Mod+Shift+F',
          run: () => field.current?.focus(),
        },
      ],
      [],
    ),
  );
  const isAll = query.filter === '' && query.show === 'all' && query.rule === null;
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
      <span className="flex-none text-right text-xs text-ink-3" role="status">
        {rows === null || isAll ? '' : words.matches(rows, skills)}
      </span>
      <Shown model={model} query={query} />
    </div>
  );
}

const SHOWS = ['all', 'problems', 'refused', 'format', 'valid'] as const;

/** Which skills are shown: by how they stand, or by a rule they break. */
function Shown({ model, query }: { model: SkillsModel; query: SkillQuery }) {
  const rules = useStore(model.store, (state) => state.summary?.rules);
  const tick = (is: boolean) => (is ? { icon: Check } : {});
  const current = rules?.find(({ id }) => id === query.rule);
  return (
    <MenuButton
      label={words.show}
      items={[
        SHOWS.map((show) => ({
          id: show,
          title: words.shows[show],
          ...tick(query.show === show),
          run: () => change(model, { show }),
        })),
        [
          { id: 'any', title: words.anyRule, ...tick(query.rule === null), run: () => change(model, { rule: null }) },
          ...(rules ?? []).slice(0, RULES).map(({ id, title, skills }) => ({
            id: `rule-${id}`,
            title: words.rule(title, skills),
            ...tick(query.rule === id),
            run: () => change(model, { rule: id }),
          })),
        ],
      ]}
    >
      <span className="max-w-32 truncate">{current?.title ?? words.shows[query.show]}</span>
      <ChevronDown size={13} aria-hidden />
    </MenuButton>
  );
}

function menuOf(model: SkillsModel, row: SkillListRow): MenuGroups {
  const { detail } = texts;
  const packable = model.store.getState().summary?.kind !== 'archive';
  return [
    [
      ...(packable ? [{ id: 'edit', title: detail.edit, keys: 'Mod+E', run: () => void openInEditor(model) }] : []),
      { id: 'reveal', title: detail.reveal, run: () => void reveal(model) },
    ],
    [
      { id: 'path', title: detail.copyPath, run: () => void copy(model.app, detail.copiedPath, row.path) },
      { id: 'report', title: detail.copyReport, run: () => void copyReport(model, row.id) },
    ],
    ...(packable ? [[{ id: 'pack', title: detail.pack, run: () => model.store.setState({ packing: true }) }]] : []),
  ];
}
