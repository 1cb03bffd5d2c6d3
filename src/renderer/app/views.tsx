import { Activity, Archive, Box, FileText, FolderOpen, type LucideIcon, Settings } from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { dropPackage } from '../views/package/model';
import { loadPackageView, Packages } from '../views/package/Packages';
import { dropProject } from '../views/project/model';
import { dropSkills } from '../views/skills/model';
import { loadSkillsView, Skills } from '../views/skills/Skills';
import type { App } from './app';
import { type Doc, docsOf, type ShellState, type ViewId } from './shell';

/** What a view is given: the documents opened in it and the one in front. */
export interface ViewProps {
  readonly docs: readonly Doc[];
  readonly active: Doc | undefined;
}

export interface View {
  readonly id: ViewId;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly keys: string;
  readonly component: ComponentType<ViewProps> | LazyExoticComponent<ComponentType<ViewProps>>;
  /** Whether its documents stand as tabs above it. */
  readonly tabs?: boolean;
  /** The number in the rail. */
  readonly count?: (state: ShellState) => number;
  /** Frees what the view holds for a closed document. */
  readonly close?: (app: App, doc: Doc) => void;
  /** Loads the view's code ahead of its first use. */
  readonly preload?: () => Promise<unknown>;
}

const loadRegistry = () => import('../views/registry/RegistryView');
const loadProject = () => import('../views/project/ProjectView');
const loadNaming = () => import('../views/naming/NamingView');
const loadSettings = () => import('../views/settings/SettingsView');

/** Every view: one folder and one line here. */
export const views: readonly View[] = [
  {
    id: 'registry',
    title: 'Registry',
    icon: Archive,
    keys: 'Mod+1',
    component: lazy(loadRegistry),
    preload: loadRegistry,
  },
  {
    id: 'packages',
    title: 'Packages',
    icon: Box,
    keys: 'Mod+2',
    component: Packages,
    preload: loadPackageView,
    tabs: true,
    count: (state) => docsOf(state, 'packages').length,
    close: (app, doc) => {
      dropPackage(app, doc.id);
      void app.host.call('package:close', [doc.id]);
    },
  },
  {
    id: 'project',
    title: 'Project',
    icon: FolderOpen,
    keys: 'Mod+3',
    component: lazy(loadProject),
    preload: loadProject,
    tabs: true,
    count: (state) => docsOf(state, 'project').length,
    close: (app, doc) => {
      dropProject(app, doc.id);
      void app.host.call('project:close', [doc.id]);
    },
  },
  {
    id: 'skills',
    title: 'Skills',
    icon: FileText,
    keys: 'Mod+4',
    component: Skills,
    preload: loadSkillsView,
    tabs: true,
    count: (state) => docsOf(state, 'skills').length,
    close: (app, doc) => dropSkills(app, doc.id),
  },
  {
    id: 'naming',
    title: 'Naming',
    icon: Activity,
    keys: 'Mod+5',
    component: lazy(loadNaming),
    preload: loadNaming,
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: Settings,
    keys: 'Mod+,',
    component: lazy(loadSettings),
    preload: loadSettings,
  },
];

export function viewOf(id: ViewId): View {
  const view = views.find((one) => one.id === id);
  if (!view) throw new Error(`No view is called ${id}.`);
  return view;
}
