import { CircleCheck, Copy, FileSearch } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Finding } from '../../../../shared/models/finding';
import { copy, useApp } from '../../../app/app';
import { ruleOf } from '../../../app/shell';
import { Button, IconButton } from '../../../kit/Button';
import { Chip, Dot, SEVERITY_WORDS } from '../../../kit/Chip';
import { Cut } from '../../../kit/Cut';
import { hexOffset, integer, NOTHING } from '../../../kit/format';
import { TreeGrid } from '../../../kit/grid/TreeGrid';
import { type Column, rowsOf, type Shape } from '../../../kit/grid/types';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { Scroll } from '../../../kit/Scroll';
import { Segments } from '../../../kit/Segments';
import { CloseDetail, SplitPane } from '../../../kit/SplitPane';
import { EmptyPanel, EmptyState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import { countsOf, type PackageModel } from '../model';
import type { TabProps } from '../PackageView';
import { texts } from '../texts';
import { type FindingsState, findingsStore, foldGroup, goToEntry, showSeverity } from './actions';
import { type FindingRow, findingRows } from './rows';

const words = texts.findings;

const shapeOf = (row: FindingRow): Shape =>
  row.kind === 'group' ? { depth: 0, open: row.open } : { depth: 1, open: null };
const wordOf = (row: FindingRow): string => (row.kind === 'group' ? row.title : row.finding.message);

const columns: readonly Column<FindingRow>[] = [
  { id: 'finding', title: words.columns.finding, width: 330, grow: 3, cell: (row) => <What row={row} /> },
  { id: 'where', title: words.columns.where, width: 130, grow: 1, drop: 1, cell: (row) => <Where row={row} /> },
  { id: 'offset', title: words.columns.offset, width: 96, align: 'end', drop: 2, cell: (row) => <Offset row={row} /> },
];

/** Every finding, by severity and kind; beside it what the selected one means and what to do. */
export function FindingsTab({ model, summary }: TabProps) {
  const { shell, memory } = useApp();
  const state = useStore(findingsStore(model));
  const [open, setOpen] = useState(false);
  const { findings } = summary;
  const rows = useMemo(
    () => findingRows(findings, state, (id) => ruleOf(shell.getState(), id)),
    [findings, state, shell],
  );
  if (findings.length === 0) return <EmptyPanel icon={CircleCheck} title={words.none} text={words.noneText} />;
  const selected = state.selected ?? firstOf(rows);
  return (
    <SplitPane
      name="findings"
      memory={memory}
      detailLabel={words.detail}
      open={open}
      onClose={() => setOpen(false)}
      list={
        <List
          model={model}
          rows={rows}
          state={state}
          findings={findings}
          selected={selected}
          onChosen={() => setOpen(true)}
        />
      }
      detail={<Detail model={model} selected={selected} />}
    />
  );
}

const firstOf = (rows: readonly FindingRow[]): Finding | null => {
  const first = rows.find((row) => row.kind === 'finding');
  return first?.kind === 'finding' ? first.finding : null;
};

interface ListProps {
  readonly model: PackageModel;
  readonly rows: readonly FindingRow[];
  readonly state: FindingsState;
  readonly findings: readonly Finding[];
  readonly selected: Finding | string | null;
  readonly onChosen: () => void;
}

function List({ model, rows, state, findings, selected, onChosen }: ListProps) {
  const counts = useMemo(() => countsOf(findings), [findings]);
  const grid = useMemo(() => rowsOf(rows), [rows]);
  const at = rows.findIndex((row) => (row.kind === 'group' ? row.id : row.finding) === selected);
  return (
    <section className="panel flex-1" aria-label={words.label}>
      <div className="toolbar">
        <Segments
          label={words.filter}
          value={state.severity}
          onChange={(severity) => showSeverity(model, severity)}
          options={[
            { id: 'all', title: `${words.all} ${integer(findings.length)}` },
            ...(['error', 'warning', 'info'] as const).map((severity) => ({
              id: severity,
              title: `${words.severities[severity]} ${integer(counts[severity])}`,
            })),
          ]}
        />
      </div>
      <TreeGrid
        label={words.label}
        columns={columns}
        rows={grid}
        shape={shapeOf}
        active={at < 0 ? null : at}
        onActive={(index, by) => {
          const row = rows[index];
          if (!row) return;
          findingsStore(model).setState({ selected: row.kind === 'group' ? row.id : row.finding });
          if (by === 'pointer') onChosen();
        }}
        onFold={(row, unfold) => row.kind === 'group' && foldGroup(model, row.id, unfold)}
        onEnter={onChosen}
        wordOf={wordOf}
        empty={<EmptyState title={words.noneOf} />}
      />
    </section>
  );
}

function What({ row }: { row: FindingRow }) {
  if (row.kind === 'finding') return <Cut text={row.finding.message} />;
  return (
    <>
      <Dot tone={row.severity} label={SEVERITY_WORDS[row.severity].one} />
      <span className="truncate font-[570]">{row.title}</span>
      <span className="text-xs text-ink-3">{integer(row.count)}</span>
    </>
  );
}

function Where({ row }: { row: FindingRow }) {
  if (row.kind === 'group' || row.finding.entry === undefined) return null;
  const { entry, place } = row.finding;
  return (
    <span className="flex min-w-0 text-ink-2">
      <MiddleEllipsis text={entry} />
      {place && <span className="flex-none text-ink-3">:{integer(place.line)}</span>}
    </span>
  );
}

function Offset({ row }: { row: FindingRow }) {
  if (row.kind === 'group') return null;
  return <span className="text-ink-3">{row.finding.offset === undefined ? NOTHING : integer(row.finding.offset)}</span>;
}

function Detail({ model, selected }: { model: PackageModel; selected: Finding | string | null }) {
  const { app } = model;
  if (selected === null) return <EmptyPanel title={words.hint} />;
  const id = typeof selected === 'string' ? selected : selected.id;
  const finding = typeof selected === 'string' ? null : selected;
  const rule = ruleOf(app.shell.getState(), id);
  const severity = finding?.severity ?? rule?.severity ?? 'info';
  const hint = finding?.hint;
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <Chip tone={severity}>{SEVERITY_WORDS[severity].one}</Chip>
        <code className="min-w-0 flex-1 truncate text-ink-2">{id}</code>
        {finding && (
          <IconButton
            icon={Copy}
            label={words.copy}
            onClick={() => void copy(app, words.copied, findingText(finding, rule?.action))}
          />
        )}
        <CloseDetail />
      </div>
      <Scroll label={words.explained} className="px-4 py-3.5">
        <h2 className="text-base font-semibold [overflow-wrap:anywhere]">
          {finding ? visible(finding.message) : rule?.title}
        </h2>
        {finding && rule && <p className="mt-0.5 text-sm text-ink-2">{rule.title}</p>}
        <Part title={words.meaning} text={rule?.meaning} />
        <Part title={words.action} text={hint ? visible(hint) : rule?.action} />
        {finding && <Place model={model} finding={finding} />}
      </Scroll>
    </div>
  );
}

