import { Copy, Eye, EyeOff, SlidersHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import type { ConfigRow } from '../../../shared/models/package';
import type { Failure } from '../../../shared/result';
import { copy, useApp } from '../../app/app';
import { Button, IconButton } from '../../kit/Button';
import { CodeView, CodeWaiting } from '../../kit/code/CodeView';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { RowsAndDetail } from '../../kit/RowsAndDetail';
import { Segments } from '../../kit/Segments';
import { CloseDetail } from '../../kit/SplitPane';
import { EmptyPanel, EmptyState, ErrorState } from '../../kit/States';
import { visible } from '../../kit/visible';
import { columns } from './columns';
import { pretty } from './pretty';
import { texts as words } from './texts';

export type ConfigForm = 'compact' | 'pretty';

export interface ConfigsProps {
  /** Under which name the share of the list is remembered. */
  readonly name: string;
  readonly configs: readonly ConfigRow[];
  readonly selected: number;
  readonly onChoose: (index: number) => void;
  /** Whether values are in view. */
  readonly shown: boolean;
  readonly onShow: (shown: boolean) => void;
  readonly form: ConfigForm;
  readonly onForm: (form: ConfigForm) => void;
  /** The exact JSON of the selected row, once it is here. */
  readonly json: string | undefined;
  readonly error: Failure | null;
}

/** What each configured artifact would receive, against the limit. Values show only in the pane beside, when asked for. */
export function Configs(props: ConfigsProps) {
  const { configs, selected } = props;
  const { memory } = useApp();
  const limited = configs.find((row) => 'limit' in row);
  const row = configs[selected];
  return (
    <RowsAndDetail
      name={props.name}
      memory={memory}
      label={words.label}
      detailLabel={words.detail}
      actions={
        limited && 'limit' in limited && <span className="text-xs text-ink-3">{words.limit(limited.limit)}</span>
      }
      columns={columns}
      rows={configs}
      active={selected}
      onChoose={(_, index) => props.onChoose(index)}
      wordOf={({ artifact }) => artifact}
      detail={row && <Detail {...props} row={row} />}
      none={<EmptyPanel icon={SlidersHorizontal} title={words.none} text={words.noneText} />}
    />
  );
}

interface DetailProps extends ConfigsProps {
  readonly row: ConfigRow;
}

function Detail(props: DetailProps) {
  const { row, shown, onShow, form, onForm, json } = props;
  const app = useApp();
  const text = useMemo(() => (json === undefined ? '' : form === 'pretty' ? pretty(json) : json), [json, form]);
  const canShow = !('refused' in row);
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <span className="flex min-w-0 flex-1">
          <MiddleEllipsis text={row.artifact} className="font-semibold" />
        </span>
        {canShow && shown && (
          <Segments
            label={words.form}
            options={[
              { id: 'pretty', title: words.forms.pretty },
              { id: 'compact', title: words.forms.compact },
            ]}
            value={form}
            onChange={onForm}
          />
        )}
        {canShow && (
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? words.hide : words.show}
            aria-pressed={shown}
            onClick={() => onShow(!shown)}
          />
        )}
        {canShow && shown && (
          <IconButton
            icon={Copy}
            label={words.copy}
            disabled={json === undefined}
            onClick={() => void copy(app, words.copied, text)}
          />
        )}
        <CloseDetail />
      </div>
      <Body {...props} text={text} />
    </div>
  );
}

function Body({ row, selected, shown, onShow, onChoose, form, json, error, text }: DetailProps & { text: string }) {
  if ('refused' in row)
    return (
      <EmptyState title={words.refusedTitle}>
        <p className="text-error [overflow-wrap:anywhere]">{visible(row.refused)}</p>
        <p>{words.refusedHint}</p>
      </EmptyState>
    );
  if (!shown)
    return (
      <EmptyState
        icon={EyeOff}
        title={words.hidden}
        actions={
          <Button icon={Eye} onClick={() => onShow(true)}>
            {words.show}
          </Button>
        }
      >
        <p>{words.hiddenText}</p>
      </EmptyState>
    );
  if (error) return <ErrorState title={words.failed} error={error} onRetry={() => onChoose(selected)} />;
  if (json === undefined) return <CodeWaiting />;
  return (
    <>
      <CodeView text={text} language="json" label={visible(row.artifact)} wrap={form === 'compact'} />
      {form === 'compact' && (
        <p className="flex-none border-t border-line px-3.5 py-1.5 text-xs text-ink-3">{words.exact(row.bytes)}</p>
      )}
    </>
  );
}
