import { FolderOpen, FolderSearch } from 'lucide-react';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Severity } from '../../../shared/models/finding';
import type { Project } from '../../../shared/models/project';
import { copy, useApp } from '../../app/app';
import { type Command, useCommands } from '../../app/commands';
import { type Doc, setStatus } from '../../app/shell';
import type { ViewProps } from '../../app/views';
import { Button, IconButton } from '../../kit/Button';
import { Chip, Dot, severityCounts, VERDICT_TONES } from '../../kit/Chip';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { ErrorState, errorText, Skeleton } from '../../kit/States';
import { type Tab, TabPanel, Tabs } from '../../kit/Tabs';
import { visible } from '../../kit/visible';
import { ArtifactsTab } from './ArtifactsTab';
import { ConfigTab } from './ConfigTab';
import { FilesTab } from './FilesTab';
import { FindingsTab } from './FindingsTab';
import { GrantsTab } from './GrantsTab';
import {
  chooseProject,
  copyFiles,
  openProject,
  type ProjectModel,
  type ProjectState,
  projectModel,
  showTab,
  TAB_IDS,
  type TabId,
  verify,
} from './model';
import { texts } from './texts';

export interface TabProps {
  readonly model: ProjectModel;
  readonly state: ProjectState;
  readonly project: Project;
}

const TABS: Readonly<Record<TabId, { count: (project: Project) => number; component: ComponentType<TabProps> }>> = {
  artifacts: { component: ArtifactsTab, count: ({ artifacts }) => artifacts.length },
  files: { component: FilesTab, count: ({ manifestFiles }) => manifestFiles.length },
  config: { component: ConfigTab, count: ({ configs }) => configs.length },
  grants: { component: GrantsTab, count: ({ grants }) => grants.length },
  findings: { component: FindingsTab, count: ({ findings }) => findings.length },
};

/** The project in front, or how to open the first one. */
export default function ProjectView({ active }: ViewProps) {
  return active ? <OneProject key={active.id} doc={active} /> : <Welcome />;
}

function Welcome() {
  const app = useApp();
  useCommands(useMemo(() => [chooseCommand(() => void chooseProject(app))], [app]));
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto p-5">
      <div className="m-auto flex w-full max-w-200 flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-9 text-center">
        <FolderOpen size={26} strokeWidth={1.4} className="text-accent" aria-hidden />
        <h1 className="text-xl font-[620] tracking-tight">{texts.welcome.title}</h1>
        <p className="max-w-120 text-ink-2">{texts.welcome.text}</p>
        <Button tone="primary" icon={FolderOpen} className="mt-2" onClick={() => void chooseProject(app)}>
          {texts.welcome.open}
        </Button>
      </div>
    </div>
  );
}

const chooseCommand = (run: () => void): Command => ({
  id: 'project.choose',
  title: texts.commands.choose,
  group: texts.commands.group,
  keys: 'Mod+Shift+O',
  run,
});

function commandsOf(model: ProjectModel): readonly Command[] {
  const { group, tab, verify: verifyTitle, copyFiles: copyTitle } = texts.commands;
  return [
    chooseCommand(() => void chooseProject(model.app)),
    ...TAB_IDS.map((id, at) => ({
      id: `project.tab.${id}`,
      title: tab(texts.tabs[id]),
      group,
      keys: `Alt+${at + 1}`,
      run: () => showTab(model, id),
    })),
    { id: 'project.verify', title: verifyTitle, group, keys: 'Mod+Shift+V', run: () => void verify(model) },
    { id: 'project.copy-files', title: copyTitle, group, run: () => void copyFiles(model) },
  ];
}

/** One project: what its `murmur.yaml` means here. */
function OneProject({ doc }: { doc: Doc }) {
  const app = useApp();
  const [model] = useState(() => projectModel(app, doc));
  const state = useStore(model.store);
  const { project, error, tab } = state;
  useCommands(useMemo(() => commandsOf(model), [model]));
  useEffect(() => {
    setStatus(app.shell, { left: [visible(doc.path)], right: [texts.status.following] });
  }, [app, doc]);
  if (error)
    return (
      <ErrorState
        title={texts.failed}
        error={error}
        onRetry={() => void openProject(model)}
        onCopy={() => void copy(app, 'details', `${visible(doc.path)}\n${errorText(error)}`)}
      />
    );
  const Body = TABS[tab].component;
  return (
    <>
      <Header doc={doc} project={project} />
      {project && <Secrets model={model} project={project} />}
      <div className="flex-none px-5 pt-1.5">
        <Tabs
          label={texts.label}
          base="project"
          tabs={tabsOf(project)}
          active={tab}
          onChange={(id) => showTab(model, id)}
        />
      </div>
      <TabPanel base="project" active={tab} className="px-5 pt-4 pb-4">
        {project ? <Unusable model={model} state={state} project={project} body={Body} /> : <Skeleton width={320} />}
      </TabPanel>
    </>
  );
}

