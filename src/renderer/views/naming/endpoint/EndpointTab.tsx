import { Copy } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { NamingState } from '../../../../shared/contract/naming';
import type { EndpointCall } from '../../../../shared/models/naming';
import { copy } from '../../../app/app';
import { Button, IconButton } from '../../../kit/Button';
import { Chip } from '../../../kit/Chip';
import { Cut } from '../../../kit/Cut';
import { integer } from '../../../kit/format';
import { TreeGrid } from '../../../kit/grid/TreeGrid';
import { type Column, rowsOf } from '../../../kit/grid/types';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { EmptyState } from '../../../kit/States';
import { isText } from '../../../memory';
import { blockTime } from '../batch/counts';
import { chooseSecret, type NamingModel, type NamingViewState, startEndpoint, stopEndpoint } from '../model';
import { texts } from '../texts';

const words = texts.endpoint;

interface EndpointProps {
  readonly model: NamingModel;
  readonly view: NamingViewState;
  readonly state: NamingState;
}

/** The `/name` endpoint: where it listens, for whom, and what was asked of it. */
export function EndpointTab({ model, view, state }: EndpointProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <EndpointPanel model={model} view={view} state={state} />
      <Calls model={model} calls={view.calls} state={state} />
    </div>
  );
}

/** A port number, null for anything else. */
const portOf = (text: string): number | null =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;

function EndpointPanel({ model, view, state }: EndpointProps) {
  const { endpoint, runners } = state;
  const { memory } = model.app;
  const [typed, setTyped] = useState(() => memory.get('naming.port', isText, '0'));
  const hint = useId();
  const port = portOf(typed);
  const listens = endpoint.port !== null;
  const canStart = !view.busy && runners !== null && port !== null;
  const startNow = () => {
    if (port === null) return;
    memory.set('naming.port', typed);
    void startEndpoint(model, port);
  };
  return (
    <section className="panel flex-none" aria-label={words.title}>
      <div className="flex items-center gap-2 px-3.5 pt-3">
        <h2 className="text-sm font-semibold">{words.title}</h2>
        <Chip tone={listens ? 'ok' : 'plain'}>{listens ? words.listening : words.off}</Chip>
      </div>
      <p className="px-3.5 pt-1 pb-2.5 text-sm text-ink-2">{words.text}</p>
      <dl className="facts items-center">
        {listens ? <Address model={model} port={endpoint.port ?? 0} /> : null}
        {!listens && (
          <>
            <dt>
              <label htmlFor={`${hint}-port`}>{words.port}</label>
            </dt>
            <dd className="flex items-center gap-2">
              <input
                id={`${hint}-port`}
                className="field w-20"
                inputMode="numeric"
                value={typed}
                aria-invalid={port === null}
                aria-describedby={hint}
                onChange={(event) => setTyped(event.target.value.trim())}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') startNow();
                }}
              />
              <span id={hint} className={port === null ? 'text-error' : 'text-ink-3'}>
                {port === null ? words.badPort : words.portHint}
              </span>
            </dd>
          </>
        )}
        <dt>{words.secret}</dt>
        <dd className="flex items-baseline gap-2" data-tip={words.secretText}>
          <MiddleEllipsis text={endpoint.secretFile} />
          {!listens && (
            <button
              type="button"
              className="link flex-none"
              disabled={view.busy}
              onClick={() => void chooseSecret(model)}
            >
              {words.chooseSecret}
            </button>
          )}
        </dd>
        <dt>{words.runners}</dt>
        <dd>{runners ? <MiddleEllipsis text={runners.path} /> : words.noRunners}</dd>
      </dl>
      <div className="border-t border-line px-3.5 py-3">
        {listens ? (
          <Button disabled={view.busy} onClick={() => void stopEndpoint(model)}>
            {words.stop}
          </Button>
        ) : (
          <Button tone={canStart ? 'primary' : 'plain'} disabled={!canStart} onClick={startNow}>
            {words.start}
          </Button>
        )}
      </div>
    </section>
  );
}

function Address({ model, port }: { model: NamingModel; port: number }) {
  const address = `http://127.0.0.1:${port}/name`;
  return (
    <>
      <dt>{words.address}</dt>
      <dd className="flex items-center gap-1">
        <code>{address}</code>
        <IconButton
          icon={Copy}
          label={words.copyAddress}
          className="btn-small"
          onClick={() => void copy(model.app, words.copied, address)}
        />
      </dd>
    </>
  );
}

interface CallsProps {
  readonly model: NamingModel;
  readonly calls: readonly EndpointCall[];
  readonly state: NamingState;
}

function Calls({ calls, state: { endpoint } }: CallsProps) {
  const [active, setActive] = useState<number | null>(null);
  const rows = useMemo(() => rowsOf(calls), [calls]);
  return (
    <section className="panel flex-1" aria-label={words.log}>
      <h2 className="panel-title flex-none">
        {words.log}
        <small>{words.counts(endpoint.calls, endpoint.refused)}</small>
      </h2>
      <TreeGrid
        label={words.log}
        columns={COLUMNS}
        rows={rows}
        active={active !== null && active < rows.count ? active : null}
        onActive={setActive}
        empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
      />
    </section>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

const COLUMNS: readonly Column<EndpointCall>[] = [
  { id: 'at', title: words.columns.at, width: 96, cell: ({ at }) => clock.format(at) },
  {
    id: 'status',
    title: words.columns.status,
    width: 70,
    cell: ({ status }) => <Chip tone={status === 200 ? 'ok' : 'error'}>{status}</Chip>,
  },
  { id: 'what', title: words.columns.what, width: 160, grow: 1, cell: ({ what }) => <Cut text={what} /> },
  { id: 'blocks', title: words.columns.blocks, width: 70, align: 'end', cell: ({ blocks }) => integer(blocks) },
  { id: 'failed', title: words.columns.failed, width: 70, align: 'end', cell: ({ failed }) => integer(failed) },
  { id: 'time', title: words.columns.time, width: 80, align: 'end', cell: ({ ms }) => blockTime(ms) },
];
