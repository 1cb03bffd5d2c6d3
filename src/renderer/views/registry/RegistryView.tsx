import { Archive } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreSummary } from '../../../shared/contract/registry';
import { copy, useApp } from '../../app/app';
import { useCommands } from '../../app/commands';
import { setStatus } from '../../app/shell';
import type { ViewProps } from '../../app/views';
import { Button } from '../../kit/Button';
import { Chip } from '../../kit/Chip';
import { SplitPane } from '../../kit/SplitPane';
import { ErrorState, errorText, Skeleton } from '../../kit/States';
import { visible } from '../../kit/visible';
import { DetailPane } from './DetailPane';
import { registryCommands } from './menus';
import { openRegistry, type RegistryModel, registryModel, showStores, takeDocs } from './model';
import { TablePane } from './TablePane';
import { texts } from './texts';

/** What is installed, in every store, and whether it is sound. */
export default function RegistryView({ docs }: ViewProps) {
  const app = useApp();
  const [model] = useState(() => registryModel(app));
  const { stores, error } = useStore(model.store);
  const [open, setOpen] = useState(false);
  useCommands(useMemo(() => registryCommands(model, () => setOpen(true)), [model]));
  useEffect(() => {
    if (stores !== null && docs.length > 0) void takeDocs(model, docs);
  }, [model, docs, stores !== null]);
  useStatus(stores);

  if (error)
    return (
      <ErrorState
        title={texts.failed}
        error={error}
        onRetry={() => void openRegistry(model)}
        onCopy={() => void copy(app, 'details', errorText(error))}
      />
    );
  return (
    <>
      <Header model={model} stores={stores} onStores={() => setOpen(true)} />
      <div className="flex min-h-0 flex-1 flex-col px-5 pt-3 pb-4">
        <SplitPane
          name="registry"
          memory={app.memory}
          detailLabel={texts.detail.label}
          share={0.7}
          least={[420, 320]}
          open={open}
          onClose={() => setOpen(false)}
          list={<TablePane model={model} onChosen={() => setOpen(true)} />}
          detail={<DetailPane model={model} />}
        />
      </div>
    </>
  );
}

interface HeaderProps {
  readonly model: RegistryModel;
  readonly stores: readonly StoreSummary[] | null;
  readonly onStores: () => void;
}

/** How much there is, and whether all is well: the answer before any detail. */
function Header({ model, stores, onStores }: HeaderProps) {
  return (
    <header className="flex-none px-5 pt-3">
      <div className="flex h-8 items-center gap-2.5">
        <h1 className="text-xl font-[620] tracking-tight">{texts.title}</h1>
        <span className="flex-1" />
        <Button
          icon={Archive}
          onClick={() => {
            showStores(model, true);
            onStores();
          }}
        >
          {texts.stores.button}
        </Button>
      </div>
      <div className="mt-0.5 flex min-h-6 flex-wrap items-center gap-x-4.5 text-sm text-ink-2" role="status">
        {stores ? <Totals stores={stores} /> : <Skeleton width={260} />}
      </div>
    </header>
  );
}

function Totals({ stores }: { stores: readonly StoreSummary[] }) {
  const words = texts.header;
  const sum = (of: (store: StoreSummary) => number) => stores.reduce((total, store) => total + of(store), 0);
  const there = stores.filter(({ state }) => state === 'ready').length;
  const packages = sum((store) => store.packages);
  const [agree, differ] = [sum((store) => store.agree), sum((store) => store.differ)];
  const [errors, warnings] = [sum((store) => store.errors), sum((store) => store.warnings)];
  if (stores.some(({ state }) => state === 'reading') && packages === 0) return <span>{words.reading}</span>;
  const [count, size] = words.count(
    packages,
    there,
    sum((store) => store.bytes),
  );
  return (
    <>
      <span>{count}</span>
      {packages > 0 && <span>{size}</span>}
      <span className="flex flex-wrap gap-1.5">
        {agree > 0 && <Chip tone="ok">{words.agree(agree)}</Chip>}
        {differ > 0 && <Chip tone="error">{words.differ(differ)}</Chip>}
        {errors > 0 && <Chip tone="error">{words.errors(errors)}</Chip>}
        {warnings > 0 && <Chip tone="warning">{words.warnings(warnings)}</Chip>}
        {packages > 0 && errors + warnings === 0 && <Chip tone="ok">{words.sound}</Chip>}
      </span>
    </>
  );
}

/** The foot of the window: where the stores are. */
function useStatus(stores: readonly StoreSummary[] | null) {
  const { shell } = useApp();
  const roots = (stores ?? []).map(({ root }) => visible(root)).join('  ·  ');
  useEffect(() => {
    setStatus(shell, { left: roots === '' ? [] : [roots], right: [texts.status.following] });
  }, [shell, roots]);
}
