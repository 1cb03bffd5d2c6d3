import type { z } from 'zod';
import { archivePath } from '../../core/store/judge';
import { hostPlatform } from '../../core/store/names';
import type { Call } from '../../shared/contract/define';
import type { registryCalls } from '../../shared/contract/registry';
import type { StoreVariant } from '../../shared/models/store';
import { err, failure, ok, type Result } from '../../shared/result';
import type { RegistryPorts } from './ports';
import type { Registry } from './registry';
import { itemKey } from './table';
import { verify } from './verify';

type Answers<Calls extends Readonly<Record<string, Call>>> = {
  readonly [C in keyof Calls]: (
    args: z.output<Calls[C]['args']>,
    context: { readonly signal: AbortSignal },
  ) => Result<z.output<Calls[C]['value']>> | Promise<Result<z.output<Calls[C]['value']>>>;
};

/** How the calls of a part of the contract are answered. */
export type AnswersOf<Calls extends Readonly<Record<string, Call>>> = Answers<Calls>;

const gone = failure('not-there', 'This package is no longer in the table.', 'Look at the table again.');
const oldTable = failure('old-table', 'This table is no longer kept.', 'Ask for it again.');

/** Answers everything the Registry view asks for. */
export function registryService(registry: Registry, ports: RegistryPorts): AnswersOf<typeof registryCalls> {
  const summary = () => ok({ stores: registry.summaries() });
  const addRoot = async (folder: string) => {
    registry.add(await ports.storeAt(folder));
    return summary();
  };
  return {
    'registry:open': () => {
      registry.start();
      return summary();
    },
    'registry:add-root': async () => {
      const folder = await ports.chooseFolder();
      return folder === null ? ok(null) : addRoot(folder);
    },
    'registry:add-opened': ([token]) => {
      const path = ports.pathOf(token);
      return path === null ? err(gone) : addRoot(path);
    },
    'registry:remove-root': ([id]) => {
      registry.remove(id);
      return summary();
    },
    'registry:refresh': () => {
      registry.refresh();
      return summary();
    },
    'registry:table': ([query]) => ok(registry.makeTable(query)),
    'registry:rows': ([table, start, count]) => {
      const made = registry.table(table);
      return made ? ok(made.rows(start, count, ports.declaredBy)) : err(oldTable);
    },
    'registry:row-of': ([table, key]) => {
      const made = registry.table(table);
      return made ? ok(made.rowOf(key)) : err(oldTable);
    },
    'registry:verify': ([asked], { signal }) => verify(registry, ports, asked, signal),
    'registry:open-package': async ([key, platform]) => {
      const found = registry.find(key);
      const variant = found && chosen(found.row.variants, platform);
      const path = found && variant ? archivePath(found.store.root, variant) : null;
      if (path === null) return err(found ? noArchive : gone);
      return ok(await ports.openPackage(path));
    },
    'registry:reveal': ([key]) => {
      const found = registry.find(key);
      if (!found) return err(gone);
      const archive = found.row.variants.find((variant) => variant.archive !== null)?.archive;
      ports.reveal(`${found.store.root}/${archive ?? found.row.key}`);
      return ok(null);
    },
    'registry:about': ([token]) => {
      const path = ports.pathOf(token);
      const found = path === null ? null : registry.findArchive(path);
      if (path === null || found === null) return ok(null);
      const { store, row } = found;
      const variant = row.variants.find((one) => archivePath(store.root, one) === path);
      const reference = `${row.name}@${row.version}`;
      return ok({
        store: store.id,
        storeLabel: store.label,
        key: itemKey(store.id, row.key),
        reference,
        digest: variant?.digest ?? row.digest,
        at: variant?.at ?? null,
        declaredBy: [...ports.declaredBy(reference)],
      });
    },
  };
}

const noArchive = failure('no-archive', 'The package itself is missing.', 'Install it again with `mur install`.');

/** The archive that is meant: the platform named, else this machine's, else the one of every platform, else any. */
function chosen(variants: readonly StoreVariant[], platform: string | null): StoreVariant | null {
  const there = variants.filter((variant) => variant.identity !== null);
  if (platform !== null) return there.find((variant) => variant.platform === platform) ?? null;
  const own = hostPlatform();
  return (
    there.find((variant) => own !== null && variant.platform === own) ??
    there.find((variant) => variant.platform === null) ??
    there[0] ??
    null
  );
}
