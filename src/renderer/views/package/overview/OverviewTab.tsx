import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { TabProps } from '../PackageView';
import { AsksPanel } from './AsksPanel';
import { FindingsPanel } from './FindingsPanel';
import { RunsPanel } from './RunsPanel';
import { LargestPanel, PlacesPanel } from './SizePanels';
import { loadSizes } from './sizes';

/** The answer before the detail: what would run, what it may do, what is wrong, where the bytes are. */
export function OverviewTab({ model, summary }: TabProps) {
  const asked = useStore(model.sizes, (state) => state.asked);
  useEffect(() => {
    if (!asked) void loadSizes(model);
  }, [model, asked]);
  return (
    <div className="@container -mr-5 -mb-4 min-h-0 flex-1 overflow-auto pr-5 pb-4" data-testid="overview">
      <div className="grid gap-4 @3xl:grid-cols-[1.14fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <RunsPanel summary={summary} />
          <AsksPanel summary={summary} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <FindingsPanel model={model} summary={summary} />
          <PlacesPanel model={model} summary={summary} />
          <LargestPanel model={model} summary={summary} />
        </div>
      </div>
    </div>
  );
}
