import { ClipboardCopy, FolderSearch, PackageOpen, ShieldCheck } from 'lucide-react';
import type { Command } from '../../app/commands';
import type { MenuGroups } from '../../kit/Menu';
import { visible } from '../../kit/visible';
import {
  addStore,
  copyReference,
  openRow,
  type RegistryModel,
  readAgain,
  revealRow,
  selectedPackage,
  showStores,
  verify,
} from './model';
import { look, type PackageRow } from './table';
import { texts } from './texts';

const { commands: words, detail } = texts;

/** What can be done with a package of the table. */
export function rowMenu(model: RegistryModel, row: PackageRow): MenuGroups {
  const archives = row.row.variants.filter(({ identity }) => identity !== null);
  const platforms = archives.length > 1 ? archives.flatMap(({ platform }) => platform ?? []) : [];
  return [
    [
      {
        id: 'open',
        title: detail.open,
        icon: PackageOpen,
        keys: 'Enter',
        disabled: archives.length === 0,
        run: () => void openRow(model, row),
      },
      ...platforms.map((platform) => ({
        id: `open-${platform}`,
        title: detail.platform(visible(platform)),
        run: () => void openRow(model, row, platform),
      })),
    ],
    [
      {
        id: 'verify',
        title: detail.verify,
        icon: ShieldCheck,
        disabled: archives.length === 0,
        run: () => void verify(model, [row.key]),
      },
      { id: 'reveal', title: detail.reveal, icon: FolderSearch, run: () => void revealRow(model, row) },
      { id: 'copy', title: detail.copy, icon: ClipboardCopy, run: () => copyReference(model, row) },
    ],
  ];
}

/** What always can be done; what cannot be done at the moment does nothing. */
export function registryCommands(model: RegistryModel, onStores: () => void): readonly Command[] {
  const group = words.group;
  const withRow = (run: (row: PackageRow) => void) => () => {
    const row = selectedPackage(model);
    if (row) run(row);
  };
  return [
    {
      id: 'registry.verify-all',
      title: words.verifyAll,
      group,
      keys: 'Mod+Shift+V',
      run: () => void verify(model, 'all'),
    },
    { id: 'registry.verify-rest', title: words.verifyRest, group, run: () => void verify(model, 'all', false) },
    { id: 'registry.verify', title: words.verify, group, run: withRow((row) => void verify(model, [row.key])) },
    { id: 'registry.open', title: words.open, group, run: withRow((row) => void openRow(model, row)) },
    { id: 'registry.reveal', title: words.reveal, group, run: withRow((row) => void revealRow(model, row)) },
    {
      id: 'registry.copy',
      title: words.copy,
      group,
      keys: 'Mod+Shift+C',
      run: withRow((row) => copyReference(model, row)),
    },
    {
      id: 'registry.stores',
      title: words.stores,
      group,
      run: () => {
        showStores(model, true);
        onStores();
      },
    },
    { id: 'registry.add', title: words.add, group, run: () => void addStore(model) },
    { id: 'registry.refresh', title: words.refresh, group, keys: 'Mod+R', run: () => void readAgain(model) },
    {
      id: 'registry.group',
      title: words.groups,
      group,
      keys: 'Mod+G',
      run: () => {
        const now = model.table.store.getState().group;
        look(model.table, { group: now === 'name' ? 'none' : 'name', folded: new Set() });
      },
    },
  ];
}
