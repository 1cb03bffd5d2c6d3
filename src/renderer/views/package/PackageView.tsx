import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { PackageSummary } from '../../../shared/models/package';
import { copy, useApp } from '../../app/app';
import { useCommands } from '../../app/commands';
import { type Doc, setStatus } from '../../app/shell';
import { loadCode } from '../../kit/code/CodeView';
import { seconds } from '../../kit/format';
import { ErrorState, errorText } from '../../kit/States';
import { type Tab, TabPanel, Tabs } from '../../kit/Tabs';
import { visible } from '../../kit/visible';
import { packageCommands } from './commands';
import { CompareTab } from './compare/CompareTab';
import { ConfigTab } from './config/ConfigTab';
import { FilesTab } from './files/FilesTab';
import { FindingsTab } from './findings/FindingsTab';
import { Header } from './Header';
import { ManifestTab } from './manifest/ManifestTab';
import { openPackage, type PackageModel, type PackageState, packageModel, showTab, TAB_IDS, type TabId } from './model';
import { OverviewTab } from './overview/OverviewTab';
import { kindOf } from './preview/kind';
import { SkillsTab } from './skills/SkillsTab';
import { TabWaiting } from './TabWaiting';
import { texts } from './texts';

export interface TabProps {
  readonly model: PackageModel;
  readonly summary: PackageSummary;
}

/** Every tab of a package: what it shows and what it counts. */
const TABS: Readonly<
  Record<TabId, { count?: (summary: PackageSummary) => number; component: ComponentType<TabProps> }>
> = {
  overview: { component: OverviewTab },
  files: { component: FilesTab, count: (summary) => summary.recordCount },
  manifest: { component: ManifestTab, count: (summary) => summary.manifestFiles.length },
  config: { component: ConfigTab, count: (summary) => summary.configs.length },
  skills: { component: SkillsTab, count: (summary) => summary.skills.length },
  findings: { component: FindingsTab, count: (summary) => summary.findings.length },
  compare: { component: CompareTab },
};

/** One package: header, tabs, and the tab in front. */
export default function PackageView({ doc }: { doc: Doc }) {
  const app = useApp();
  const [model] = useState(() => packageModel(app, doc));
  const state = useStore(model.store);
  const { summary, error, tab } = state;
  useCommands(useMemo(() => packageCommands(model), [model]));
  useStatus(doc, model, state);
  useEffect(() => {
    // The first preview should not wait for the viewer's code.
    const idle = requestIdleCallback(() => void loadCode());
    return () => cancelIdleCallback(idle);
  }, []);

  if (error) {
    return (
      <ErrorState
        title={texts.openFailed}
        error={error}
        onRetry={() => void openPackage(model)}
        onCopy={() => void copy(app, 'details', `${visible(doc.path)}\n${errorText(error)}`)}
      />
    );
  }
  const Body = TABS[tab].component;
  return (
    <>
      <Header doc={doc} model={model} state={state} />
      <div className="flex-none px-5 pt-1.5">
        <Tabs
          label={texts.label}
          base="package"
          tabs={tabsOf(summary)}
          active={tab}
          onChange={(id) => showTab(model, id)}
        />
      </div>
      <TabPanel base="package" active={tab} className="px-5 pt-4 pb-4">
        {summary ? <Body model={model} summary={summary} /> : <TabWaiting tab={tab} />}
      </TabPanel>
    </>
  );
}

function tabsOf(summary: PackageSummary | null): readonly Tab<TabId>[] {
  return TAB_IDS.map((id) => {
    const { count } = TABS[id];
    return { id, title: texts.tabs[id], ...(count ? { count: summary ? count(summary) : null } : {}) };
  });
}

/** The foot of the window: where it came from, what is being checked, how long it took. */
function useStatus(doc: Doc, model: PackageModel, { openedIn, check, tab }: PackageState) {
  const { shell } = useApp();
  const page = useStore(model.filePreview.store, (state) => state.page);
  const kind = tab === 'files' && page ? kindOf(page) : '';
  useEffect(() => {
    setStatus(shell, {
      left: [visible(doc.path)],
      right: [kind, checkText(check), openedIn === null ? '' : texts.status.openedIn(seconds(openedIn))].filter(
        Boolean,
      ),
    });
  }, [shell, doc, openedIn, check, kind]);
}

function checkText(check: PackageState['check']): string {
  if (check.state === 'done') return texts.status.checked;
  if (check.state === 'failed') return texts.status.checkFailed(check.error.message);
  if (check.state === 'waiting') return '';
  return check.total > 0 ? texts.status.reading(Math.floor((check.done / check.total) * 100)) : texts.status.checking;
}
