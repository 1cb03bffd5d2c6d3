import { dirname, join } from 'node:path';
import { showName } from '../../core/text/visible';
import type { Token } from '../../shared/contract/app';
import { ok, type Result } from '../../shared/result';
import type { Desk } from '../desk';
import type { Handlers } from '../ipc';
import type { PackageRef } from '../worker/packages';
import { chooseSavePath } from './dialogs';
import { type OpenPackages, onPackage } from './open-packages';
import { FORMS } from './package';

type CompareCalls = Pick<Handlers, Extract<keyof Handlers, `compare:${string}`>>;

/** What the Compare tab asks for. */
export function compareService(desk: Desk, packages: OpenPackages): CompareCalls {
  const on = onPackage(desk, packages);
  const { aside } = desk.reading;
  const within = (signal: AbortSignal) => ({ limit: desk.reading.limit, signal });

  const onBoth = <T>(
    first: Token,
    second: Token,
    work: (pair: { a: PackageRef; b: PackageRef }) => Promise<Result<T>>,
  ) => on(first, (a) => on(second, (b) => work({ a: a.ref, b: b.ref })));

  return {
    'compare:run': ([a, b], { signal }) => onBoth(a, b, (pair) => aside.ask('compare', pair, within(signal))),

    'compare:rows': ([a, b, query, start, count], { signal }) =>
      onBoth(a, b, (pair) => aside.ask('compareRows', { ...pair, query, start, count }, within(signal))),

    'compare:diff': ([a, b, key], { signal }) =>
      onBoth(a, b, (pair) => aside.ask('compareDiff', { ...pair, key }, within(signal))),

    'compare:report': ([a, b, form], { signal }) =>
      onBoth(a, b, (pair) => aside.ask('compareReport', { ...pair, form }, within(signal))),

    'compare:save-report': ([a, b, form], { signal }) =>
      onBoth<{ saved: string | null }>(a, b, async (pair) => {
        const { kind, extension } = FORMS[form];
        const name = join(dirname(pair.a.path), `comparison.${extension}`);
        const to = await chooseSavePath(desk.window(), name, kind, extension);
        if (to === null) return ok({ saved: null });
        const saved = await aside.ask('saveCompareReport', { ...pair, form, to }, within(signal));
        return saved.ok ? ok({ saved: showName(to) }) : saved;
      }),
  };
}