function Part({ title, text }: { title: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <section className="mt-4 max-w-140">
      <h3 className="text-xs font-[550] text-ink-3">{title}</h3>
      <p className="mt-0.5 [overflow-wrap:anywhere]">{text}</p>
    </section>
  );
}

function Place({ model, finding }: { model: PackageModel; finding: Finding }) {
  const { entry, index, offset, place } = finding;
  return (
    <section className="mt-4">
      <h3 className="text-xs font-[550] text-ink-3">{words.where}</h3>
      <div className="mt-0.5 flex flex-col gap-0.5 [overflow-wrap:anywhere]">
        {entry !== undefined && <bdi>{visible(entry)}</bdi>}
        {(index !== undefined || offset !== undefined || place !== undefined) && (
          <span className="text-sm text-ink-2">
            {[
              place !== undefined && words.line(place),
              index !== undefined && words.record(index),
              offset !== undefined && words.offset(offset, hexOffset(offset, 1)),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        )}
        {entry === undefined && index === undefined && offset === undefined && (
          <span className="text-ink-2">{words.wholePackage}</span>
        )}
      </div>
      {index !== undefined && (
        <Button className="mt-2.5" icon={FileSearch} onClick={() => goToEntry(model, finding)}>
          {place === undefined ? words.goTo : words.goToLine}
        </Button>
      )}
    </section>
  );
}

/** A finding as lines of text, for a message to someone. */
function findingText(finding: Finding, action: string | undefined): string {
  const { offset, place } = finding;
  const where = place ? words.line(place) : offset === undefined ? null : words.offset(offset, hexOffset(offset, 1));
  return [`${finding.severity} ${finding.id}: ${visible(finding.message)}`, where, finding.hint ?? action]
    .filter(Boolean)
    .join('\n');
}
