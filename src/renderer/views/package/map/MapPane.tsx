import { ChevronRight, List, SquareStack, Table2 } from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '../../../kit/Button';
import { bytes } from '../../../kit/format';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { Segments } from '../../../kit/Segments';
import { EmptyState, ErrorState } from '../../../kit/States';
import { useSize } from '../../../kit/useSize';
import { OutgoingBar } from '../files/OutgoingBar';
import { type PackageModel, retry } from '../model';
import { texts } from '../texts';
import { Boxes, Legend } from './Boxes';
import { BoxList } from './BoxList';
import { boxOf, chooseBox, crumbsOf, goInto, goOut, goTo, layOut, showForm, showSizes } from './store';

const words = texts.map;
/** Milliseconds that a size must last before the boxes are laid out for it; until then they stretch. */
const SETTLE = 60;

/** The entries as boxes by size within their folders, or as the list of the same boxes. */
export function MapPane({ model, onChosen }: { model: PackageModel; onChosen: () => void }) {
  const state = useStore(model.map);
  const { form, by, folder, drawn, error } = state;
  const { table, selected } = useStore(model.files.store);
  const area = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(area);
  const asked = useRef(false);
  // A newer table is what a changed package shows itself by.
  useEffect(() => {
    if (width === 0 || height === 0) return;
    const controller = new AbortController();
    const ask = () => void layOut(model, width, height, controller.signal);
    const timer = setTimeout(ask, asked.current ? SETTLE : 0);
    asked.current = true;
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [model, width, height, by, folder, table?.table]);

  const nodes = useMemo(() => drawn?.map.nodes ?? [], [drawn]);
  const current = state.current ?? boxOf(nodes, selected);
  const props = {
    model,
    nodes,
    current,
    onChoose: (key: string) => chooseBox(model, key),
    onEnter: (key: string) => {
      if (goInto(model, key)) return;
      chooseBox(model, key);
      if (key.startsWith('e:')) onChosen();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || folder === null) return;
    event.preventDefault();
    goOut(model);
  };
  return (
    <section className="panel flex-1" aria-label={words.label}>
      <div className="toolbar flex-wrap">
        <Segments
          label={words.by}
          options={[
            { id: 'packed', title: words.packed },
            { id: 'unpacked', title: words.unpacked },
          ]}
          value={by}
          onChange={(id) => showSizes(model, id)}
        />
        <span className="flex-1 text-right text-xs text-ink-3" role="status">
          {drawn ? words.total(drawn.map.entries, bytes(drawn.map.total)) : ''}
        </span>
        <FormButtons model={model} />
      </div>
      {folder !== null && <Crumbs model={model} folder={folder} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Backspace goes out from the boxes and the list inside */}
      <div className="relative flex min-h-0 flex-1 flex-col overflow-hidden" ref={area} onKeyDown={onKeyDown}>
        {error ? (
          <ErrorState
            error={error}
            onRetry={() => retry(model, error, () => void layOut(model, width, height, model.life.signal))}
          />
        ) : drawn && nodes.length === 0 ? (
          <EmptyState title={drawn.map.entries === 0 ? texts.files.noEntries : words.nothing(drawn.map.entries)} />
        ) : drawn && form === 'list' ? (
          <BoxList {...props} />
        ) : (
          drawn && <Boxes {...props} width={drawn.width} height={drawn.height} />
        )}
      </div>
      {form === 'boxes' && nodes.length > 0 && <Legend nodes={nodes} />}
      <OutgoingBar model={model} />
    </section>
  );
}

/** The three forms of the entries; the table's toolbar ends with them too. */
export function FormButtons({ model }: { model: PackageModel }) {
  const { form } = useStore(model.map);
  const button = (id: typeof form, icon: typeof List) => (
    <IconButton icon={icon} label={words.forms[id]} aria-pressed={form === id} onClick={() => showForm(model, id)} />
  );
  return (
    <div className="flex flex-none">
      {button('table', Table2)}
      {button('boxes', SquareStack)}
      {button('list', List)}
    </div>
  );
}

/** Crumbs that are named; those between are left out. */
const NAMED = 4;

function Crumbs({ model, folder }: { model: PackageModel; folder: string }) {
  const all = crumbsOf(folder);
  const crumbs = all.length > NAMED + 1 ? [...all.slice(0, 1), ...all.slice(-NAMED)] : all;
  return (
    <nav
      aria-label={words.crumbs}
      className="flex flex-none items-center gap-0.5 border-b border-line px-2 py-0.5 text-xs"
    >
      {crumbs.map(({ path, name }, at) => (
        <Fragment key={path ?? 'package'}>
          {at > 0 && <ChevronRight size={12} aria-hidden className="flex-none text-ink-3" />}
          {at === 1 && crumbs.length < all.length && <span className="text-ink-3">…</span>}
          <button
            type="button"
            className="btn btn-small min-w-0 !border-0"
            aria-current={path === folder ? 'location' : undefined}
            onClick={() => goTo(model, path)}
          >
            <MiddleEllipsis text={path === null ? words.whole : name === '' ? '⟨empty⟩' : name} />
          </button>
        </Fragment>
      ))}
    </nav>
  );
}
