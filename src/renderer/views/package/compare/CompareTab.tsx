import { lazy, Suspense } from 'react';
import { CodeWaiting } from '../../../kit/code/CodeView';
import type { TabProps } from '../PackageView';

const CompareBody = lazy(() => import('./CompareBody'));

/** This package against another one; its code is loaded when it is first shown. */
export function CompareTab({ model }: TabProps) {
  return (
    <Suspense fallback={<CodeWaiting />}>
      <CompareBody model={model} />
    </Suspense>
  );
}
