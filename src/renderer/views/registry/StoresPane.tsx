import { Plus, RotateCw, Trash2 } from 'lucide-react';
import { useStore } from 'zustand';
import type { StoreSummary } from '../../../shared/contract/registry';
import { Button, IconButton } from '../../kit/Button';
import { Chip } from '../../kit/Chip';
import { Scroll } from '../../kit/Scroll';
import { CloseDetail } from '../../kit/SplitPane';
import { visible } from '../../kit/visible';
import { FindingList } from './FindingList';
import { addStore, type RegistryModel, readAgain, removeStore } from './model';
import { texts } from './texts';

const words = texts.stores;

/** Which stores are followed, how they are, and what lies in them beside packages. */
export function StoresPane({ model }: { model: RegistryModel }) {
  const stores = useStore(model.store, (state) => state.stores) ?? [];
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <span className="flex-1 text-sm font-semibold">{words.label}</span>
        <Button icon={Plus} onClick={() => void addStore(model)}>
          {words.add}
        </Button>
        <IconButton icon={RotateCw} label={words.refresh} onClick={() => void readAgain(model)} />
        <CloseDetail />
      </div>
      <Scroll label={words.label} className="px-4 py-3.5">
        <ul className="flex flex-col gap-4">
          {stores.map((store) => (
            <StoreItem key={store.id} model={model} store={store} />
          ))}
        </ul>
        <p className="mt-4 max-w-140 text-sm text-ink-3">{words.explained}</p>
      </Scroll>
    </div>
  );
}

function StoreItem({ model, store }: { model: RegistryModel; store: StoreSummary }) {
  const problems = texts.table.problems(store.errors, store.warnings);
  return (
    <li className="flex flex-col gap-1 text-sm">
      <div className="flex h-6 items-center gap-2">
        <h2 className="min-w-0 truncate font-semibold">{visible(store.label)}</h2>
        <Chip tone={store.state === 'unreadable' ? 'error' : 'plain'}>{texts.states[store.state]}</Chip>
        <span className="flex-1" />
        {store.kind === 'added' && (
          <IconButton icon={Trash2} label={words.remove} onClick={() => void removeStore(model, store.id)} />
        )}
      </div>
      <bdi className="font-mono text-ink-2 [overflow-wrap:anywhere]">{visible(store.root)}</bdi>
      {store.state === 'ready' && (
        <p className="text-ink-2">{[words.packages(store.packages), problems].filter(Boolean).join(', ')}</p>
      )}
      {store.findings.length > 0 && (
        <>
          <h3 className="mt-1 text-xs font-[550] text-ink-3">{words.findings}</h3>
          <FindingList findings={store.findings} />
        </>
      )}
    </li>
  );
}
