import { Copy, Eye, EyeOff, SlidersHorizontal } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ConfigRow } from '../../../shared/models/package';
import { copy } from '../../app/app';
import { Button, IconButton } from '../../kit/Button';
import { Chip } from '../../kit/Chip';
import { CodeView, CodeWaiting } from '../../kit/code/CodeView';
import { integer, NOTHING, percent } from '../../kit/format';
import { TreeGrid } from '../../kit/grid/TreeGrid';
import { type Column, rowsOf } from '../../kit/grid/types';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { Segments } from '../../kit/Segments';
import { CloseDetail, SplitPane } from '../../kit/SplitPane';
import { EmptyState, ErrorState } from '../../kit/States';
import { visible } from '../../kit/visible';
import { pretty } from '../package/config/store';
import { chooseConfig, type ProjectModel, type ProjectState, showValues } from './model';
import type { TabProps } from './ProjectView';
import { texts } from './texts';

const words = texts.config;

/** Share of the limit from which the bar changes its colour. */
const NEAR = 0.8;

const columns: readonly Column<ConfigRow>[] = [
  {
    id: 'artifact',
    title: words.columns.artifact,
    width: 180,
    grow: 2,
    cell: ({ artifact }) => <MiddleEllipsis text={artifact} />,
  },
  {
    id: 'bytes',
    title: words.columns.bytes,
    width: 80,
    align: 'end',
    cell: (row) => ('refused' in row ? <span className="text-ink-3">{NOTHING}</span> : integer(row.bytes)),
  },
  { id: 'share', title: words.columns.share, width: 150, grow: 1, cell: (row) => <Share row={row} /> },
];

function Share({ row }: { row: ConfigRow }) {
  if ('refused' in row)
    return (
      <Chip tone="error" tip={visible(row.refused)}>
        {words.refused}
      </Chip>
    );
  const share = row.bytes / row.limit;
  return (
    <>
      <span className="bar min-w-12 flex-1" data-tone={share >= NEAR ? 'warning' : undefined}>
        <i style={{ width: `${Math.min(100, Math.max(0.5, share * 100))}%` }} />
      </span>
      <span className="w-10 flex-none text-right text-ink-3">{percent(row.bytes, row.limit)}</span>
    </>
  );
}

/** What each configured artifact would receive, against the limit; values only beside it and only when asked for. */
export function ConfigTab({ model, state, project }: TabProps) {
  const { configs } = project;
  const [open, setOpen] = useState(false);
  const rows = useMemo(() => rowsOf(configs), [configs]);
  if (configs.length === 0)
    return (
      <div className="panel flex-1">
        <EmptyState icon={SlidersHorizontal} title={words.none}>
          <p>{words.noneText}</p>
        </EmptyState>
      </div>
    );
  const at = Math.min(state.config, configs.length - 1);
  const limited = configs.find((row) => 'limit' in row);
  return (
    <SplitPane
      name="project.config"
      memory={model.app.memory}
      detailLabel={words.detail}
      open={open}
      onClose={() => setOpen(false)}
      list={
        <section className="panel flex-1" aria-label={words.label}>
          <div className="toolbar">
            <span className="flex-1 text-sm font-semibold">{words.label}</span>
            {limited && 'limit' in limited && <span className="text-xs text-ink-3">{words.limit(limited.limit)}</span>}
          </div>
          <TreeGrid
            label={words.label}
            columns={columns}
            rows={rows}
            active={at}
            onActive={(index, by) => {
              chooseConfig(model, index);
              if (by === 'pointer') setOpen(true);
            }}
            onEnter={() => setOpen(true)}
            wordOf={({ artifact }) => artifact}
          />
        </section>
      }
      detail={<Detail model={model} state={state} row={configs[at]} at={at} />}
    />
  );
}

interface DetailProps {
  readonly model: ProjectModel;
  readonly state: ProjectState;
  readonly row: ConfigRow | undefined;
  readonly at: number;
}

function Detail({ model, state, row, at }: DetailProps) {
  const { values, form, json } = state;
  const exact = json?.row === at ? json.text : null;
  const text = useMemo(() => (exact === null ? null : form === 'pretty' ? pretty(exact) : exact), [exact, form]);
  if (!row) return null;
  const canShow = !('refused' in row);
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <span className="flex min-w-0 flex-1">
          <MiddleEllipsis text={row.artifact} className="font-semibold" />
        </span>
        {canShow && values && (
          <Segments
            label={words.form}
            options={[
              { id: 'pretty', title: words.forms.pretty },
              { id: 'compact', title: words.forms.compact },
            ]}
            value={form}
            onChange={(next) => model.store.setState({ form: next })}
          />
        )}
        {canShow && (
          <IconButton
            icon={values ? EyeOff : Eye}
            label={values ? words.hide : words.show}
            aria-pressed={values}
            onClick={() => showValues(model, !values)}
          />
        )}
        {canShow && values && (
          <IconButton
            icon={Copy}
            label={words.copy}
            disabled={text === null}
            onClick={() => void copy(model.app, words.copied, text ?? '')}
          />
        )}
        <CloseDetail />
      </div>
      <Body model={model} state={state} row={row} at={at} text={text} />
    </div>
  );
}

function Body({ model, state, row, at, text }: DetailProps & { row: ConfigRow; text: string | null }) {
  if ('refused' in row)
    return (
      <EmptyState title={words.refusedTitle}>
        <p className="text-error [overflow-wrap:anywhere]">{visible(row.refused)}</p>
        <p>{words.refusedHint}</p>
      </EmptyState>
    );
  if (!state.values)
    return (
      <EmptyState
        icon={EyeOff}
        title={words.hidden}
        actions={
          <Button icon={Eye} onClick={() => showValues(model, true)}>
            {words.show}
          </Button>
        }
      >
        <p>{words.hiddenText}</p>
      </EmptyState>
    );
  if (state.json?.error)
    return <ErrorState title={words.failed} error={state.json.error} onRetry={() => chooseConfig(model, at)} />;
  if (text === null) return <CodeWaiting />;
  return <CodeView text={text} language="json" label={visible(row.artifact)} wrap={state.form === 'compact'} />;
}
