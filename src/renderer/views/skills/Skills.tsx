import { lazy } from 'react';
import type { ViewProps } from '../../app/views';
import { Welcome } from './Welcome';

export const loadSkillsView = () => import('./SkillsView');
const SkillsView = lazy(loadSkillsView);

/** The skills view: the folder in front, or how to open the first one. */
export function Skills({ active }: ViewProps) {
  return active ? <SkillsView key={active.id} doc={active} /> : <Welcome />;
}
