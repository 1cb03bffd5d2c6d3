import { Play } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../kit/Button';
import { SplitPane } from '../../../kit/SplitPane';
import { EmptyState } from '../../../kit/States';
import { type NamingModel, type NamingViewState, showPart } from '../model';
import { texts } from '../texts';
import { BlocksPane } from './BlocksPane';
import { LogPane } from './LogPane';
import { ProgressPanel } from './ProgressPanel';

/** The batch: how it goes, its blocks, and the log of the selected one. */
export function BatchTab({ model, view }: { model: NamingModel; view: NamingViewState }) {
  const [open, setOpen] = useState(false);
  const selected = useStore(model.blocks.store, (state) => state.selected);
  const batch = view.state?.batch;
  if (!batch)
    return (
      <div className="panel flex-1">
        <EmptyState
          icon={Play}
          title={texts.noBatch.title}
          actions={<Button onClick={() => showPart(model, 'setup')}>{texts.noBatch.go}</Button>}
        >
          {texts.noBatch.text}
        </EmptyState>
      </div>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <ProgressPanel model={model} view={view} batch={batch} />
      <SplitPane
        name="naming"
        memory={model.app.memory}
        detailLabel={texts.log.label}
        open={open}
        onClose={() => setOpen(false)}
        share={0.62}
        list={<BlocksPane model={model} total={batch.event.counters.total} onChosen={() => setOpen(true)} />}
        detail={<LogPane model={model} row={selected} />}
      />
    </div>
  );
}
