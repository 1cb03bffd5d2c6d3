import { Copy, FileText } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { copy } from '../../../app/app';
import { Button } from '../../../kit/Button';
import { Chip } from '../../../kit/Chip';
import type { CodeHandle } from '../../../kit/code/CodeView';
import { integer } from '../../../kit/format';
import type { Column, Shape } from '../../../kit/grid/types';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { RowsAndDetail } from '../../../kit/RowsAndDetail';
import { CloseDetail } from '../../../kit/SplitPane';
import { EmptyPanel, EmptyState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import { type PackageModel, retry } from '../model';
import type { TabProps } from '../PackageView';
import { PreviewBody } from '../preview/PreviewBody';
import { texts } from '../texts';
import { type ManifestRow, manifestRows } from './rows';
import {
  chooseFirst,
  chooseRow,
  copyManifestFiles,
  findInFiles,
  foldManifestGroup,
  manifestStore,
  readDeclared,
} from './store';

const words = texts.manifest;

const shapeOf = (row: ManifestRow): Shape =>
  row.kind === 'group' ? { depth: 0, open: row.open } : { depth: 1, open: null };

const columns: readonly Column<ManifestRow>[] = [
  { id: 'key', title: words.columns.key, width: 260, grow: 3, cell: (row) => <Key row={row} /> },
  {
    id: 'declared',
    title: words.columns.declared,
    width: 140,
    grow: 2,
    drop: 1,
    cell: (row) => <Declared row={row} />,
  },
  {
    id: 'resolved',
    title: words.columns.resolved,
    width: 150,
    grow: 3,
    drop: 2,
    cell: (row) => <Resolved row={row} />,
  },
  { id: 'state', title: words.columns.state, width: 112, cell: (row) => <State row={row} /> },
];

/** Where each path of the manifest leads and whether its file is there; then what is required, and what nothing names. */
export function ManifestTab({ model, summary }: TabProps) {
  const state = useStore(manifestStore(model));
  const rows = useMemo(() => manifestRows(summary, state.folded), [summary, state.folded]);
  useEffect(() => chooseFirst(model, summary), [model, summary]);
  const at = rows.findIndex((row) => row.key === state.selected?.key);
  return (
    <RowsAndDetail
      name="manifest"
      memory={model.app.memory}
      label={words.label}
      detailLabel={words.detail}
      share={0.6}
      actions={
        <Button icon={Copy} disabled={summary.manifestFiles.length === 0} onClick={() => void copyManifestFiles(model)}>
          {words.copy}
        </Button>
      }
      columns={columns}
      rows={rows}
      shape={shapeOf}
      active={at < 0 ? null : at}
      onChoose={(row) => chooseRow(model, row)}
      onFold={(row, unfold) => row.kind === 'group' && foldManifestGroup(model, row.key, unfold)}
      wordOf={(row) => (row.kind === 'group' ? words.groups[row.key] : nameOf(row))}
      detail={<Detail model={model} row={state.selected} />}
      none={<EmptyPanel icon={FileText} title={words.none} text={words.noneText} />}
    />
  );
}

function nameOf(row: Exclude<ManifestRow, { kind: 'group' }>): string {
  if (row.kind === 'declared') return row.file.declared;
  return row.kind === 'required' ? row.declared : (row.finding.entry ?? '');
}

function Key({ row }: { row: ManifestRow }) {
  if (row.kind === 'group')
    return (
      <>
        <span className="font-[570]">{words.groups[row.key]}</span>
        <span className="text-xs text-ink-3">{integer(row.count)}</span>
      </>
    );
  return <MiddleEllipsis text={row.kind === 'declared' ? row.file.key : nameOf(row)} />;
}

const Declared = ({ row }: { row: ManifestRow }) =>
  row.kind === 'declared' ? <MiddleEllipsis text={row.file.declared} className="font-mono" /> : null;

const Resolved = ({ row }: { row: ManifestRow }) =>
  row.kind === 'declared' ? <MiddleEllipsis text={row.file.resolved} className="font-mono text-ink-2" /> : null;

function State({ row }: { row: ManifestRow }) {
  if (row.kind === 'group') return null;
  if (row.kind === 'undeclared') return <Chip>{words.undeclared}</Chip>;
  if (row.kind === 'required')
    return row.present ? <Chip tone="ok">{words.present}</Chip> : <Chip tone="warning">{words.absent}</Chip>;
  return row.file.found ? (
    <Chip tone="ok">{words.found}</Chip>
  ) : (
    <Chip tone="error" {...(row.file.reason ? { tip: visible(row.file.reason) } : {})}>
      {words.missing}
    </Chip>
  );
}

function Detail({ model, row }: { model: PackageModel; row: ManifestRow | null }) {
  const code = useRef<CodeHandle>(null);
  const shown = row && row.kind !== 'group' ? row : null;
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <span className="flex min-w-0 flex-1 items-baseline gap-2">
          {shown && <MiddleEllipsis text={nameOf(shown)} className="font-semibold" />}
          {shown?.kind === 'declared' && <MiddleEllipsis text={shown.file.resolved} className="text-xs text-ink-3" />}
        </span>
        <CloseDetail />
      </div>
      {shown ? <Shown model={model} row={shown} code={code} /> : <EmptyState icon={FileText} title={words.hint} />}
    </div>
  );
}

interface ShownProps {
  readonly model: PackageModel;
  readonly row: Exclude<ManifestRow, { kind: 'group' }>;
  readonly code: React.RefObject<CodeHandle | null>;
}

function Shown({ model, row, code }: ShownProps): ReactNode {
  const { target, error } = useStore(model.manifestPreview.store);
  const asked = target !== null || error !== null;
  if (row.kind === 'declared' && !row.file.found)
    return (
      <EmptyState title={words.missing}>
        <p className="text-error [overflow-wrap:anywhere]">{visible(row.file.reason ?? '')}</p>
        <code className="text-ink-2 [overflow-wrap:anywhere]">{visible(row.file.resolved)}</code>
      </EmptyState>
    );
  if (row.kind === 'declared' && row.file.base === 'host-path' && !asked)
    return (
      <EmptyState
        title={words.hostHint}
        actions={<Button onClick={() => void readDeclared(model, row)}>{words.readHost}</Button>}
      >
        <code className="[overflow-wrap:anywhere]">{visible(row.file.resolved)}</code>
      </EmptyState>
    );
  if (row.kind === 'required')
    return (
      <EmptyState
        title={row.present ? words.present : words.absent}
        actions={row.present && <Button onClick={() => findInFiles(model, row.declared)}>{texts.findings.goTo}</Button>}
      >
        <code className="[overflow-wrap:anywhere]">{visible(row.declared)}</code>
      </EmptyState>
    );
  return (
    <PreviewBody
      preview={model.manifestPreview}
      name={nameOf(row)}
      wrap
      code={code}
      onRetry={(failed) => retry(model, failed, () => chooseRow(model, row))}
      onCopy={(text) => void copy(model.app, 'details', text)}
    />
  );
}
