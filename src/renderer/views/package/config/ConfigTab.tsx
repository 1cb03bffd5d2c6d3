import { Copy, Eye, EyeOff, SlidersHorizontal } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ConfigRow } from '../../../../shared/models/package';
import { copy } from '../../../app/app';
import { Button, IconButton } from '../../../kit/Button';
import { Chip } from '../../../kit/Chip';
import { CodeView, CodeWaiting } from '../../../kit/code/CodeView';
import { integer, NOTHING, percent } from '../../../kit/format';
import { TreeGrid } from '../../../kit/grid/TreeGrid';
import { type Column, rowsOf } from '../../../kit/grid/types';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { Segments } from '../../../kit/Segments';
import { CloseDetail, SplitPane } from '../../../kit/SplitPane';
import { EmptyState, ErrorState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import type { PackageModel } from '../model';
import type { TabProps } from '../PackageView';
import { texts } from '../texts';
import { chooseConfig, configStore, fetchShown, pretty, showValues } from './store';

const words = texts.config;

/** Shares of the limit from which the bar changes its colour. */
const NEAR = 0.8;

const columns: readonly Column<ConfigRow>[] = [
  {
    id: 'artifact',
    title: words.columns.artifact,
    width: 180,
    grow: 2,
    cell: (row) => <MiddleEllipsis text={row.artifact} />,
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

/** What each configured artifact would receive, against the limit. Values show only in the pane beside, when asked for. */
export function ConfigTab({ model, summary }: TabProps) {
  const { configs } = summary;
  const { selected } = useStore(configStore(model));
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
  const limit = configs.find((row) => 'limit' in row);
  return (
    <SplitPane
      name="config"
      memory={model.app.memory}
      detailLabel={words.detail}
      open={open}
      onClose={() => setOpen(false)}
      list={
        <section className="panel flex-1" aria-label={words.label}>
          <div className="toolbar">
            <span className="flex-1 text-sm font-semibold">{words.label}</span>
            {limit && 'limit' in limit && <span className="text-xs text-ink-3">{words.limit(limit.limit)}</span>}
          </div>
          <TreeGrid
            label={words.label}
            columns={columns}
            rows={rows}
            active={selected}
            onActive={(index, by) => {
              chooseConfig(model, index);
              if (by === 'pointer') setOpen(true);
            }}
            onEnter={() => setOpen(true)}
            wordOf={(row) => row.artifact}
          />
        </section>
      }
      detail={<Detail model={model} row={configs[selected]} />}
    />
  );
}

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

function Detail({ model, row }: { model: PackageModel; row: ConfigRow | undefined }) {
  const state = useStore(configStore(model));
  const { shown, form, selected, error } = state;
  const json = state.json.get(selected);
  const text = useMemo(() => (json === undefined ? '' : form === 'pretty' ? pretty(json) : json), [json, form]);
  useEffect(() => void fetchShown(model), [model]);
  if (!row) return null;
  const refused = 'refused' in row;
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <span className="flex min-w-0 flex-1">
          <MiddleEllipsis text={row.artifact} className="font-semibold" />
        </span>
        {!refused && shown && (
          <Segments
            label={words.form}
            options={[
              { id: 'pretty', title: words.forms.pretty },
              { id: 'compact', title: words.forms.compact },
            ]}
            value={form}
            onChange={(next) => configStore(model).setState({ form: next })}
          />
        )}
        {!refused && (
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? words.hide : words.show}
            aria-pressed={shown}
            onClick={() => showValues(model, !shown)}
          />
        )}
        {!refused && shown && (
          <IconButton
            icon={Copy}
            label={words.copy}
            disabled={json === undefined}
            onClick={() => void copy(model.app, words.copied, text)}
          />
        )}
        <CloseDetail />
      </div>
      {refused ? (
        <EmptyState title={words.refusedTitle}>
          <p className="text-error [overflow-wrap:anywhere]">{visible(row.refused)}</p>
          <p>{words.refusedHint}</p>
        </EmptyState>
      ) : !shown ? (
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
      ) : error ? (
        <ErrorState title={words.failed} error={error} onRetry={() => chooseConfig(model, selected)} />
      ) : json === undefined ? (
        <CodeWaiting />
      ) : (
        <>
          <CodeView text={text} language="json" label={row.artifact} wrap={form === 'compact'} />
          {form === 'compact' && (
            <p className="flex-none border-t border-line px-3.5 py-1.5 text-xs text-ink-3">{words.exact(row.bytes)}</p>
          )}
        </>
      )}
    </div>
  );
}
