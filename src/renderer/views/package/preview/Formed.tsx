import { lazy, Suspense } from 'react';
import type { Preview } from '../../../../shared/contract/package';
import type { Failure } from '../../../../shared/result';
import { CodeWaiting } from '../../../kit/code/CodeView';
import type { PackageModel } from '../model';
import type { FormId } from './forms';

export interface FormProps {
  readonly model: PackageModel;
  readonly index: number;
  readonly page: Preview;
  readonly name: string;
  readonly onRetry: (error: Failure) => void;
}

const VIEWS = {
  markdown: lazy(() => import('./markdown/MarkdownView')),
  image: lazy(() => import('./ImageView')),
  wasm: lazy(() => import('./WasmView')),
} as const satisfies Record<FormId, unknown>;

/** Content in its own view, whose code is loaded when it is first shown. */
export function Formed({ form, ...rest }: FormProps & { readonly form: FormId }) {
  const View = VIEWS[form];
  return (
    <Suspense fallback={<CodeWaiting />}>
      <View {...rest} />
    </Suspense>
  );
}