/** Without a manifest there is nothing to show but why. */
function Unusable({ body: Body, ...props }: TabProps & { body: ComponentType<TabProps> }) {
  const { manifest } = props.project;
  if ('error' in manifest && props.state.tab !== 'findings')
    return (
      <div className="panel flex-1">
        <ErrorState title={texts.noManifest} error={plain(manifest.error)} />
      </div>
    );
  return <Body {...props} />;
}

type ManifestError = Extract<Project['manifest'], { error: unknown }>['error'];
const plain = ({ code, message, hint, place }: ManifestError) => ({
  code,
  message,
  ...(hint === undefined ? {} : { hint }),
  ...(place === undefined ? {} : { place }),
});

function tabsOf(project: Project | null): readonly Tab<TabId>[] {
  return TAB_IDS.map((id) => ({ id, title: texts.tabs[id], count: project ? TABS[id].count(project) : null }));
}

function Header({ doc, project }: { doc: Doc; project: Project | null }) {
  const app = useApp();
  const manifest = project?.manifest;
  const usable = manifest && !('error' in manifest) ? manifest : null;
  return (
    <header className="flex-none px-5 pt-3">
      <div className="flex h-8 items-center gap-2.5">
        <h1 className="flex min-w-0 items-baseline gap-2.5">
          <MiddleEllipsis text={usable?.name ?? doc.name} className="text-xl font-[620] tracking-tight" />
          {usable && <MiddleEllipsis text={usable.version} className="text-lg text-ink-2" />}
        </h1>
        {usable && <Chip>{visible(usable.runtime)}</Chip>}
        {project && manifest && 'error' in manifest && <Chip tone="error">{texts.header.noManifest}</Chip>}
        {project && usable && <Verdict project={project} />}
        <span className="flex-1" />
        <IconButton
          icon={FolderSearch}
          label={texts.header.reveal}
          onClick={() => void app.host.call('app:reveal', [doc.id])}
        />
      </div>
      <div className="mt-0.5 flex min-h-6 flex-wrap items-center gap-x-4.5 text-sm text-ink-2">
        {project ? <Facts project={project} /> : <Skeleton width={260} />}
      </div>
    </header>
  );
}

function Verdict({ project }: { project: Project }) {
  const count = (severity: Severity) => project.findings.filter((finding) => finding.severity === severity).length;
  const counts = severityCounts({ error: count('error'), warning: count('warning'), info: 0 });
  return <Chip tone={VERDICT_TONES[project.verdict]}>{counts || texts.header.noProblems}</Chip>;
}

function Facts({ project }: { project: Project }) {
  const { lock } = project;
  const words = texts.header.lock;
  return (
    <>
      <MiddleEllipsis text={project.folder} />
      <span className={lock.state === 'refused' ? 'text-error' : undefined}>
        {lock.state === 'read' ? words.read(lock.entries) : words[lock.state]}
      </span>
      <span>{texts.header.stores(project)}</span>
    </>
  );
}

/** Said where nobody overlooks it; the values themselves are never shown. */
function Secrets({ model, project }: { model: ProjectModel; project: Project }) {
  const count = project.findings.filter(({ id }) => id === 'secret-like-value').length;
  if (count === 0) return null;
  return (
    <div className="mx-5 mt-2 flex flex-none items-center gap-2 rounded-md border border-line bg-warning-soft px-3 py-1.5 text-sm">
      <Dot tone="warning" label="warning" />
      <span className="min-w-0 flex-1">{texts.secrets.text(count)}</span>
      <Button onClick={() => showTab(model, 'findings')}>{texts.secrets.show}</Button>
    </div>
  );
}
