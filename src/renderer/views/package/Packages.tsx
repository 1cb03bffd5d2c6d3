import { lazy } from 'react';
import type { ViewProps } from '../../app/views';
import { Welcome } from './Welcome';

export const loadPackageView = () => import('./PackageView');
const PackageView = lazy(loadPackageView);

/** The packages view: the package in front, or how to open the first one. */
export function Packages({ active }: ViewProps) {
  return active ? <PackageView key={active.id} doc={active} /> : <Welcome />;
}
